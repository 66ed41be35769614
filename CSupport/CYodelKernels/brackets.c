#include "brackets.h"

#include "blocks.h"

// The bytes after an unescaped backslash. `is_escaped` is in and out: whether the first byte is escaped, and then
// whether the byte after the last is.
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

// The bytes of a block that are in strings. `in_string` and `is_escaped` are in and out: the state at the first byte,
// and then at the byte after the block.
YODEL_INLINED uint64_t yodel_inside_strings(
    const yodel_wide *block, yodel_prefix_xor *prefix_xor, uint64_t *in_string, uint64_t *is_escaped) {
    uint64_t quotes = YODEL_BITS(*block == '"');
    const uint64_t backslashes = YODEL_BITS(*block == '\\');
    if ((backslashes | *is_escaped) != 0) quotes &= ~yodel_escaped_bytes(backslashes, is_escaped);
    const uint64_t inside = prefix_xor(quotes) ^ *in_string;
    *in_string = (uint64_t)((int64_t)inside >> 63);
    return inside;
}

// Whether one byte is outside strings and not a quote, for the bytes after the last block.
YODEL_INLINED bool yodel_is_outside_strings(
    uint8_t byte, uint64_t *in_string, uint64_t *is_escaped) {
    if (byte == '"' && *is_escaped == 0) {
        *in_string = ~*in_string;
        return false;
    }
    *is_escaped = *is_escaped == 0 && byte == '\\';
    return *in_string == 0;
}

// The bytes of a block that open and close arrays and objects: square brackets and braces differ in one bit.
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

YODEL_KERNEL(
    intptr_t, yodel_find_container_end,
    (const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state), text, position, end, state)

YODEL_KERNEL(
    intptr_t, yodel_find_slash,
    (const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state), text, position, end, state)
