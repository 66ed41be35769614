#ifndef YODEL_SKIP_VALUE_H
#define YODEL_SKIP_VALUE_H

#include <stdbool.h>
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

// Where a run of unwanted members has come to.
typedef struct {
    // The opening quote of a key, or the brace that ends the object; NULL when something is not plainly right.
    const uint8_t *_Nullable position;
    // Everything before this has been looked at. Whoever tries again before it does work that has been in vain once.
    const uint8_t *_Nonnull seen;
    // How many keys have been passed, the first not counted.
    intptr_t key_count;
    bool is_at_key;
} yodel_skipped;

// Passes over the member of an object whose key begins at `text`, and over those that follow it, to the first whose key
// may be wanted, or to the end of the object. The members' values are checked as `yodel_skip_value` does; the limit of
// depth counts the object.
//
// `wanted` has the bit of each wanted key's first two bytes, a quote standing behind the last; keys are at most
// 64 bytes long in what has been passed.
yodel_skipped yodel_skip_members(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits, uint64_t wanted);
yodel_skipped yodel_skip_members_baseline(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits, uint64_t wanted);

// Which bit a key's first two bytes have.
static inline unsigned yodel_key_bit(uint8_t first, uint8_t second) {
    return (first * 7u + second) & 63;
}

#endif
