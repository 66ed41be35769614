#ifndef YODEL_SKIP_VALUE_H
#define YODEL_SKIP_VALUE_H

#include <stdbool.h>
#include <stdint.h>

// How much there may be of something in a value that is skipped.
//
// Lengths are measured in blocks of 64 bytes: numbers of up to 62 characters pass if 64 are allowed, strings if 128 bytes
// more than they have are; what comes nearer to a limit, or has a smaller one, is refused.
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
// Blocks of 64 bytes are looked at as a whole, and tokens one by one only where they are brackets or words. Nothing at
// or behind `end` is read.
const uint8_t *_Nullable yodel_skip_value(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits);

// The same by the instructions every machine of the architecture has: for tests to compare.
const uint8_t *_Nullable yodel_skip_value_baseline(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits);

// What a key's first three bytes may be, its closing quote counted: by their lower four bits, one bit for each key, or
// for every eighth. A key that is wanted has a bit in common at all three; of others hardly any has.
typedef struct {
    uint8_t first[16];
    uint8_t second[16];
    uint8_t third[16];
} yodel_wanted_keys;

// Adds the key of that number to those that are wanted.
void yodel_want_key(
    yodel_wanted_keys *_Nonnull wanted, const uint8_t *_Nonnull key, intptr_t length, intptr_t number);

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
// Keys are at most 128 bytes long in what has been passed, and have no escapes.
yodel_skipped yodel_skip_members(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits,
    const yodel_wanted_keys *_Nonnull wanted);
yodel_skipped yodel_skip_members_baseline(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, yodel_skip_limits limits,
    const yodel_wanted_keys *_Nonnull wanted);

#endif
