#pragma once

#include <stdbool.h>
#include <stdint.h>

// The values of hexadecimal digits; -1 for all other bytes.
extern const int8_t yodel_hexadecimal[256];

// The code unit of four hexadecimal digits; negative if they are not hexadecimal digits.
static inline int32_t yodel_code_unit(const uint8_t *_Nonnull digits) {
    // One negative value makes the whole negative. No branches: which bytes are letters is hard to predict.
    return yodel_hexadecimal[digits[0]] * 0x1000 | yodel_hexadecimal[digits[1]] * 0x100
        | yodel_hexadecimal[digits[2]] * 0x10 | yodel_hexadecimal[digits[3]];
}

// An escape, or both escapes of a surrogate pair: its length, 0 if it is not clearly valid, and its character.
typedef struct {
    intptr_t length;
    uint32_t character;
} yodel_escape;

// The characters of escapes of one letter; 0 for all other letters.
extern const uint8_t yodel_letter_escapes[256];

// The escape at a backslash, unless it extends beyond `end`.
static inline yodel_escape yodel_read_escape(const uint8_t *_Nonnull bytes, const uint8_t *_Nonnull end) {
    const yodel_escape invalid = {0, 0};
    if (end - bytes < 2) return invalid;
    const uint8_t letter = yodel_letter_escapes[bytes[1]];
    if (letter != 0) return (yodel_escape){2, letter};
    if (bytes[1] != 'u' || end - bytes < 6) return invalid;
    const int32_t unit = yodel_code_unit(bytes + 2);
    if (unit < 0) return invalid;
    if (unit < 0xD800 || unit > 0xDFFF) return (yodel_escape){6, (uint32_t)unit};
    if (unit > 0xDBFF || end - bytes < 12 || bytes[6] != '\\' || bytes[7] != 'u') return invalid;
    const int32_t low = yodel_code_unit(bytes + 8);
    if (low < 0xDC00 || low > 0xDFFF) return invalid;
    return (yodel_escape){12, 0x10000 + (((uint32_t)unit - 0xD800) << 10) + ((uint32_t)low - 0xDC00)};
}

typedef enum {
    // The closing quote has been reached.
    YODEL_UNESCAPED,
    // The output is full.
    YODEL_OUTPUT_FULL,
    // A control character, an invalid escape, or the end of the text.
    YODEL_UNSOUND,
} yodel_unescape_outcome;

// The progress of unescaping a string: the next input and output positions, and what has been found of the output.
typedef struct {
    const uint8_t *_Nonnull position;
    uint8_t *_Nonnull output;
    // Whether all bytes copied are ASCII; false also if that is not known. The rest of the output are whole characters,
    // so if true, the output is well-formed.
    bool has_copied_ascii;
    // Whether the characters of all escapes are ASCII.
    bool has_escaped_ascii;
} yodel_unescaping;

// The beginning of unescaping a string, after its opening quote.
static inline yodel_unescaping yodel_begin_unescaping(const uint8_t *_Nonnull string, uint8_t *_Nonnull output) {
    return (yodel_unescaping){string, output, true, true};
}

// Copies a string's characters after its opening quote, with escapes replaced, up to the closing quote, where
// `position` then is. UTF-8 is copied without checks: the characters of escapes are whole, so the copy is well-formed
// exactly if the string is.
//
// Nothing at or after `end` is read, nothing at or after `output_end` is written. If the output is full, the same call
// with more room continues.
yodel_unescape_outcome yodel_unescape(
    yodel_unescaping *_Nonnull state, const uint8_t *_Nonnull end, uint8_t *_Nonnull output_end);
