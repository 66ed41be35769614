#pragma once

// Classifies JSON text in blocks of 64 bytes: a mask for each kind of byte, with one bit per byte.
//
// The code is here once. The compiler makes two versions of it: one for every machine of an architecture ("baseline")
// and, on x86-64, one for machines with AVX2 ("haswell"). Functions inlined into a version use its instructions.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scan_text.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define YODEL_INLINED static inline __attribute__((always_inline))

// Only pointers to it are arguments, as values of this type are passed differently with each set of instructions.
typedef uint8_t yodel_wide __attribute__((ext_vector_type(64)));
typedef yodel_wide yodel_wide_unaligned __attribute__((aligned(1), may_alias));

// A macro, as a function would return such a value.
#define yodel_load_wide(bytes) (*(const yodel_wide_unaligned *)(bytes))

// One bit for each byte of a comparison's result; the lowest is for the first.
#define YODEL_BITS(comparison) yodel_gather_wide(&(const yodel_wide){(yodel_wide)(comparison)})

YODEL_INLINED uint64_t yodel_gather_wide(const yodel_wide *matches) {
    typedef bool yodel_wide_gathered __attribute__((ext_vector_type(64)));
    const yodel_wide_gathered gathered = __builtin_convertvector(*matches, yodel_wide_gathered);
    uint64_t bits;
    memcpy(&bits, &gathered, 8);
    return bits;
}

static inline bool yodel_is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

// The length of the well-formed non-ASCII sequence at `bytes`, of which `room` bytes are readable; 0 if there is none
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

// The bits from `first` on: none for 64 and above, all for 0 and below.
static inline uint64_t yodel_bits_from(intptr_t first) {
    return first >= 64 ? 0 : first <= 0 ? ~(uint64_t)0 : ~(uint64_t)0 << first;
}

// The end of the longest run of well-formed non-ASCII UTF-8 sequences at `bytes`; the byte there, if before `end`, is
// ASCII, ill-formed or too near the end to tell.
static inline const uint8_t *yodel_skip_utf8(const uint8_t *bytes, const uint8_t *end) {
    while (end - bytes >= 4) {
        const size_t length = yodel_sequence_length(bytes, 4);
        if (length == 0) break;
        bytes += length;
    }
    return bytes;
}

// For each bit, whether the number of set bits up to and including it is odd: turns quotes into the insides of strings.
typedef uint64_t yodel_prefix_xor(uint64_t bits);

static inline uint64_t yodel_baseline_prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
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

// Defines `name` and `name_baseline` by `name_by`, which is inlined into both and takes as last argument the function
// that finds the insides of strings.
#define YODEL_KERNEL(result, name, parameters, ...)                                                       \
    result name##_baseline parameters { return name##_by(__VA_ARGS__, yodel_baseline_prefix_xor); }       \
    YODEL_HASWELL static result name##_haswell parameters {                                               \
        return name##_by(__VA_ARGS__, yodel_haswell_prefix_xor);                                          \
    }                                                                                                     \
    result name parameters {                                                                              \
        return yodel_is_haswell() ? name##_haswell(__VA_ARGS__) : name##_baseline(__VA_ARGS__);           \
    }

#else

#define YODEL_KERNEL(result, name, parameters, ...)                                                       \
    result name##_baseline parameters { return name##_by(__VA_ARGS__, yodel_baseline_prefix_xor); }       \
    result name parameters { return name##_baseline(__VA_ARGS__); }

#endif
