#ifndef YODEL_NUMBER_MASKS_H
#define YODEL_NUMBER_MASKS_H

#include <stdint.h>

// The grammar of numbers for a block of 64 bytes at once, from masks of its bytes: bit i is byte i.
//
// A run of digits is passed by an addition. For `-12.5,7 ` (the lowest bit on the left):
//
//     starts           10000010    where a number begins
//     integer bytes    11101010    digits, and a minus at a start
//     their sum        00011001    a carry runs through to the byte behind; runs without a start, as that behind the
//                                  dot, stay as they are
//     ends             00010001    the sum without the integer bytes: where an integer ends, and a dot may stand

// The bytes of numbers and words in a block.
typedef struct {
    uint64_t all;
    uint64_t starts;  // where they begin, words and all
    uint64_t words;   // those that are part of `true`, `false` and `null`
    uint64_t digits, zeros, minuses, dots;
} yodel_scalars;

// The bytes behind runs, of those that start at `starts`.
static inline uint64_t yodel_run_ends(uint64_t starts, uint64_t runs) {
    return (starts + runs) & ~runs;
}

// What of the numbers is wrong, exponents aside: `signs` are the minuses and pluses that stand where they may.
static inline uint64_t yodel_wrong_decimals(const yodel_scalars *found, uint64_t pluses, uint64_t signs) {
    const uint64_t starts = found->starts & (found->digits | found->minuses), minuses = starts & found->minuses;
    uint64_t wrong = (found->minuses | pluses) & ~signs;
    wrong |= found->dots & ~yodel_run_ends(starts, found->digits | minuses);
    wrong |= (found->minuses | pluses | found->dots) << 1 & ~found->digits;
    const uint64_t first_digits = (starts & ~minuses) | minuses << 1;
    wrong |= (first_digits & found->zeros) << 1 & found->digits;
    return wrong;
}

// What of exponents is wrong, which are a letter behind a digit, a sign perhaps, digits, and nothing more of a number
// behind them. Adds to `signs` where one is in its place.
static inline uint64_t yodel_wrong_exponents(
    const yodel_scalars *found, uint64_t letters, uint64_t pluses, uint64_t *signs) {
    const uint64_t behind_letters = letters << 1;
    const uint64_t exponent_signs = behind_letters & (found->minuses | pluses);
    *signs |= exponent_signs;
    uint64_t wrong = letters & ~(found->digits << 1);
    wrong |= behind_letters & ~(found->digits | exponent_signs);
    return wrong | (yodel_run_ends(behind_letters, found->digits | exponent_signs) & found->all);
}

#endif
