#include "lines.h"

#include <string.h>

#include "scan_text.h"

// The index of the first line feed from `start` on; `end` if there is none. Lines are short, so a call would take
// longer.
static inline uint32_t yodel_next_line_feed(const uint8_t *text, uint32_t start, uint32_t end) {
    for (; end - start >= 16; start += 16) {
        const yodel_matches feeds = yodel_gather(yodel_equal(yodel_load(text + start), '\n'));
        if (feeds != 0) return start + (uint32_t)YODEL_FIRST(feeds);
    }
    while (start < end && text[start] != '\n') start += 1;
    return start;
}

// Copies a line, in steps of 16 bytes if both sides have room for them.
static inline void yodel_copy_line(
    const uint8_t *from, uint32_t count, uint32_t readable, uint8_t *to, uint32_t writable) {
    if (count > 64 || readable < 64 || writable < 64) {
        memcpy(to, from, count);
        return;
    }
    for (uint32_t index = 0; index < count; index += 16) yodel_store(yodel_load(from + index), to + index);
}

uint32_t yodel_strip_indents(
    const uint8_t *text, uint32_t count, uint8_t *output, yodel_gap *gaps, uint32_t *gap_count) {
    uint32_t read = 0, written = 0, gap = 0;
    while (read < count) {
        const uint32_t feed = yodel_next_line_feed(text, read, count);
        // The line feed stays, as it separates two tokens.
        const uint32_t line_end = feed < count ? feed + 1 : count;
        yodel_copy_line(text + read, line_end - read, count - read, output + written, count - written);
        written += line_end - read;
        read = (uint32_t)(yodel_skip_space(text + line_end, text + count) - text);
        if (read > line_end) {
            gaps[gap].index = written;
            gaps[gap].removed = read - written;
            gap += 1;
        }
    }
    *gap_count = gap;
    return written;
}
