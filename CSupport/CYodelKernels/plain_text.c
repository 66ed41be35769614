#include "text_blocks.h"

#include "blocks.h"
#include "unescape.h"

// What depends on the instruction set.
typedef struct {
    yodel_masks (*classify)(const uint8_t *);
    uint64_t (*prefix_xor)(uint64_t);
    uint64_t (*spaces)(const uint8_t *);
} yodel_text_kernels;

static inline __attribute__((always_inline)) void yodel_skip_plain_blocks(
    const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state,
    const yodel_text_kernels kernels) {
    intptr_t block = state->position;
    // Bytes below this belong to a character or escape that the block before has checked.
    intptr_t checked = block;
    uint64_t carried = state->is_in_string ? ~(uint64_t)0 : 0;
    intptr_t string_start = state->string_start;

    for (; end - block >= 64; block += 64) {
        const yodel_masks masks = kernels.classify(text + block);
        const uint64_t pending = yodel_bits_from(checked - block);
        uint64_t quotes = masks.quotes & pending;
        uint64_t escapes = masks.backslashes & pending;
        uint64_t high = masks.high & pending;
        const uint64_t beyond_ascii = high;
        const uint64_t backslashes = escapes;
        intptr_t passed = checked > block + 64 ? checked : block + 64;

        while (escapes != 0) {
            const intptr_t bit = __builtin_ctzll(escapes);
            const intptr_t length = yodel_escape_length(text + block + bit, text + end);
            if (length == 0) goto done;
            // An escaped quote ends no string, an escaped backslash begins no escape.
            const uint64_t behind = yodel_bits_from(bit + length);
            quotes &= behind | ~yodel_bits_from(bit);
            escapes &= behind;
            if (block + bit + length > passed) passed = block + bit + length;
        }

        const uint64_t inside = kernels.prefix_xor(quotes) ^ carried;
        if (((backslashes | beyond_ascii) & pending & ~inside) != 0) goto done;
        if (masks.controls != 0 && (masks.controls & (inside | ~kernels.spaces(text + block))) != 0) goto done;

        while (high != 0) {
            const intptr_t bit = __builtin_ctzll(high);
            const intptr_t behind = yodel_skip_utf8(text + block + bit, text + end) - text;
            if (behind == block + bit) goto done;
            high &= yodel_bits_from(behind - block);
            if (behind > passed) passed = behind;
        }

        // A string from an earlier block that ends here, and one that is open behind what has been passed.
        if (carried != 0 && quotes != 0 && block + __builtin_ctzll(quotes) - string_start - 1 > string_limit) goto done;
        const intptr_t last_quote = quotes != 0 ? block + 63 - __builtin_clzll(quotes) : string_start;
        const uint64_t open = (uint64_t)((int64_t)inside >> 63);
        if (open != 0 && passed - last_quote - 1 > string_limit) goto done;
        carried = open;
        string_start = last_quote;
        checked = passed;
    }
done:
    state->position = checked > block ? checked : block;
    state->is_in_string = carried != 0;
    state->string_start = string_start;
}

void yodel_skip_plain_baseline(const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state) {
    const yodel_text_kernels kernels = {yodel_baseline_classify, yodel_baseline_prefix_xor, yodel_baseline_spaces};
    yodel_skip_plain_blocks(text, end, string_limit, state, kernels);
}

#if defined(__x86_64__)
YODEL_HASWELL static void yodel_haswell_skip_plain(
    const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state) {
    const yodel_text_kernels kernels = {yodel_haswell_classify, yodel_haswell_prefix_xor, yodel_haswell_spaces};
    yodel_skip_plain_blocks(text, end, string_limit, state, kernels);
}
#endif

void yodel_skip_plain(const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_skip_plain(text, end, string_limit, state);
#endif
    yodel_skip_plain_baseline(text, end, string_limit, state);
}
