#include <string.h>

#include "blocks.h"

bool yodel_is_utf8_baseline(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count) {
        if (bytes[index] < 0x80) {
            uint64_t word;
            if (count - index >= 8 && (memcpy(&word, bytes + index, 8), word & 0x8080808080808080) == 0) {
                index += 8;
            } else {
                index++;
            }
            continue;
        }
        const size_t length = yodel_sequence_length(bytes + index, count - index);
        if (length == 0) return false;
        index += length;
    }
    return true;
}

#if defined(__x86_64__)

// Each pair of neighbouring bytes is looked up in three tables: by the upper and the lower half of the first byte, and
// by the upper half of the second. An error is one that all three report. For E0 80:
//
//     first, upper half E    too short, surrogate, overlong 3
//     first, lower half 0    ...                   overlong 3, overlong 2, overlong 4
//     second, upper half 8   too long, overlong 3, overlong 2, overlong 4, pair
//     wrong                  overlong 3
//
// Two continuations are a pair, which is valid two or three bytes after a lead of three or four bytes, and nowhere
// else.
enum {
    yodel_too_short = 1,   // a lead, and no continuation
    yodel_too_long = 2,    // a continuation after ASCII
    yodel_overlong_2 = 4,  // C0 and C1
    yodel_overlong_3 = 8,  // E0 below A0
    yodel_overlong_4 = 16,  // F0 below 90, and F5 and above with them
    yodel_surrogate = 32,  // ED from A0 on
    yodel_too_large = 64,  // F4 from 90 on, and F5 and above with them
    yodel_pair = 128,
    yodel_any_lower = yodel_too_short | yodel_too_long | yodel_pair,
    yodel_beyond_f4 = yodel_any_lower | yodel_overlong_4 | yodel_too_large,
    yodel_continuation = yodel_too_long | yodel_overlong_2 | yodel_pair,
};

static const uint8_t yodel_utf8_first_upper[16] = {
    yodel_too_long, yodel_too_long, yodel_too_long, yodel_too_long,
    yodel_too_long, yodel_too_long, yodel_too_long, yodel_too_long,
    yodel_pair, yodel_pair, yodel_pair, yodel_pair,
    yodel_too_short | yodel_overlong_2,
    yodel_too_short,
    yodel_too_short | yodel_overlong_3 | yodel_surrogate,
    yodel_too_short | yodel_overlong_4 | yodel_too_large,
};
static const uint8_t yodel_utf8_first_lower[16] = {
    yodel_any_lower | yodel_overlong_2 | yodel_overlong_3 | yodel_overlong_4,
    yodel_any_lower | yodel_overlong_2,
    yodel_any_lower,
    yodel_any_lower,
    yodel_any_lower | yodel_too_large,
    yodel_beyond_f4, yodel_beyond_f4, yodel_beyond_f4, yodel_beyond_f4,
    yodel_beyond_f4, yodel_beyond_f4, yodel_beyond_f4, yodel_beyond_f4,
    yodel_beyond_f4 | yodel_surrogate,
    yodel_beyond_f4, yodel_beyond_f4,
};
static const uint8_t yodel_utf8_second_upper[16] = {
    yodel_too_short, yodel_too_short, yodel_too_short, yodel_too_short,
    yodel_too_short, yodel_too_short, yodel_too_short, yodel_too_short,
    yodel_continuation | yodel_overlong_3 | yodel_overlong_4,
    yodel_continuation | yodel_overlong_3 | yodel_too_large,
    yodel_continuation | yodel_surrogate | yodel_too_large,
    yodel_continuation | yodel_surrogate | yodel_too_large,
    yodel_too_short, yodel_too_short, yodel_too_short, yodel_too_short,
};

YODEL_HASWELL static inline __m256i yodel_haswell_table(const uint8_t *table, __m256i indices) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), indices);
}

// The errors in 32 bytes, 0 if there are none. `before` are the previous 32 bytes.
YODEL_HASWELL static inline __m256i yodel_haswell_utf8_errors(__m256i before, __m256i bytes) {
    const __m256i middle = _mm256_permute2x128_si256(before, bytes, 0x21), half = _mm256_set1_epi8(15);
    const __m256i one_before = _mm256_alignr_epi8(bytes, middle, 15);
    const __m256i two_before = _mm256_alignr_epi8(bytes, middle, 14);
    const __m256i three_before = _mm256_alignr_epi8(bytes, middle, 13);
    const __m256i first_upper = _mm256_and_si256(_mm256_srli_epi16(one_before, 4), half);
    const __m256i first_lower = _mm256_and_si256(one_before, half);
    const __m256i second_upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
    const __m256i wrong = _mm256_and_si256(
        yodel_haswell_table(yodel_utf8_first_upper, first_upper),
        _mm256_and_si256(
            yodel_haswell_table(yodel_utf8_first_lower, first_lower),
            yodel_haswell_table(yodel_utf8_second_upper, second_upper)));
    // The highest bit, which means a pair, where a pair must be: E0 and above are 80 and above after subtracting 60.
    const __m256i pairs = _mm256_or_si256(
        _mm256_subs_epu8(two_before, _mm256_set1_epi8(0x60)), _mm256_subs_epu8(three_before, _mm256_set1_epi8(0x70)));
    return _mm256_xor_si256(_mm256_and_si256(pairs, _mm256_set1_epi8((char)yodel_pair)), wrong);
}

// Checks 32 bytes at once. The last ones are followed by zeros, so that an incomplete sequence there is too short.
YODEL_HASWELL static bool yodel_haswell_is_utf8(const uint8_t *bytes, size_t count) {
    __m256i before = _mm256_setzero_si256(), errors = before;
    size_t index = 0;
    for (; count - index >= 32; index += 32) {
        const __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + index));
        errors = _mm256_or_si256(errors, yodel_haswell_utf8_errors(before, block));
        before = block;
    }
    uint8_t last[32] = {0};
    memcpy(last, bytes + index, count - index);
    const __m256i block = _mm256_loadu_si256((const __m256i *)last);
    errors = _mm256_or_si256(errors, yodel_haswell_utf8_errors(before, block));
    return _mm256_testz_si256(errors, errors);
}

#endif

bool yodel_is_utf8(const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
    if (count >= 16 && yodel_is_haswell()) return yodel_haswell_is_utf8(bytes, count);
#endif
    return yodel_is_utf8_baseline(bytes, count);
}
