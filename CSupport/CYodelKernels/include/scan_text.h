#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Yodel's kernels are for little-endian machines: they find bytes of a text by the bits of words read from it."
#endif

#if UINTPTR_MAX < UINT64_MAX
#error "Yodel is for machines with 64-bit pointers: the seconds of dates and the exponents of numbers are values of Int."
#endif

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

// Finds where something begins or ends in JSON text, sixteen bytes per step. Nothing at or after `end` is read; a
// function without an `end` documents how many bytes it reads.

// Sixteen bytes; in a comparison's result, a byte is 0xFF if the comparison holds, else 0. The compiler has
// instructions for it on every machine.
typedef uint8_t yodel_block __attribute__((ext_vector_type(16)));

static inline yodel_block yodel_load(const uint8_t *_Nonnull bytes) {
    yodel_block block;
    memcpy(&block, bytes, 16);
    return block;
}
static inline void yodel_store(yodel_block block, uint8_t *_Nonnull bytes) {
    memcpy(bytes, &block, 16);
}
static inline yodel_block yodel_equal(yodel_block block, uint8_t byte) {
    return (yodel_block)(block == byte);
}
static inline yodel_block yodel_at_most(yodel_block block, uint8_t byte) {
    return (yodel_block)(block <= byte);
}

// The bytes of a block for which a comparison holds: `YODEL_MATCH_BITS` bits for each byte.
#if defined(__aarch64__)

// Each byte's match is narrowed to four bits, as there is no instruction that gathers one bit of each.
#define YODEL_MATCH_BITS 4
#define YODEL_ALL_MATCH (~(uint64_t)0)
typedef uint64_t yodel_matches;

static inline yodel_matches yodel_gather(yodel_block matches) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16((uint16x8_t)matches, 4)), 0);
}

#else

#define YODEL_MATCH_BITS 1
#define YODEL_ALL_MATCH ((uint32_t)0xFFFF)
typedef uint32_t yodel_matches;

static inline yodel_matches yodel_gather(yodel_block matches) {
    typedef bool yodel_gathered __attribute__((ext_vector_type(16)));
    const yodel_gathered gathered = __builtin_convertvector(matches, yodel_gathered);
    uint16_t bits;
    memcpy(&bits, &gathered, 2);
    return bits;
}

#endif

#define YODEL_FIRST(matches) (__builtin_ctzll(matches) / YODEL_MATCH_BITS)

static inline yodel_matches yodel_beyond_ascii(yodel_block block) {
    return yodel_gather((yodel_block)(block >= 0x80));
}

// The bytes that end a run of characters that need no unescaping in a string.
static inline yodel_matches yodel_string_stops(yodel_block block) {
    return yodel_gather(yodel_at_most(block, 0x1F) | yodel_equal(block, '"') | yodel_equal(block, '\\'));
}

static inline bool yodel_stops_string(uint8_t byte) {
    return byte < 0x20 || byte == '"' || byte == '\\';
}

typedef struct {
    const uint8_t *_Nonnull end;
    bool is_ascii;
} yodel_string_part;

// The bytes from `start` on that a string may contain unescaped, without checking UTF-8: up to the first quote,
// backslash or control character, or to `end`.
static inline yodel_string_part yodel_scan_string(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
    bool is_ascii = true;
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
    for (; bytes < end && !yodel_stops_string(*bytes); bytes++) {
        if (*bytes >= 0x80) is_ascii = false;
    }
    return (yodel_string_part){bytes, is_ascii};
}

// The number of plain ASCII bytes before the quote that ends a string, if there are at most 31; -1 for all other
// strings. Reads 32 bytes, all of them without asking where the string ends, because lengths are hard to predict.
__attribute__((always_inline))
static inline intptr_t yodel_short_string_length(const uint8_t *_Nonnull start) {
    const yodel_block first = yodel_load(start), second = yodel_load(start + 16);
    const yodel_matches first_stops = yodel_string_stops(first);
    const bool is_in_first = first_stops != 0;
    const yodel_matches stops = is_in_first ? first_stops : yodel_string_stops(second);
    if (stops == 0) return -1;
    const yodel_matches first_high = yodel_beyond_ascii(first);
    const yodel_matches high = is_in_first ? first_high : yodel_beyond_ascii(second);
    const yodel_matches before = is_in_first ? 0 : first_high;
    const intptr_t length = YODEL_FIRST(stops) + (is_in_first ? 0 : 16);
    return start[length] == '"' && (before | (high & (stops ^ (stops - 1)))) == 0 ? length : -1;
}

