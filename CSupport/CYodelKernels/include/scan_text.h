#ifndef YODEL_SCAN_TEXT_H
#define YODEL_SCAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// Where something begins or ends in JSON text, sixteen bytes a step. Nothing at or behind `end` is read.
//
// `yodel_matches` are the bytes of a block that a condition holds for: `YODEL_MATCH_BITS` bits for each of them.

#if defined(__SSE2__)

#define YODEL_MATCH_BITS 1
typedef uint32_t yodel_matches;
typedef __m128i yodel_block;

static inline yodel_block yodel_load(const uint8_t *_Nonnull bytes) {
    return _mm_loadu_si128((const __m128i *)bytes);
}
static inline void yodel_store(yodel_block block, uint8_t *_Nonnull bytes) {
    _mm_storeu_si128((__m128i *)bytes, block);
}
static inline yodel_block yodel_equal(yodel_block block, uint8_t byte) {
    return _mm_cmpeq_epi8(block, _mm_set1_epi8((char)byte));
}
static inline yodel_block yodel_at_most(yodel_block block, uint8_t byte) {
    return _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8((char)byte)), block);
}
static inline yodel_block yodel_either(yodel_block left, yodel_block right) {
    return _mm_or_si128(left, right);
}
static inline yodel_matches yodel_gather(yodel_block matches) {
    return (yodel_matches)_mm_movemask_epi8(matches);
}
static inline yodel_matches yodel_beyond_ascii(yodel_block block) {
    return (yodel_matches)_mm_movemask_epi8(block);
}
#define YODEL_ALL_MATCH ((yodel_matches)0xFFFF)
#define YODEL_FIRST(matches) (__builtin_ctz(matches))

#elif defined(__aarch64__)

#define YODEL_MATCH_BITS 4
typedef uint64_t yodel_matches;
typedef uint8x16_t yodel_block;

static inline yodel_block yodel_load(const uint8_t *_Nonnull bytes) {
    return vld1q_u8(bytes);
}
static inline void yodel_store(yodel_block block, uint8_t *_Nonnull bytes) {
    vst1q_u8(bytes, block);
}
static inline yodel_block yodel_equal(yodel_block block, uint8_t byte) {
    return vceqq_u8(block, vdupq_n_u8(byte));
}
static inline yodel_block yodel_at_most(yodel_block block, uint8_t byte) {
    return vcleq_u8(block, vdupq_n_u8(byte));
}
static inline yodel_block yodel_either(yodel_block left, yodel_block right) {
    return vorrq_u8(left, right);
}
// Each byte's match is narrowed to four bits: there is no instruction that gathers one of each.
static inline yodel_matches yodel_gather(yodel_block matches) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(matches), 4)), 0);
}
static inline yodel_matches yodel_beyond_ascii(yodel_block block) {
    return yodel_gather(vcgeq_u8(block, vdupq_n_u8(0x80)));
}
#define YODEL_ALL_MATCH (~(yodel_matches)0)
#define YODEL_FIRST(matches) (__builtin_ctzll(matches) / YODEL_MATCH_BITS)

#endif

#if defined(YODEL_MATCH_BITS)
// The bytes that end a run of characters that a string holds as they are.
static inline yodel_matches yodel_string_stops(yodel_block block) {
    return yodel_gather(yodel_either(
        yodel_at_most(block, 0x1F), yodel_either(yodel_equal(block, '"'), yodel_equal(block, '\\'))));
}
#endif

typedef struct {
    const uint8_t *_Nonnull end;
    bool is_ascii;
} yodel_string_part;

// The bytes from `start` on that a string may hold as they are, but for UTF-8, which is not checked: to the first quote,
// backslash or control character, or to `end`.
static inline yodel_string_part yodel_scan_string(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
    bool is_ascii = true;
#if defined(YODEL_MATCH_BITS)
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_matches stops = yodel_string_stops(block);
        const yodel_matches high = yodel_beyond_ascii(block);
        if (stops != 0) {
            // The bits below the lowest of `stops`.
            if ((high & (stops ^ (stops - 1)) & ~stops) != 0) is_ascii = false;
            return (yodel_string_part){bytes + YODEL_FIRST(stops), is_ascii};
        }
        if (high != 0) is_ascii = false;
    }
#endif
    for (; bytes < end; bytes++) {
        if (*bytes < 0x20 || *bytes == '"' || *bytes == '\\') break;
        if (*bytes >= 0x80) is_ascii = false;
    }
    return (yodel_string_part){bytes, is_ascii};
}

// Whether all of the bytes are ASCII.
static inline bool yodel_is_ascii(const uint8_t *_Nonnull bytes, size_t count) {
    const uint64_t high = 0x8080808080808080;
    uint64_t word, last;
    if (count < 8) {
        uint8_t all = 0;
        for (size_t index = 0; index < count; index++) all |= bytes[index];
        return all < 0x80;
    }
    // Words of eight, the last one overlapping.
    memcpy(&last, bytes + count - 8, 8);
    for (size_t index = 0; index + 8 < count; index += 8) {
        memcpy(&word, bytes + index, 8);
        if ((word & high) != 0) return false;
    }
    return (last & high) == 0;
}

static inline bool yodel_is_space(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

// The first byte from `start` on that is no white space, or `end`.
static inline const uint8_t *_Nonnull yodel_skip_space(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
#if defined(YODEL_MATCH_BITS)
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_block spaces = yodel_either(
            yodel_either(yodel_equal(block, ' '), yodel_equal(block, '\n')),
            yodel_either(yodel_equal(block, '\r'), yodel_equal(block, '\t')));
        const yodel_matches others = yodel_gather(spaces) ^ YODEL_ALL_MATCH;
        if (others != 0) return bytes + YODEL_FIRST(others);
    }
#endif
    while (bytes < end && yodel_is_space(*bytes)) bytes++;
    return bytes;
}

// The first byte from `start` on that ends a number in sound text, or `end`: a comma, a closing bracket, white space.
static inline const uint8_t *_Nonnull yodel_number_end(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
#if defined(YODEL_MATCH_BITS)
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_matches stops = yodel_gather(yodel_either(
            yodel_either(yodel_at_most(block, ' '), yodel_equal(block, ',')),
            yodel_either(yodel_equal(block, ']'), yodel_equal(block, '}'))));
        if (stops != 0) return bytes + YODEL_FIRST(stops);
    }
#endif
    while (bytes < end && *bytes > ' ' && *bytes != ',' && *bytes != ']' && *bytes != '}') bytes++;
    return bytes;
}

// Whether the bytes are well-formed UTF-8 (Unicode, table 3-7).
bool yodel_is_utf8(const uint8_t *_Nonnull bytes, size_t count);

// The same by the instructions every machine of the architecture has: for tests to compare.
bool yodel_is_utf8_baseline(const uint8_t *_Nonnull bytes, size_t count);

#endif
