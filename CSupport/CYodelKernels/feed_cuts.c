#include "feed_cuts.h"

#include "brackets.h"

// Which bytes of a block are line feeds, and which are not white space.
typedef struct {
    uint64_t feeds;
    uint64_t text;
} yodel_line_masks;

static inline yodel_line_masks yodel_baseline_line_masks(const uint8_t *bytes) {
    yodel_line_masks masks = {0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift), feeds = yodel_equal(block, '\n');
        const yodel_block spaces = yodel_either(yodel_equal(block, ' '), yodel_equal(block, '\t'));
        const yodel_block blanks = yodel_either(yodel_either(feeds, yodel_equal(block, '\r')), spaces);
        masks.feeds |= yodel_bits(feeds) << shift;
        masks.text |= yodel_bits(blanks) << shift;
    }
    masks.text = ~masks.text;
    return masks;
}

static inline __attribute__((always_inline)) yodel_item_cut yodel_cut_items_by(
    const uint8_t *text, intptr_t count, yodel_container_state *state,
    yodel_brackets (*const find_brackets)(const uint8_t *), uint64_t (*const prefix_xor)(uint64_t)) {
    yodel_item_cut cut = {-1, 0, 0, false};
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;
    intptr_t depth = state->depth, feeds = 0, position = 0;

    for (; count - position >= 64; position += 64) {
        const yodel_brackets found = find_brackets(text + position);
        const uint64_t inside = yodel_inside_strings(&found, prefix_xor, &in_string, &is_escaped);
        const uint64_t opening = found.opening & ~inside, closing = found.closing & ~inside;
        if (depth > __builtin_popcountll(closing)) {
            depth += __builtin_popcountll(opening) - __builtin_popcountll(closing);
            feeds += __builtin_popcountll(found.feeds);
            continue;
        }
        // Which bytes are in no item that is an array or an object.
        uint64_t between = depth == 0 ? ~(uint64_t)0 : 0;
        for (uint64_t both = opening | closing; both != 0; both &= both - 1) {
            const uint64_t from = -(both & -both);
            if ((opening & both & -both) != 0) {
                if (depth == 0) between &= ~from;
                depth++;
            } else {
                depth--;
                if (depth == 0) between |= from;
                if (depth < 0) {
                    cut.is_over = true;
                    between &= ~from;
                    break;
                }
            }
        }
        const uint64_t commas = found.commas & ~inside & between;
        if (commas != 0) {
            const int last = 63 - __builtin_clzll(commas);
            cut.comma = position + last;
            cut.commas += __builtin_popcountll(commas);
            cut.line_feeds = feeds + __builtin_popcountll(found.feeds & (((uint64_t)1 << last) - 1));
        }
        if (cut.is_over) return cut;
        feeds += __builtin_popcountll(found.feeds);
    }
    for (; position < count; position++) {
        const uint8_t byte = text[position];
        feeds += byte == '\n';
        if (!yodel_is_outside_strings(byte, &in_string, &is_escaped)) continue;
        if ((byte | 0x20) == '{') {
            depth++;
        } else if ((byte | 0x20) == '}') {
            depth--;
            if (depth < 0) {
                cut.is_over = true;
                return cut;
            }
        } else if (byte == ',' && depth == 0) {
            cut.comma = position;
            cut.commas++;
            cut.line_feeds = feeds;
        }
    }
    *state = (yodel_container_state){depth, in_string != 0, is_escaped != 0};
    return cut;
}

static inline __attribute__((always_inline)) yodel_line_counts yodel_count_lines_by(
    const uint8_t *text, intptr_t count, yodel_line_masks (*const find_lines)(const uint8_t *)) {
    yodel_line_counts counts = {0, 0};
    // Whether the line at hand has text in it already, 0 or 1.
    uint64_t is_filled = 0;
    intptr_t position = 0;
    for (; count - position >= 64; position += 64) {
        const yodel_line_masks masks = find_lines(text + position);
        // Where a line has text, the sum carries a bit through the rest of the line to its line feed.
        uint64_t sum, with_carry;
        const bool carries = __builtin_add_overflow(masks.text, ~masks.feeds, &sum);
        const bool carries_too = __builtin_add_overflow(sum, is_filled, &with_carry);
        is_filled = carries || carries_too;
        counts.lines += __builtin_popcountll(masks.feeds);
        counts.filled += __builtin_popcountll(with_carry & masks.feeds);
    }
    for (; position < count; position++) {
        const uint8_t byte = text[position];
        if (byte == '\n') {
            counts.lines += 1;
            counts.filled += (intptr_t)is_filled;
            is_filled = 0;
        } else if (byte != ' ' && byte != '\t' && byte != '\r') {
            is_filled = 1;
        }
    }
    return counts;
}

#if defined(__x86_64__)

YODEL_HASWELL static inline yodel_line_masks yodel_haswell_line_masks(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    return (yodel_line_masks){
        .feeds = yodel_both_equal(low, high, '\n'),
        .text = ~(yodel_haswell_spaces(bytes) | yodel_both_equal(low, high, ' ')),
    };
}

YODEL_HASWELL static yodel_item_cut yodel_haswell_cut_items(
    const uint8_t *text, intptr_t count, yodel_container_state *state) {
    return yodel_cut_items_by(text, count, state, yodel_haswell_brackets, yodel_haswell_prefix_xor);
}

YODEL_HASWELL static yodel_line_counts yodel_haswell_count_lines(const uint8_t *text, intptr_t count) {
    return yodel_count_lines_by(text, count, yodel_haswell_line_masks);
}

#endif

yodel_item_cut yodel_cut_items_baseline(const uint8_t *text, intptr_t count, yodel_container_state *state) {
    return yodel_cut_items_by(text, count, state, yodel_baseline_brackets, yodel_baseline_prefix_xor);
}

yodel_item_cut yodel_cut_items(const uint8_t *text, intptr_t count, yodel_container_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_cut_items(text, count, state);
#endif
    return yodel_cut_items_baseline(text, count, state);
}

yodel_line_counts yodel_count_lines_baseline(const uint8_t *text, intptr_t count) {
    return yodel_count_lines_by(text, count, yodel_baseline_line_masks);
}

yodel_line_counts yodel_count_lines(const uint8_t *text, intptr_t count) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_count_lines(text, count);
#endif
    return yodel_count_lines_baseline(text, count);
}
