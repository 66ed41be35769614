#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scan_text.h"

// The number of bytes that equal `wanted`.
static inline size_t yodel_count_byte(const uint8_t *bytes, size_t count, uint8_t wanted) {
    typedef uint16_t yodel_sums __attribute__((ext_vector_type(16)));
    size_t found = 0, index = 0;
    while (index + 16 <= count) {
        // Each byte of a block counts the matches in its position, up to 255.
        yodel_block counts = 0;
        const size_t end = count - index < 255 * 16 ? count : index + 255 * 16;
        for (; index + 16 <= end; index += 16) counts -= yodel_equal(yodel_load(bytes + index), wanted);
        found += __builtin_reduce_add(__builtin_convertvector(counts, yodel_sums));
    }
    for (; index < count; index++) found += bytes[index] == wanted;
    return found;
}

// The index of the first byte from `start` on that equals `wanted`; `end` if there is none.
static inline intptr_t yodel_find_byte(const uint8_t *bytes, intptr_t start, intptr_t end, uint8_t wanted) {
    const uint8_t *found = (const uint8_t *)memchr(bytes + start, wanted, (size_t)(end - start));
    return found == NULL ? end : found - bytes;
}

// Compares two texts byte by byte: below zero if the left one comes first, above if the right one does.
static inline int yodel_compare_bytes(
    const uint8_t *left, intptr_t left_count, const uint8_t *right, intptr_t right_count) {
    const intptr_t common = left_count < right_count ? left_count : right_count;
    const int order = common == 0 ? 0 : memcmp(left, right, (size_t)common);
    return order != 0 ? order : (left_count > right_count) - (left_count < right_count);
}
