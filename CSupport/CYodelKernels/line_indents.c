#include "line_indents.h"

#include <string.h>

#include "scan_text.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

// The index of the first line feed from `start` on; `end` when there is none.
static inline uint32_t yodel_next_line_feed(const uint8_t *text, uint32_t start, uint32_t end) {
#if defined(__x86_64__)
    const __m128i feed = _mm_set1_epi8('\n');
    while (end - start >= 16) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(text + start));
        const uint32_t feeds = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, feed));
        if (feeds != 0) return start + (uint32_t)__builtin_ctz(feeds);
        start += 16;
    }
#endif
    while (start < end && text[start] != '\n') start += 1;
    return start;
}

// Copies a line; in steps of 16 bytes where both sides have room for them, as lines are short.
static inline void yodel_copy_line(
    const uint8_t *from, uint32_t count, uint32_t readable, uint8_t *to, uint32_t writable) {
#if defined(__x86_64__)
    if (count <= 64 && readable >= 64 && writable >= 64) {
        for (uint32_t index = 0; index < count; index += 16) {
            _mm_storeu_si128((__m128i *)(to + index), _mm_loadu_si128((const __m128i *)(from + index)));
        }
        return;
    }
#endif
    memcpy(to, from, count);
}

uint32_t yodel_strip_indents(
    const uint8_t *text, uint32_t count, uint8_t *output, yodel_gap *gaps, uint32_t *gap_count) {
    uint32_t read = 0, written = 0, gap = 0;
    while (read < count) {
        const uint32_t feed = yodel_next_line_feed(text, read, count);
        // The line feed stays: it parts the tokens it stands between.
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
