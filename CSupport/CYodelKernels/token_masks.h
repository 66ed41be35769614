#ifndef YODEL_TOKEN_MASKS_H
#define YODEL_TOKEN_MASKS_H

// What the bytes of a block are to JSON's grammar, were they all outside of strings. See blocks.h for what they are to
// strings.

#include "blocks.h"

// What most blocks have.
typedef struct {
    uint64_t brackets;  // and bytes that no JSON has outside of strings: Y, y, _ and DEL
    uint64_t commas, colons;
    uint64_t spaces;
} yodel_structure;

typedef struct {
    uint64_t opening, closing;
    uint64_t braces;  // set for a brace, not for a square bracket; says nothing of other bytes
} yodel_brackets;

// The bytes of decimal numbers.
typedef struct {
    uint64_t digits, zeros, minuses, dots;
} yodel_numerals;

// A bracket is any other with some of the bits of `yodel_bracket_fold` changed; with all set it is `yodel_any_bracket`.
// A brace is a square bracket with `yodel_brace_bit` set.
enum { yodel_bracket_fold = 0x26, yodel_any_bracket = 0x7F, yodel_brace_bit = 0x20 };

static inline yodel_structure yodel_baseline_structure(const uint8_t *bytes) {
    yodel_structure found = {0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift);
        found.brackets |= yodel_bits(yodel_equal(yodel_fold(block, yodel_bracket_fold), yodel_any_bracket)) << shift;
        found.commas |= yodel_bits(yodel_equal(block, ',')) << shift;
        found.colons |= yodel_bits(yodel_equal(block, ':')) << shift;
        const yodel_block ends = yodel_either(yodel_equal(block, '\n'), yodel_equal(block, '\r'));
        const yodel_block gaps = yodel_either(yodel_equal(block, ' '), yodel_equal(block, '\t'));
        found.spaces |= yodel_bits(yodel_either(ends, gaps)) << shift;
    }
    return found;
}

static inline yodel_brackets yodel_baseline_brackets(const uint8_t *bytes) {
    yodel_brackets found = {0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift), braces = yodel_fold(block, yodel_brace_bit);
        found.opening |= yodel_bits(yodel_equal(braces, '{')) << shift;
        found.closing |= yodel_bits(yodel_equal(braces, '}')) << shift;
        found.braces |= yodel_bits(yodel_either(yodel_equal(block, '{'), yodel_equal(block, '}'))) << shift;
    }
    return found;
}

static inline yodel_numerals yodel_baseline_numerals(const uint8_t *bytes) {
    yodel_numerals found = {0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift);
        found.digits |= yodel_bits(yodel_digits(block)) << shift;
        found.zeros |= yodel_bits(yodel_equal(block, '0')) << shift;
        found.minuses |= yodel_bits(yodel_equal(block, '-')) << shift;
        found.dots |= yodel_bits(yodel_equal(block, '.')) << shift;
    }
    return found;
}

#if defined(__x86_64__)

YODEL_HASWELL static inline yodel_structure yodel_haswell_structure(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i fold = _mm256_set1_epi8(yodel_bracket_fold);
    // By the lower half of a byte the white space that it might be; FF is found by none.
    const __m256i space = _mm256_setr_epi8(
        ' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, '\r', -1, -1,
        ' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, '\r', -1, -1);
    return (yodel_structure){
        .brackets = yodel_both_equal(_mm256_or_si256(low, fold), _mm256_or_si256(high, fold), yodel_any_bracket),
        .commas = yodel_both_equal(low, high, ','),
        .colons = yodel_both_equal(low, high, ':'),
        .spaces = yodel_both(
            _mm256_cmpeq_epi8(_mm256_shuffle_epi8(space, low), low),
            _mm256_cmpeq_epi8(_mm256_shuffle_epi8(space, high), high)),
    };
}

YODEL_HASWELL static inline yodel_brackets yodel_haswell_brackets(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i brace_bit = _mm256_set1_epi8(yodel_brace_bit);
    const __m256i low_braces = _mm256_or_si256(low, brace_bit), high_braces = _mm256_or_si256(high, brace_bit);
    return (yodel_brackets){
        .opening = yodel_both_equal(low_braces, high_braces, '{'),
        .closing = yodel_both_equal(low_braces, high_braces, '}'),
        // The bit moved up to the highest of each byte.
        .braces = yodel_both(_mm256_slli_epi16(low, 2), _mm256_slli_epi16(high, 2)),
    };
}

YODEL_HASWELL static inline yodel_numerals yodel_haswell_numerals(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    // Digits come to lie at the upper end of signed bytes.
    const __m256i raise = _mm256_set1_epi8(0x7F - '9'), below_digits = _mm256_set1_epi8(0x7F - 10);
    return (yodel_numerals){
        .digits = yodel_both(
            _mm256_cmpgt_epi8(_mm256_add_epi8(low, raise), below_digits),
            _mm256_cmpgt_epi8(_mm256_add_epi8(high, raise), below_digits)),
        .zeros = yodel_both_equal(low, high, '0'),
        .minuses = yodel_both_equal(low, high, '-'),
        .dots = yodel_both_equal(low, high, '.'),
    };
}

#endif

#endif
