#pragma once

#include <stdint.h>

// The code unit of four hexadecimal digits; -1 if they are not hexadecimal digits.
static inline int32_t yodel_code_unit(const uint8_t *_Nonnull digits) {
    int32_t unit = 0;
    for (int index = 0; index < 4; index++) {
        const uint8_t digit = digits[index], letter = digit | 0x20;
        if (digit >= '0' && digit <= '9') {
            unit = unit << 4 | (digit - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            unit = unit << 4 | (letter - 'a' + 10);
        } else {
            return -1;
        }
    }
    return unit;
}

// The length of the escape at `bytes`, or of both escapes of a surrogate pair; 0 if it is not clearly valid or extends
// beyond `end`.
static inline intptr_t yodel_escape_length(const uint8_t *_Nonnull bytes, const uint8_t *_Nonnull end) {
    if (end - bytes < 2) return 0;
    switch (bytes[1]) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return 2;
        case 'u': break;
        default: return 0;
    }
    if (end - bytes < 6) return 0;
    const int32_t unit = yodel_code_unit(bytes + 2);
    if (unit < 0) return 0;
    if (unit < 0xD800 || unit > 0xDFFF) return 6;
    if (unit > 0xDBFF || end - bytes < 12 || bytes[6] != '\\' || bytes[7] != 'u') return 0;
    const int32_t low = yodel_code_unit(bytes + 8);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
}

typedef enum {
    // The closing quote has been reached.
    YODEL_UNESCAPED,
    // The output is full.
    YODEL_OUTPUT_FULL,
    // A control character, an invalid escape, or the end of the text.
    YODEL_UNSOUND,
} yodel_unescape_outcome;

// The progress of unescaping a string: the next input and output positions.
typedef struct {
    const uint8_t *_Nonnull position;
    uint8_t *_Nonnull output;
} yodel_unescaping;

// Copies a string's characters after its opening quote, with escapes replaced, up to the closing quote, where
// `position` then is. UTF-8 is copied without checks: the characters of escapes are whole, so the copy is well-formed
// exactly if the string is.
//
// Nothing at or after `end` is read, nothing at or after `output_end` is written. If the output is full, the same call
// with more room continues.
yodel_unescape_outcome yodel_unescape(
    yodel_unescaping *_Nonnull state, const uint8_t *_Nonnull end, uint8_t *_Nonnull output_end);
