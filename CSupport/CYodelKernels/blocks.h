#ifndef YODEL_BLOCKS_H
#define YODEL_BLOCKS_H

// JSON text in blocks of 64 bytes: what each byte is, as one bit in a mask for each kind. Everything is there for every
// machine of an architecture ("baseline") and, on x86-64, for those with AVX2 ("haswell").

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scan_text.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Sixteen bytes, one bit for each that a condition holds for: by SSE2, NEON, or plain C. More conditions than scan_text.h
// has, which looks for the first match only.

#if defined(__SSE2__)

// The bytes with these bits set.
static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    return _mm_or_si128(block, _mm_set1_epi8((char)bits));
}
static inline uint64_t yodel_bits(yodel_block matches) {
    return (uint32_t)_mm_movemask_epi8(matches);
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    return (uint32_t)_mm_movemask_epi8(block);
}

#elif defined(__aarch64__)

static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    return vorrq_u8(block, vdupq_n_u8(bits));
}
static inline uint64_t yodel_bits(yodel_block matches) {
    const uint8x8_t place = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(matches, vcombine_u8(place, place));
    return vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    return yodel_bits(vcgeq_u8(block, vdupq_n_u8(0x80)));
}

#else

typedef struct {
    uint8_t bytes[16];
} yodel_block;

static inline yodel_block yodel_load(const uint8_t *bytes) {
    yodel_block block;
    memcpy(block.bytes, bytes, 16);
    return block;
}
static inline yodel_block yodel_equal(yodel_block block, uint8_t byte) {
    for (int index = 0; index < 16; index++) block.bytes[index] = block.bytes[index] == byte;
    return block;
}
static inline yodel_block yodel_at_most(yodel_block block, uint8_t byte) {
    for (int index = 0; index < 16; index++) block.bytes[index] = block.bytes[index] <= byte;
    return block;
}
static inline yodel_block yodel_either(yodel_block left, yodel_block right) {
    for (int index = 0; index < 16; index++) left.bytes[index] |= right.bytes[index];
    return left;
}
static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    for (int index = 0; index < 16; index++) block.bytes[index] |= bits;
    return block;
}
static inline uint64_t yodel_bits(yodel_block matches) {
    uint64_t bits = 0;
    for (int index = 0; index < 16; index++) bits |= (uint64_t)matches.bytes[index] << index;
    return bits;
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    for (int index = 0; index < 16; index++) block.bytes[index] >>= 7;
    return yodel_bits(block);
}

#endif

static inline bool yodel_is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

// The length of the well-formed sequence beyond ASCII at `bytes`, of which `room` are there; 0 when there is none
// (Unicode, table 3-7).
static inline size_t yodel_sequence_length(const uint8_t *bytes, size_t room) {
    const uint8_t lead = bytes[0];
    if ((lead & 0xF0) == 0xE0) {
        if (room < 3 || !yodel_is_continuation(bytes[1]) || !yodel_is_continuation(bytes[2])) return 0;
        // E0 is overlong below A0, ED a surrogate from A0 on.
        return (lead == 0xE0 && bytes[1] < 0xA0) || (lead == 0xED && bytes[1] >= 0xA0) ? 0 : 3;
    }
    if (lead >= 0xC2 && lead <= 0xDF) return room >= 2 && yodel_is_continuation(bytes[1]) ? 2 : 0;
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (room < 4 || !yodel_is_continuation(bytes[1])) return 0;
        if (!yodel_is_continuation(bytes[2]) || !yodel_is_continuation(bytes[3])) return 0;
        // F0 is overlong below 90, F4 beyond U+10FFFF from 90 on.
        return (lead == 0xF0 && bytes[1] < 0x90) || (lead == 0xF4 && bytes[1] >= 0x90) ? 0 : 4;
    }
    return 0;
}

// Where in 64 bytes the bytes stand that a string scan has to look at: bit i is byte i.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t controls;  // below 0x20
    uint64_t high;      // 0x80 and above
} yodel_masks;

