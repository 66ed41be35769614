#pragma once

#include <stdint.h>
#include <string.h>

#include "scan_text.h"

// The eight decimal digits of a number below 10^8 as numbers, the first in the lowest byte: the halves of a word are
// divided again until each byte has a digit.
static inline uint64_t yodel_eight_digits(uint32_t number) {
    const uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    // 10486 / 2^20 is just above 1/100, 103 / 2^10 just above 1/10: close enough for four digits and for two.
    const uint64_t hundreds = fours * 10486 >> 20 & 0x0000007F0000007F;
    const uint64_t twos = hundreds + ((fours - hundreds * 100) << 16);
    const uint64_t tens = twos * 103 >> 10 & 0x000F000F000F000F;
    return tens + ((twos - tens * 10) << 8);
}

// The digits that a text begins with, at most sixteen: as a number of sixteen digits, with zeros after the text's.
typedef struct {
    uint64_t number;
    intptr_t count;
} yodel_leading_digits;

// The text of sixteen decimal digits, the first in the lowest byte of the first word, and the number of zeros at either
// end: sixteen each for zero.
typedef struct {
    uint64_t first, second;
    intptr_t leading_zeros, trailing_zeros;
} yodel_digits;

typedef uint64_t yodel_eights __attribute__((ext_vector_type(2)));
typedef uint32_t yodel_fours __attribute__((ext_vector_type(4)));
typedef uint16_t yodel_twos __attribute__((ext_vector_type(8)));

// The upper halves of the products.
static inline yodel_twos yodel_multiply_high(yodel_twos numbers, uint16_t factor) {
    typedef uint32_t yodel_products __attribute__((ext_vector_type(8)));
    const yodel_products products = __builtin_convertvector(numbers, yodel_products) * factor;
    return __builtin_convertvector(products >> 16, yodel_twos);
}

// 0xFF sixteen times, then zeros: the sixteen bytes from 16 - count on keep the first `count` of a block.
extern const uint8_t yodel_leading_bytes[32];

// Reads sixteen bytes; all groups of digits are joined at once.
__attribute__((always_inline))
static inline yodel_leading_digits yodel_read_digits(const uint8_t *_Nonnull text) {
    const yodel_block values = yodel_load(text) ^ '0';
    const yodel_matches others = yodel_gather((yodel_block)(values > 9));
    const intptr_t count = others == 0 ? 16 : YODEL_FIRST(others);
    const yodel_block digits = values & yodel_load(yodel_leading_bytes + 16 - count);
    // The upper byte of the product is ten times the lower digit plus the upper one.
    const yodel_fours twos = (yodel_fours)((yodel_twos)digits * (10 << 8 | 1) >> 8);
    const yodel_eights fours = (yodel_eights)((twos & 0xFFFF) * 100 + (twos >> 16));
    const yodel_eights eights = (fours & 0xFFFFFFFF) * 10000 + (fours >> 32);
    return (yodel_leading_digits){eights[0] * 100000000 + eights[1], count};
}

// The digits of a number below 10^16; all groups are divided at once, as above.
static inline yodel_digits yodel_sixteen_digits(uint64_t number) {
    const uint64_t high = number / 100000000;
    const yodel_eights eights = {(uint32_t)high, (uint32_t)(number - high * 100000000)};
    const yodel_eights thousands = (eights * 0xD1B71759) >> 45;
    const yodel_twos fours = (yodel_twos)(thousands | (eights - thousands * 10000) << 32);
    const yodel_twos hundreds = yodel_multiply_high(fours, 5243) >> 3;
    const yodel_twos twos = hundreds | (yodel_twos)((yodel_fours)(fours - hundreds * 100) << 16);
    const yodel_twos tens = yodel_multiply_high(twos, 6554);
    const yodel_block digits = (yodel_block)(tens | (twos - tens * 10) << 8);

    const yodel_eights text = (yodel_eights)(digits | '0');
    const uint64_t zeros = yodel_gather(yodel_equal(digits, 0));
    const uint64_t above = YODEL_MATCH_BITS == 1 ? ~(uint64_t)0xFFFF : 0;
    const uint64_t others = ~zeros & ~above;
    return (yodel_digits){
        text[0], text[1], others == 0 ? 16 : __builtin_ctzll(others) / YODEL_MATCH_BITS,
        others == 0 ? 16 : (__builtin_clzll(others) - (64 - 16 * YODEL_MATCH_BITS)) / YODEL_MATCH_BITS};
}
