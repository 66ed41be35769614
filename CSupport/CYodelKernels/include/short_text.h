#pragma once

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "scan_text.h"

// Texts that fit into two words.

// A text of up to 15 bytes, the first in the lowest bits of `low`, followed by zeros.
typedef struct {
    uint64_t low, high;
} yodel_short_text;

// Reads `count` bytes, at most 15, and no others.
__attribute__((always_inline))
static inline yodel_short_text yodel_read_short(const uint8_t *_Nonnull from, intptr_t count) {
    yodel_short_text text = {0, 0};
    if (count >= 8) {
        // The last eight bytes overlap the first; the overlap is shifted out.
        memcpy(&text.low, from, 8);
        memcpy(&text.high, from + count - 8, 8);
        text.high = count == 8 ? 0 : text.high >> (8 * (16 - count));
    } else if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + count - 4, 4);
        text.low = first | (uint64_t)last << (8 * (count - 4));
    } else if (count > 0) {
        text.low = from[0] | (uint64_t)from[count / 2] << (8 * (count / 2)) | (uint64_t)from[count - 1] << (8 * (count - 1));
    }
    return text;
}

typedef struct {
    yodel_short_text text;
    intptr_t count;
} yodel_short_string;

// The characters from `start` on to the quote that ends a string, if there are at most 15 and all are plain ASCII; a
// count of -1 for all other strings. Reads sixteen bytes.
__attribute__((always_inline))
static inline yodel_short_string yodel_scan_short_string(const uint8_t *_Nonnull start) {
    yodel_short_string string = {{0, 0}, -1};
    const yodel_block block = yodel_load(start);
    const yodel_matches stops = yodel_string_stops(block);
    if (stops == 0) return string;
    const intptr_t count = YODEL_FIRST(stops);
    memcpy(&string.text.low, start, 8);
    memcpy(&string.text.high, start + 8, 8);
    const uint64_t kept = ((uint64_t)1 << (8 * (count & 7))) - 1;
    string.text.low &= count < 8 ? kept : ~(uint64_t)0;
    string.text.high &= count < 8 ? 0 : kept;
    if (start[count] == '"' && ((string.text.low | string.text.high) & 0x8080808080808080) == 0) string.count = count;
    return string;
}

// The result of checking how Swift stores short strings: 0 before the check. It is in C because Swift accesses its own
// globals through a call.
extern _Atomic(uint8_t) yodel_small_string_layout;

static inline uint8_t yodel_known_string_layout(void) {
    return atomic_load_explicit(&yodel_small_string_layout, memory_order_relaxed);
}
static inline void yodel_note_string_layout(uint8_t layout) {
    atomic_store_explicit(&yodel_small_string_layout, layout, memory_order_relaxed);
}