// Whether all bytes are ASCII.
static inline bool yodel_is_ascii(const uint8_t *_Nonnull bytes, size_t count) {
    const uint64_t high = 0x8080808080808080;
    uint64_t word, last;
    if (count < 8) {
        uint8_t all = 0;
        for (size_t index = 0; index < count; index++) all |= bytes[index];
        return all < 0x80;
    }
    // Words of eight bytes; the last one overlaps.
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

// The first byte from `start` on that is not white space, or `end`.
static inline const uint8_t *_Nonnull yodel_skip_space(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
    // Most texts have only line feeds and spaces.
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_matches others = yodel_gather(yodel_equal(block, '\n') | yodel_equal(block, ' ')) ^ YODEL_ALL_MATCH;
        if (others == 0) continue;
        bytes += YODEL_FIRST(others);
        if (!yodel_is_space(*bytes)) return bytes;
        break;
    }
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_block ends = yodel_equal(block, '\n') | yodel_equal(block, '\r');
        const yodel_block spaces = ends | yodel_equal(block, ' ') | yodel_equal(block, '\t');
        const yodel_matches others = yodel_gather(spaces) ^ YODEL_ALL_MATCH;
        if (others != 0) return bytes + YODEL_FIRST(others);
    }
    while (bytes < end && yodel_is_space(*bytes)) bytes++;
    return bytes;
}

// The first of the 32 bytes from `start` on that is neither a line feed nor a space, or the byte after them. Reads all
// 32.
__attribute__((always_inline))
static inline const uint8_t *_Nonnull yodel_skip_indent(const uint8_t *_Nonnull start) {
    for (int count = 0; count < 2; count++, start += 16) {
        const yodel_block block = yodel_load(start);
        const yodel_matches others = yodel_gather(yodel_equal(block, '\n') | yodel_equal(block, ' ')) ^ YODEL_ALL_MATCH;
        if (others != 0) return start + YODEL_FIRST(others);
    }
    return start;
}

// The first byte from `start` on that ends a number in valid text, or `end`: a comma, a closing bracket, white space.
static inline const uint8_t *_Nonnull yodel_number_end(const uint8_t *_Nonnull start, const uint8_t *_Nonnull end) {
    const uint8_t *bytes = start;
    for (; end - bytes >= 16; bytes += 16) {
        const yodel_block block = yodel_load(bytes);
        const yodel_block brackets = yodel_equal(block, ']') | yodel_equal(block, '}');
        const yodel_matches stops = yodel_gather(yodel_at_most(block, ' ') | yodel_equal(block, ',') | brackets);
        if (stops != 0) return bytes + YODEL_FIRST(stops);
    }
    while (bytes < end && *bytes > ' ' && *bytes != ',' && *bytes != ']' && *bytes != '}') bytes++;
    return bytes;
}

// The bytes that are not decimal digits.
static inline yodel_matches yodel_not_digits(yodel_block block) {
    return yodel_gather(yodel_at_most(block - '0', 9)) ^ YODEL_ALL_MATCH;
}

// The length of the number from `start` on, if it has at most 15 digits before the point and at most 15 after it, no
// exponent, and then a comma, a closing bracket, a space or a control character; 0 for all others, valid or not. Reads 33
// bytes.
__attribute__((always_inline))
static inline intptr_t yodel_short_number_length(const uint8_t *_Nonnull start) {
    const uint8_t *const digits = start + (*start == '-');
    const yodel_matches stops = yodel_not_digits(yodel_load(digits));
    const intptr_t count = stops == 0 ? 0 : YODEL_FIRST(stops);
    if (count == 0 || (count > 1 && *digits == '0')) return 0;
    const uint8_t *end = digits + count;
    if (*end == '.') {
        const yodel_matches fraction_stops = yodel_not_digits(yodel_load(end + 1));
        const intptr_t fraction_count = fraction_stops == 0 ? 0 : YODEL_FIRST(fraction_stops);
        if (fraction_count == 0) return 0;
        end += 1 + fraction_count;
    }
    const bool ends = *end <= ' ' || *end == ',' || *end == ']' || *end == '}';
    return ends ? end - start : 0;
}

// Whether the bytes are well-formed UTF-8 (Unicode, table 3-7).
bool yodel_is_utf8(const uint8_t *_Nonnull bytes, size_t count);

// The same with instructions that every machine of the architecture has, for comparison in tests.
bool yodel_is_utf8_baseline(const uint8_t *_Nonnull bytes, size_t count);
