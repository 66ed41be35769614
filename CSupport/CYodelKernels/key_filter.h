#ifndef YODEL_KEY_FILTER_H
#define YODEL_KEY_FILTER_H

// Which of the keys that begin in a block may be among those that are wanted. Three bytes behind each block are read.

#include "blocks.h"
#include "skip_value.h"

// Of the keys that begin at the quotes `starts`.
static inline uint64_t yodel_baseline_candidates(
    const uint8_t *bytes, uint64_t starts, const yodel_wanted_keys *wanted) {
    uint64_t found = 0;
    while (starts != 0) {
        const int bit = __builtin_ctzll(starts);
        starts &= starts - 1;
        const uint8_t *key = bytes + bit + 1;
        const int common = wanted->first[key[0] & 15] & wanted->second[key[1] & 15] & wanted->third[key[2] & 15];
        found |= (uint64_t)(common != 0) << bit;
    }
    return found;
}

#if defined(__x86_64__)

// For 32 bytes what a table has for the lower four bits of each.
YODEL_HASWELL static inline __m256i yodel_haswell_look_up(const uint8_t *table, const uint8_t *bytes) {
    const __m256i indices =
        _mm256_and_si256(_mm256_loadu_si256((const __m256i *)bytes), _mm256_set1_epi8(15));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), indices);
}

// For 32 bytes whether a wanted key may follow each: as if each were a quote.
YODEL_HASWELL static inline uint32_t yodel_haswell_candidates_of_32(
    const uint8_t *bytes, const yodel_wanted_keys *wanted) {
    const __m256i common = _mm256_and_si256(
        yodel_haswell_look_up(wanted->first, bytes + 1),
        _mm256_and_si256(
            yodel_haswell_look_up(wanted->second, bytes + 2), yodel_haswell_look_up(wanted->third, bytes + 3)));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(common, _mm256_setzero_si256()));
}

YODEL_HASWELL static inline uint64_t yodel_haswell_candidates(
    const uint8_t *bytes, uint64_t starts, const yodel_wanted_keys *wanted) {
    const uint64_t low = yodel_haswell_candidates_of_32(bytes, wanted);
    return starts & (low | (uint64_t)yodel_haswell_candidates_of_32(bytes + 32, wanted) << 32);
}

#endif

#endif
