#include "text_blocks.h"

#include "brackets.h"

static inline __attribute__((always_inline)) intptr_t yodel_find_end(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state,
    yodel_brackets (*const find_brackets)(const uint8_t *), uint64_t (*const prefix_xor)(uint64_t)) {
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;
    intptr_t depth = state->depth;

    for (; end - position >= 64; position += 64) {
        const yodel_brackets found = find_brackets(text + position);
        const uint64_t inside = yodel_inside_strings(&found, prefix_xor, &in_string, &is_escaped);
        const uint64_t opening = found.opening & ~inside, closing = found.closing & ~inside;
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

static inline __attribute__((always_inline)) intptr_t yodel_find_slash_by(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state,
    yodel_brackets (*const find_brackets)(const uint8_t *), uint64_t (*const prefix_xor)(uint64_t)) {
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;

    for (; end - position >= 64; position += 64) {
        const yodel_brackets found = find_brackets(text + position);
        const uint64_t slashes = found.slashes & ~yodel_inside_strings(&found, prefix_xor, &in_string, &is_escaped);
        if (slashes != 0) {
            *state = (yodel_container_state){state->depth, false, false};
            return position + __builtin_ctzll(slashes);
        }
    }
    for (; position < end; position++) {
        const uint8_t byte = text[position];
        if (!yodel_is_outside_strings(byte, &in_string, &is_escaped)) continue;
        if (byte == '/') {
            break;
        }
    }
    *state = (yodel_container_state){state->depth, in_string != 0, is_escaped != 0};
    return position;
}

intptr_t yodel_find_slash_baseline(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    return yodel_find_slash_by(text, position, end, state, yodel_baseline_brackets, yodel_baseline_prefix_xor);
}

intptr_t yodel_find_container_end_baseline(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    return yodel_find_end(text, position, end, state, yodel_baseline_brackets, yodel_baseline_prefix_xor);
}

#if defined(__x86_64__)

YODEL_HASWELL static intptr_t yodel_haswell_find_end(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    return yodel_find_end(text, position, end, state, yodel_haswell_brackets, yodel_haswell_prefix_xor);
}

YODEL_HASWELL static intptr_t yodel_haswell_find_slash(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    return yodel_find_slash_by(text, position, end, state, yodel_haswell_brackets, yodel_haswell_prefix_xor);
}

#endif

intptr_t yodel_find_container_end(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_find_end(text, position, end, state);
#endif
    return yodel_find_container_end_baseline(text, position, end, state);
}

intptr_t yodel_find_slash(const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_find_slash(text, position, end, state);
#endif
    return yodel_find_slash_baseline(text, position, end, state);
}
