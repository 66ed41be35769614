#ifndef YODEL_UNESCAPE_H
#define YODEL_UNESCAPE_H

#include <stdint.h>

typedef enum {
    // The closing quote has been reached.
    YODEL_UNESCAPED,
    // There is no room for more.
    YODEL_OUTPUT_FULL,
    // A control character, an escape that is none, or the end of the text.
    YODEL_UNSOUND,
} yodel_unescape_outcome;

// How far a string has been unescaped: what comes next, and where it goes.
typedef struct {
    const uint8_t *_Nonnull position;
    uint8_t *_Nonnull output;
} yodel_unescaping;

// Copies a string's characters from behind its opening quote, with what escapes stand for in their place, up to the
// closing quote, which becomes the position. UTF-8 is copied as it is, and not checked: what escapes stand for begins
// and ends with whole characters, so that the copy is well-formed just when the string is.
//
// Nothing at or behind `end` is read, nothing at or behind `output_end` written. When the output is full, the same call
// with more room goes on.
yodel_unescape_outcome yodel_unescape(
    yodel_unescaping *_Nonnull state, const uint8_t *_Nonnull end, uint8_t *_Nonnull output_end);

#endif
