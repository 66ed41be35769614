#pragma once

#include <stdint.h>
#include <string.h>

#include "scan_text.h"
#include "short_text.h"

// Writes JSON strings: copies text in blocks up to a byte that must be escaped: a quote, a backslash, a byte below
// 0x20, or the byte `also`, which is a slash, or a quote for no other byte. The functions are in the header because a
// call would take longer than most strings.

// The index, in memory order, of the first of eight bytes that must be escaped; 8 if there is none.
static inline intptr_t yodel_first_to_escape(uint64_t bytes, uint8_t also) {
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    const uint64_t quote = bytes ^ (ones * '"'), backslash = bytes ^ (ones * '\\'), other = bytes ^ (ones * also);
    // The top bit of a byte is set if the byte is below the number subtracted; only such a byte can cause a borrow.
    const uint64_t found = (((bytes - ones * 0x20) & ~bytes) | ((quote - ones) & ~quote) |
                            ((backslash - ones) & ~backslash) | ((other - ones) & ~other)) & tops;
    if (found == 0) return 8;
    return __builtin_ctzll(found) / 8;
}

// The number of bytes of a short text before the first that must be escaped; `count` if there is none.
static inline __attribute__((always_inline)) intptr_t yodel_unescaped_count(
    yodel_short_text text, intptr_t count, uint8_t also) {
    yodel_block block;
    memcpy(&block, &text, 16);
    // One is found at the latest in the zeros after the text.
    const intptr_t first = YODEL_FIRST(yodel_gather(
        yodel_at_most(block, 0x1F) | yodel_equal(block, '"') | yodel_equal(block, '\\') | yodel_equal(block, also)));
    return first < count ? first : count;
}

// Copies up to `count` bytes, up to the first that must be escaped; returns the number of bytes before it.
//
// All of `to[0 ..< count]` may be written; nothing else is read or written.
static inline intptr_t yodel_copy_unescaped(
    uint8_t *_Nonnull to, const uint8_t *_Nonnull from, intptr_t count, uint8_t also) {
    intptr_t index = 0;
    for (; count - index >= 16; index += 16) {
        const yodel_block block = yodel_load(from + index);
        yodel_store(block, to + index);
        const yodel_matches found = yodel_string_stops(block) | yodel_gather(yodel_equal(block, also));
        if (found != 0) return index + YODEL_FIRST(found);
    }
    while (count - index >= 8) {
        uint64_t block;
        memcpy(&block, from + index, 8);
        memcpy(to + index, &block, 8);
        const intptr_t good = yodel_first_to_escape(block, also);
        if (good < 8) return index + good;
        index += 8;
    }
    if (index >= 8 && index < count) {
        // The last few bytes, together with earlier ones that need no escape.
        uint64_t block;
        memcpy(&block, from + count - 8, 8);
        memcpy(to + count - 8, &block, 8);
        return count - 8 + yodel_first_to_escape(block, also);
    }
    for (; index < count; index++) {
        if (yodel_stops_string(from[index]) || from[index] == also) return index;
        to[index] = from[index];
    }
    return count;
}
