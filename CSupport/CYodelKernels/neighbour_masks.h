#ifndef YODEL_NEIGHBOUR_MASKS_H
#define YODEL_NEIGHBOUR_MASKS_H

// The grammar between tokens, for a block of 64 bytes at once. Every two neighbours are looked at once, by what may
// follow the first of them: a mask of some tokens' last bytes, moved up by one, lies over the bytes behind them, and
// over white space it is carried by an addition. For `[1 , 2]` (the lowest bit on the left):
//
//     separators              0001000    the comma
//     moved                   0000100    what is behind it is white space
//     with the spaces added   0010010    a carry runs through to the byte behind: the 2
//
// Blocks overlap by a byte, so that a token at the end of one is the first of the next.

#include <stdbool.h>
#include <stdint.h>

// The tokens of a block, outside of strings but for what is said otherwise.
typedef struct {
    uint64_t inside;  // of strings, with the quotes they begin with
    uint64_t string_starts, string_ends;
    uint64_t scalar_starts, behind_scalars;
    uint64_t opening, closing;
    uint64_t braces;  // says nothing of other bytes than brackets
    uint64_t commas, colons;
    uint64_t spaces;
} yodel_tokens;

// What is carried by white space from one block to the next: one bit each, for the first byte.
typedef struct {
    uint64_t key_places, places, behind_separators, behind_keys, behind_values;
} yodel_carries;

// What comes behind each of some tokens, white space aside, given the bytes right behind them.
static inline uint64_t yodel_follow(uint64_t behind, const bool is_dense, uint64_t spaces, uint64_t *carry) {
    if (is_dense) return behind;
    behind |= *carry;
    uint64_t sum;
    *carry = __builtin_add_overflow(behind & spaces, spaces, &sum);
    return (sum | behind) & ~spaces;
}

// The tokens that may not stand behind those before them, and the keys of objects.
//
// - Parameters: `is_dense`: there is no white space, in the block or at the end of the one before.
//   `in_objects`: where the innermost container is an object.
//   `keys`: whether the first byte is part of a key; all bytes of keys are added.
static inline __attribute__((always_inline)) uint64_t yodel_wrong_neighbours(
    const yodel_tokens *tokens, const bool is_dense, uint64_t in_objects, yodel_carries *carries, uint64_t *keys,
    uint64_t *key_starts) {
    const uint64_t spaces = tokens->spaces, opening = tokens->opening;
    const uint64_t separators = tokens->commas | tokens->colons;
    // Where a key or a value is wanted, or an end, and where a key. That an end is the right one is seen with the
    // brackets.
    const uint64_t places = yodel_follow((opening | separators) << 1, is_dense, spaces, &carries->places);
    const uint64_t key_places = yodel_follow(
        ((opening & tokens->braces) | (tokens->commas & in_objects)) << 1, is_dense, spaces, &carries->key_places);
    const uint64_t other_values = opening | tokens->scalar_starts;
    uint64_t wrong = places & ~(tokens->string_starts | other_values | tokens->closing);
    wrong |= key_places & other_values;
    wrong |= yodel_follow(separators << 1, is_dense, spaces, &carries->behind_separators) & tokens->closing;

    // Keys, from quote to quote, by a carry once more, and the colon behind each; behind all other values a comma, or
    // an end.
    *key_starts = key_places & tokens->string_starts;
    const uint64_t key_sums = tokens->inside + (*key_starts | *keys);
    const uint64_t key_ends = key_sums & tokens->string_ends;
    *keys = (tokens->inside & ~key_sums) | key_ends;
    wrong |= yodel_follow(key_ends << 1, is_dense, spaces, &carries->behind_keys) ^ tokens->colons;
    const uint64_t ends = (tokens->string_ends ^ key_ends) | tokens->closing;
    const uint64_t behind_values =
        yodel_follow(ends << 1 | tokens->behind_scalars, is_dense, spaces, &carries->behind_values);
    return wrong | (behind_values & ~(tokens->commas | tokens->closing));
}

#endif
