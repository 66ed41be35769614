#include "container_end.h"

#include "blocks.h"

// What a block has outside and at the ends of strings, and what hides it.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opening;
    uint64_t closing;
    uint64_t slashes;
} yodel_brackets;

// The bytes that a backslash stands before, one that is none itself; `is_escaped` says so of the first byte, and
// afterwards of the one behind the last.
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
// known of the byte behind the block.
static inline __attribute__((always_inline)) uint64_t yodel_inside_strings(
    const yodel_brackets *found, uint64_t (*const prefix_xor)(uint64_t), uint64_t *in_string, uint64_t *is_escaped) {
    uint64_t quotes = found->quotes;
    if ((found->backslashes | *is_escaped) != 0) quotes &= ~yodel_escaped_bytes(found->backslashes, is_escaped);
    const uint64_t inside = prefix_xor(quotes) ^ *in_string;
    *in_string = (uint64_t)((int64_t)inside >> 63);
    return inside;
}

// Square brackets and braces differ in one bit. What a caller does not use is not computed.
static inline yodel_brackets yodel_baseline_brackets(const uint8_t *bytes) {
    yodel_brackets found = {0, 0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift), folded = yodel_fold(block, 0x20);
        found.quotes |= yodel_bits(yodel_equal(block, '"')) << shift;
        found.backslashes |= yodel_bits(yodel_equal(block, '\\')) << shift;
        found.opening |= yodel_bits(yodel_equal(folded, '{')) << shift;
        found.closing |= yodel_bits(yodel_equal(folded, '}')) << shift;
        found.slashes |= yodel_bits(yodel_equal(block, '/')) << shift;
    }
    return found;
}

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
        if (is_escaped != 0) {
            is_escaped = 0;
        } else if (byte == '"') {
            in_string = ~in_string;
        } else if (in_string != 0) {
            is_escaped = byte == '\\';
        } else if ((byte | 0x20) == '{') {
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
        if (is_escaped != 0) {
            is_escaped = 0;
        } else if (byte == '"') {
            in_string = ~in_string;
        } else if (in_string != 0) {
            is_escaped = byte == '\\';
        } else if (byte == '/') {
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

YODEL_HASWELL static inline yodel_brackets yodel_haswell_brackets(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i fold = _mm256_set1_epi8(0x20);
    const __m256i low_folded = _mm256_or_si256(low, fold), high_folded = _mm256_or_si256(high, fold);
    return (yodel_brackets){
        .quotes = yodel_both_equal(low, high, '"'),
        .backslashes = yodel_both_equal(low, high, '\\'),
        .opening = yodel_both_equal(low_folded, high_folded, '{'),
        .closing = yodel_both_equal(low_folded, high_folded, '}'),
        .slashes = yodel_both_equal(low, high, '/'),
    };
}

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
