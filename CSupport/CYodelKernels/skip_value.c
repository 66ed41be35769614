#include "skip_value.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "blocks.h"
#include "escapes.h"

// Where in 64 bytes the bytes stand that JSON is built with, were they all outside of strings.
typedef struct {
    uint64_t opening;
    uint64_t closing;
    uint64_t braces;  // set for a brace, not for a square bracket; says nothing of other bytes
    uint64_t commas;
    uint64_t colons;
    uint64_t spaces;
} yodel_structure;

static inline yodel_structure yodel_baseline_structure(const uint8_t *bytes) {
    yodel_structure found = {0, 0, 0, 0, 0, 0};
#if defined(__x86_64__)
    for (int shift = 0; shift < 64; shift += 16) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + shift));
        // A brace is a square bracket with one more bit.
        const __m128i folded = _mm_or_si128(block, _mm_set1_epi8(0x20));
        const __m128i spaces = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\n'))),
            _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\t'))));
#define YODEL_BITS(matches) ((uint64_t)(uint32_t)_mm_movemask_epi8(matches) << shift)
        found.opening |= YODEL_BITS(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')));
        found.closing |= YODEL_BITS(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
        found.braces |= YODEL_BITS(_mm_slli_epi16(block, 2));
        found.commas |= YODEL_BITS(_mm_cmpeq_epi8(block, _mm_set1_epi8(',')));
        found.colons |= YODEL_BITS(_mm_cmpeq_epi8(block, _mm_set1_epi8(':')));
        found.spaces |= YODEL_BITS(spaces);
#undef YODEL_BITS
    }
#else
    for (int index = 0; index < 64; index++) {
        const uint8_t byte = bytes[index];
        found.opening |= (uint64_t)((byte | 0x20) == '{') << index;
        found.closing |= (uint64_t)((byte | 0x20) == '}') << index;
        found.braces |= (uint64_t)(byte >> 5 & 1) << index;
        found.commas |= (uint64_t)(byte == ',') << index;
        found.colons |= (uint64_t)(byte == ':') << index;
        found.spaces |= (uint64_t)(byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') << index;
    }
#endif
    return found;
}

#if defined(__x86_64__)

YODEL_HASWELL static inline yodel_structure yodel_haswell_structure(const uint8_t *bytes) {
    yodel_structure found = {0, 0, 0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 32) {
        const __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + shift));
        const __m256i folded = _mm256_or_si256(block, _mm256_set1_epi8(0x20));
        const __m256i spaces = _mm256_or_si256(
            _mm256_or_si256(
                _mm256_cmpeq_epi8(block, _mm256_set1_epi8(' ')), _mm256_cmpeq_epi8(block, _mm256_set1_epi8('\n'))),
            _mm256_or_si256(
                _mm256_cmpeq_epi8(block, _mm256_set1_epi8('\r')), _mm256_cmpeq_epi8(block, _mm256_set1_epi8('\t'))));
#define YODEL_BITS(matches) ((uint64_t)(uint32_t)_mm256_movemask_epi8(matches) << shift)
        found.opening |= YODEL_BITS(_mm256_cmpeq_epi8(folded, _mm256_set1_epi8('{')));
        found.closing |= YODEL_BITS(_mm256_cmpeq_epi8(folded, _mm256_set1_epi8('}')));
        found.braces |= YODEL_BITS(_mm256_slli_epi16(block, 2));
        found.commas |= YODEL_BITS(_mm256_cmpeq_epi8(block, _mm256_set1_epi8(',')));
        found.colons |= YODEL_BITS(_mm256_cmpeq_epi8(block, _mm256_set1_epi8(':')));
        found.spaces |= YODEL_BITS(spaces);
#undef YODEL_BITS
    }
    return found;
}

#endif

static inline bool yodel_is_digit(const uint8_t *bytes, const uint8_t *end) {
    return bytes < end && *bytes >= '0' && *bytes <= '9';
}

// The length of the number or word at `bytes`; 0 when it is none, or nothing that may follow one does.
static inline intptr_t yodel_scalar_length(const uint8_t *bytes, const uint8_t *end) {
    const uint8_t *next = bytes;
    if (*next == '-' || (*next >= '0' && *next <= '9')) {
        if (*next == '-') next++;
        if (!yodel_is_digit(next, end)) return 0;
        if (*next++ != '0') {
            while (yodel_is_digit(next, end)) next++;
        }
        if (next < end && *next == '.') {
            next++;
            if (!yodel_is_digit(next, end)) return 0;
            while (yodel_is_digit(next, end)) next++;
        }
        if (next < end && (*next | 0x20) == 'e') {
            next++;
            if (next < end && (*next == '-' || *next == '+')) next++;
            if (!yodel_is_digit(next, end)) return 0;
            while (yodel_is_digit(next, end)) next++;
        }
    } else if (end - bytes >= 5) {
        if (memcmp(bytes, "true", 4) == 0 || memcmp(bytes, "null", 4) == 0) {
            next = bytes + 4;
        } else if (memcmp(bytes, "false", 5) == 0) {
            next = bytes + 5;
        }
    }
    if (next == bytes || next == end) return 0;
    const bool is_whole = *next == ',' || *next == ']' || *next == '}' || *next == ' ' || *next == '\n'
        || *next == '\r' || *next == '\t';
    return is_whole ? next - bytes : 0;
}

// What comes behind each of some tokens, white space aside, given the last bytes of the tokens and the bytes behind
// tokens whose last bytes are not known. `carry` leads from one block to the next.
static inline uint64_t yodel_follow(uint64_t last, uint64_t behind, uint64_t spaces, uint64_t *carry) {
    behind |= last << 1 | *carry;
    // A bit at the start of a run of spaces is carried through to the byte behind the run.
    uint64_t sum;
    const bool overflow = __builtin_add_overflow(behind & spaces, spaces, &sum);
    *carry = last >> 63 | overflow;
    return (sum | behind) & ~spaces;
}

// Whether a key may be one of those that `wanted` was made of.
static inline bool yodel_may_be_wanted(const uint8_t *quote, const uint8_t *end, uint64_t wanted) {
    if (end - quote < 3) return true;
    const uint8_t first = quote[1], second = quote[2];
    // An escape may stand for anything; behind an empty key comes what is not its own.
    if (first == '\\' || second == '\\' || first == '"') return true;
    return (wanted >> yodel_key_bit(first, second) & 1) != 0;
}

enum { yodel_levels = 512 };

#define YODEL_NAME(name) yodel_baseline_##name
#define YODEL_TARGET
#include "skip_value_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#if defined(__x86_64__)

#define YODEL_NAME(name) yodel_haswell_##name
#define YODEL_TARGET YODEL_HASWELL
#include "skip_value_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#endif

const uint8_t *yodel_skip_value_baseline(const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
    return yodel_baseline_skip_value(text, end, limits);
}

yodel_skipped yodel_skip_members_baseline(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, uint64_t wanted) {
    return yodel_baseline_skip_members(text, end, limits, wanted);
}

yodel_skipped yodel_skip_members(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, uint64_t wanted) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) {
        return yodel_haswell_skip_members(text, end, limits, wanted);
    }
#endif
    return yodel_baseline_skip_members(text, end, limits, wanted);
}

const uint8_t *yodel_skip_value(const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) {
        return yodel_haswell_skip_value(text, end, limits);
    }
#endif
    return yodel_baseline_skip_value(text, end, limits);
}
