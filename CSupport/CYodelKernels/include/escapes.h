#ifndef YODEL_ESCAPES_H
#define YODEL_ESCAPES_H

#include <stdint.h>

// The code unit of four hexadecimal digits, -1 when they are not.
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

// The length of the escape at `bytes`, a surrogate pair's two counted as one; 0 when it is not plainly right or goes on
// behind `end`.
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

#endif
