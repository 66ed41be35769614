#ifndef YODEL_SKIP_VALUE_H
#define YODEL_SKIP_VALUE_H

#include <stdint.h>

// How much there may be of something in a value that is skipped.
typedef struct {
    // Levels of arrays and objects, the value itself included.
    intptr_t depth;
    // Bytes between the quotes of a string.
    intptr_t string;
    intptr_t number;
} yodel_skip_limits;

// Where the array or object that begins at `text` ends, if it is plainly right: sound JSON within the limits in all
// that this says. Otherwise, and for what is rare in sound JSON, NULL: then it has to be gone through token by token.
//
// Blocks of 64 bytes are looked at as a whole, and tokens one by one only where they are brackets, numbers or words.
// Nothing at or behind `end` is read.
const uint8_t *_Nullable yodel_skip_value(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits);

// The same by the instructions every machine of the architecture has: for tests to compare.
const uint8_t *_Nullable yodel_skip_value_baseline(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits);

#endif
