#include "brackets.h"

#include "blocks.h"

// The bytes that a backslash stands before, one that is none itself; `is_escaped` says so of the first byte, and
// afterwards of the one after the last.
static inline uint64_t yodel_escaped_bytes(uint64_t backslashes, uint64_t *is_escaped) {
    uint64_t escaped = *is_escaped;
    backslashes &= ~escaped;
    *is_escaped = 0;
    while (backslashes != 0) {
        const uint64_t first = backslashes & -backslashes, next = first << 1;
        if (next == 0) {
            *is_escaped = 1;
            break;
        }
        escaped |= next;
        backslashes &= ~(first | next);
    }
    return escaped;
}

// Which bytes of a block are in strings, given whether the first one is, and whether it is escaped: afterwards that is
// known of the byte after the block.
YODEL_INLINED uint64_t yodel_inside_strings(
    const yodel_wide *block, yodel_prefix_xor *prefix_xor, uint64_t *in_string, uint64_t *is_escaped) {
    uint64_t quotes = YODEL_BITS(*block == '"');
    const uint64_t backslashes = YODEL_BITS(*block == '\\');
    if ((backslashes | *is_escaped) != 0) quotes &= ~yodel_escaped_bytes(backslashes, is_escaped);
    const uint64_t inside = prefix_xor(quotes) ^ *in_string;
    *in_string = (uint64_t)((int64_t)inside >> 63);
    return inside;
}

// Whether one byte is outside of strings, and no quote: the same for what is left after the last block.
YODEL_INLINED bool yodel_is_outside_strings(
    uint8_t byte, uint64_t *in_string, uint64_t *is_escaped) {
    if (*is_escaped != 0) {
        *is_escaped = 0;
        return false;
    }
    if (byte == '"') {
        *in_string = ~*in_string;
        return false;
    }
    *is_escaped = *in_string != 0 && byte == '\\';
    return *in_string == 0;
}

// Which bytes of a block open and close arrays and objects: square brackets and braces differ in one bit.
YODEL_INLINED uint64_t yodel_opening(const yodel_wide *block) {
    return YODEL_BITS((*block | 0x20) == '{');
}
YODEL_INLINED uint64_t yodel_closing(const yodel_wide *block) {
    return YODEL_BITS((*block | 0x20) == '}');
}

YODEL_INLINED intptr_t yodel_find_container_end_by(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state, yodel_prefix_xor *prefix_xor) {
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;
    intptr_t depth = state->depth;

    for (; end - position >= 64; position += 64) {
        const yodel_wide block = yodel_load_wide(text + position);
        const uint64_t inside = yodel_inside_strings(&block, prefix_xor, &in_string, &is_escaped);
        const uint64_t opening = yodel_opening(&block) & ~inside, closing = yodel_closing(&block) & ~inside;
        if (depth > __builtin_popcountll(closing)) {
            depth += __builtin_popcountll(opening) - __builtin_popcountll(closing);
            continue;
        }
        for (uint64_t both = opening | closing; both != 0; both &= both - 1) {
            depth += (opening & both & -both) != 0 ? 1 : -1;
            if (depth <= 0) return position + __builtin_ctzll(both) + 1;
        }
    }
    for (; position < end; position++) {
        const uint8_t byte = text[position];
        if (!yodel_is_outside_strings(byte, &in_string, &is_escaped)) continue;
        if ((byte | 0x20) == '{') {
            depth++;
        } else if ((byte | 0x20) == '}') {
            depth--;
            if (depth <= 0) return position + 1;
        }
    }
    *state = (yodel_container_state){depth, in_string != 0, is_escaped != 0};
    return -1;
}

YODEL_INLINED intptr_t yodel_find_slash_by(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state, yodel_prefix_xor *prefix_xor) {
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;

    for (; end - position >= 64; position += 64) {
        const yodel_wide block = yodel_load_wide(text + position);
        const uint64_t inside = yodel_inside_strings(&block, prefix_xor, &in_string, &is_escaped);
        const uint64_t slashes = YODEL_BITS(block == '/') & ~inside;
        if (slashes != 0) {
            *state = (yodel_container_state){state->depth, false, false};
            return position + __builtin_ctzll(slashes);
        }
    }
    for (; position < end; position++) {
        const uint8_t byte = text[position];
        if (!yodel_is_outside_strings(byte, &in_string, &is_escaped)) continue;
        if (byte == '/') break;
    }
    *state = (yodel_container_state){state->depth, in_string != 0, is_escaped != 0};
    return position;
}

YODEL_INLINED yodel_item_cut yodel_cut_items_by(
    const uint8_t *text, intptr_t count, yodel_container_state *state, yodel_prefix_xor *prefix_xor) {
    yodel_item_cut cut = {-1, 0, 0, false};
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;
    intptr_t depth = state->depth, feeds = 0, position = 0;

    for (; count - position >= 64; position += 64) {
        const yodel_wide block = yodel_load_wide(text + position);
        const uint64_t inside = yodel_inside_strings(&block, prefix_xor, &in_string, &is_escaped);
        const uint64_t opening = yodel_opening(&block) & ~inside, closing = yodel_closing(&block) & ~inside;
        const uint64_t found_feeds = YODEL_BITS(block == '\n');
        if (depth > __builtin_popcountll(closing)) {
            depth += __builtin_popcountll(opening) - __builtin_popcountll(closing);
            feeds += __builtin_popcountll(found_feeds);
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
        const uint64_t commas = YODEL_BITS(block == ',') & ~inside & between;
        if (commas != 0) {
            const int last = 63 - __builtin_clzll(commas);
            cut.comma = position + last;
            cut.commas += __builtin_popcountll(commas);
            cut.line_feeds = feeds + __builtin_popcountll(found_feeds & (((uint64_t)1 << last) - 1));
        }
        if (cut.is_over) return cut;
        feeds += __builtin_popcountll(found_feeds);
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

YODEL_KERNEL(
    intptr_t, yodel_find_container_end,
    (const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state), text, position, end, state)

YODEL_KERNEL(
    intptr_t, yodel_find_slash,
    (const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state), text, position, end, state)

YODEL_KERNEL(
    yodel_item_cut, yodel_cut_items, (const uint8_t *text, intptr_t count, yodel_container_state *state), text, count,
    state)