// The bits from `first` on: none at 64 and above, all at 0 and below.
static inline uint64_t yodel_bits_from(intptr_t first) {
    return first >= 64 ? 0 : first <= 0 ? ~(uint64_t)0 : ~(uint64_t)0 << first;
}

// For each bit whether the number of bits set up to it is odd: from quotes, the insides of strings.
static inline uint64_t yodel_baseline_prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

// Which bytes of a block are tabs, line feeds and carriage returns.
static inline uint64_t yodel_baseline_spaces(const uint8_t *bytes) {
    uint64_t spaces = 0;
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift);
        const yodel_block ends = yodel_either(yodel_equal(block, '\n'), yodel_equal(block, '\r'));
        spaces |= yodel_bits(yodel_either(ends, yodel_equal(block, '\t'))) << shift;
    }
    return spaces;
}

static inline yodel_masks yodel_baseline_classify(const uint8_t *bytes) {
    yodel_masks masks = {0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift);
        masks.quotes |= yodel_bits(yodel_equal(block, '"')) << shift;
        masks.backslashes |= yodel_bits(yodel_equal(block, '\\')) << shift;
        masks.controls |= yodel_bits(yodel_at_most(block, 0x1F)) << shift;
        masks.high |= yodel_high_bits(block) << shift;
    }
    return masks;
}

// The end of the longest run of well-formed UTF-8 sequences beyond ASCII at `bytes`; what stands there, if before `end`,
// is ASCII, ill-formed or too near the end to tell.
static inline const uint8_t *yodel_skip_utf8(const uint8_t *bytes, const uint8_t *end) {
    while (end - bytes >= 4) {
        const size_t length = yodel_sequence_length(bytes, 4);
        if (length == 0) break;
        bytes += length;
    }
    return bytes;
}

#if defined(__x86_64__)

#define YODEL_HASWELL __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")))

static inline bool yodel_is_haswell(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
}

YODEL_HASWELL static inline uint64_t yodel_haswell_prefix_xor(uint64_t bits) {
    const __m128i all = _mm_set1_epi8(-1);
    return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)bits), all, 0));
}

YODEL_HASWELL static inline uint64_t yodel_haswell_spaces(const uint8_t *bytes) {
    const __m256i feed = _mm256_set1_epi8('\n'), carriage = _mm256_set1_epi8('\r'), tab = _mm256_set1_epi8('\t');
    uint64_t spaces = 0;
    for (int shift = 0; shift < 64; shift += 32) {
        const __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + shift));
        const __m256i matches = _mm256_or_si256(
            _mm256_cmpeq_epi8(block, feed),
            _mm256_or_si256(_mm256_cmpeq_epi8(block, carriage), _mm256_cmpeq_epi8(block, tab)));
        spaces |= (uint64_t)(uint32_t)_mm256_movemask_epi8(matches) << shift;
    }
    return spaces;
}

// The bits of both halves of a block.
YODEL_HASWELL static inline uint64_t yodel_both(__m256i low_matches, __m256i high_matches) {
    return (uint32_t)_mm256_movemask_epi8(low_matches) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high_matches) << 32;
}

YODEL_HASWELL static inline uint64_t yodel_both_equal(__m256i low, __m256i high, char byte) {
    const __m256i bytes = _mm256_set1_epi8(byte);
    return yodel_both(_mm256_cmpeq_epi8(low, bytes), _mm256_cmpeq_epi8(high, bytes));
}

YODEL_HASWELL static inline uint64_t yodel_both_at_most(__m256i low, __m256i high, char byte) {
    const __m256i bytes = _mm256_set1_epi8(byte);
    return yodel_both(
        _mm256_cmpeq_epi8(_mm256_min_epu8(low, bytes), low), _mm256_cmpeq_epi8(_mm256_min_epu8(high, bytes), high));
}

YODEL_HASWELL static inline yodel_masks yodel_haswell_classify(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    return (yodel_masks){
        .quotes = yodel_both_equal(low, high, '"'),
        .backslashes = yodel_both_equal(low, high, '\\'),
        .controls = yodel_both_at_most(low, high, 0x1F),
        .high = yodel_both(low, high),
    };
}

#endif

#endif
