#ifndef YODEL_BRACKETS_H
#define YODEL_BRACKETS_H

// What is counted where arrays and objects are told apart without being read.

#include "blocks.h"

// What a block has outside and at the ends of strings, and what hides it.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opening;
    uint64_t closing;
    uint64_t slashes;
    uint64_t commas;
    uint64_t feeds;
} yodel_brackets;

// The bytes that a backslash stands before, one that is none itself; `is_escaped` says so of the first byte, and
// afterwards of the one after the last.
static inline uint64_t yodel_escaped_bytes(uint64_t backslashes, uint64_t *is_escaped) {
    uint64_t escaped = *is_escaped;
    backslashes &= ~escaped;
    *is_escaped = 0;
    while (backslashes != 0) {
        const uint64_t first = backslashes & -backslashes, next = first << 1;
        if (next == 0) {
            *is_escaped = 1;
            break;
        }
        escaped |= next;
        backslashes &= ~(first | next);
    }
    return escaped;
}

// Which bytes of a block are in strings, given whether the first one is, and whether it is escaped: afterwards that is
// known of the byte after the block.
static inline __attribute__((always_inline)) uint64_t yodel_inside_strings(
    const yodel_brackets *found, uint64_t (*const prefix_xor)(uint64_t), uint64_t *in_string, uint64_t *is_escaped) {
    uint64_t quotes = found->quotes;
    if ((found->backslashes | *is_escaped) != 0) quotes &= ~yodel_escaped_bytes(found->backslashes, is_escaped);
    const uint64_t inside = prefix_xor(quotes) ^ *in_string;
    *in_string = (uint64_t)((int64_t)inside >> 63);
    return inside;
}

// Whether one byte is outside of strings, and no quote: the same for what is left after the last block.
static inline __attribute__((always_inline)) bool yodel_is_outside_strings(
    uint8_t byte, uint64_t *in_string, uint64_t *is_escaped) {
    if (*is_escaped != 0) {
        *is_escaped = 0;
        return false;
    }
    if (byte == '"') {
        *in_string = ~*in_string;
        return false;
    }
    *is_escaped = *in_string != 0 && byte == '\\';
    return *in_string == 0;
}

// Square brackets and braces differ in one bit. What a caller does not use is not computed.
static inline yodel_brackets yodel_baseline_brackets(const uint8_t *bytes) {
    yodel_brackets found = {0, 0, 0, 0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift), folded = yodel_fold(block, 0x20);
        found.quotes |= yodel_bits(yodel_equal(block, '"')) << shift;
        found.backslashes |= yodel_bits(yodel_equal(block, '\\')) << shift;
        found.opening |= yodel_bits(yodel_equal(folded, '{')) << shift;
        found.closing |= yodel_bits(yodel_equal(folded, '}')) << shift;
        found.slashes |= yodel_bits(yodel_equal(block, '/')) << shift;
        found.commas |= yodel_bits(yodel_equal(block, ',')) << shift;
        found.feeds |= yodel_bits(yodel_equal(block, '\n')) << shift;
    }
    return found;
}

#if defined(__x86_64__)

YODEL_HASWELL static inline yodel_brackets yodel_haswell_brackets(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i fold = _mm256_set1_epi8(0x20);
    const __m256i low_folded = _mm256_or_si256(low, fold), high_folded = _mm256_or_si256(high, fold);
    return (yodel_brackets){
        .quotes = yodel_both_equal(low, high, '"'),
        .backslashes = yodel_both_equal(low, high, '\\'),
        .opening = yodel_both_equal(low_folded, high_folded, '{'),
        .closing = yodel_both_equal(low_folded, high_folded, '}'),
        .slashes = yodel_both_equal(low, high, '/'),
        .commas = yodel_both_equal(low, high, ','),
        .feeds = yodel_both_equal(low, high, '\n'),
    };
}

#endif

#endif
