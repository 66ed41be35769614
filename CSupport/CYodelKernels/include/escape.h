#ifndef YODEL_ESCAPE_H
#define YODEL_ESCAPE_H

#include <stdint.h>
#include <string.h>

#include "scan_text.h"
#include "short_text.h"

// Writing JSON strings: text is copied in blocks until a byte comes that has to be escaped, which is a quote, a
// backslash or below 0x20, or one byte more that is `also` to be escaped: a slash, or a quote for no other. The functions
// stand in the header because most strings are shorter than a call is long.

static inline int yodel_must_be_escaped(uint8_t byte) {
    return byte < 0x20 || byte == '"' || byte == '\\';
}

// Where in eight bytes, first in memory first, the first one stands that has to be escaped; 8 when there is none.
static inline intptr_t yodel_first_to_escape(uint64_t bytes, uint8_t also) {
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    const uint64_t quote = bytes ^ (ones * '"'), backslash = bytes ^ (ones * '\\'), other = bytes ^ (ones * also);
    // The top bit of a byte is set where it is below the number subtracted; a borrow comes from such a byte only.
    const uint64_t found = (((bytes - ones * 0x20) & ~bytes) | ((quote - ones) & ~quote) |
                            ((backslash - ones) & ~backslash) | ((other - ones) & ~other)) & tops;
    if (found == 0) return 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return __builtin_ctzll(found) / 8;
#else
    const uint8_t *first = (const uint8_t *)&bytes;
    intptr_t index = 0;
    while (!yodel_must_be_escaped(first[index]) && first[index] != also) index++;
    return index;
#endif
}

// How many of a short text's bytes come before the first that has to be escaped: all of them where there is none.
static inline __attribute__((always_inline)) intptr_t yodel_unescaped_count(
    yodel_short_text text, intptr_t count, uint8_t also) {
    yodel_block block;
    memcpy(&block, &text, 16);
    // One is found at the latest in the zeros after the text.
    const intptr_t first = YODEL_FIRST(yodel_gather(
        yodel_at_most(block, 0x1F) | yodel_equal(block, '"') | yodel_equal(block, '\\') | yodel_equal(block, also)));
    return first < count ? first : count;
}

// Copies up to `count` bytes, and no further than to the first that has to be escaped; says how many are good.
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
        // The last few together with good ones before them.
        uint64_t block;
        memcpy(&block, from + count - 8, 8);
        memcpy(to + count - 8, &block, 8);
        return count - 8 + yodel_first_to_escape(block, also);
    }
    for (; index < count; index++) {
        if (yodel_must_be_escaped(from[index]) || from[index] == also) return index;
        to[index] = from[index];
    }
    return count;
}

#endif
