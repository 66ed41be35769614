#include "plain_text.h"

#include "blocks.h"
#include "unescape.h"

YODEL_INLINED void yodel_skip_plain_by(
    const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state, yodel_prefix_xor *prefix_xor) {
    intptr_t block = state->position;
    // Bytes below this belong to a character or escape that was checked with the previous block.
    intptr_t checked = block;
    uint64_t carried = state->is_in_string ? ~(uint64_t)0 : 0;
    intptr_t string_start = state->string_start;

    for (; end - block >= 64; block += 64) {
        const yodel_wide bytes = yodel_load_wide(text + block);
        const uint64_t controls = YODEL_BITS(bytes < 0x20);
        const uint64_t pending = yodel_bits_from(checked - block);
        uint64_t quotes = YODEL_BITS(bytes == '"') & pending;
        uint64_t escapes = YODEL_BITS(bytes == '\\') & pending;
        uint64_t high = YODEL_BITS(bytes >= 0x80) & pending;
        const uint64_t beyond_ascii = high;
        const uint64_t backslashes = escapes;
        intptr_t passed = checked > block + 64 ? checked : block + 64;

        while (escapes != 0) {
            const intptr_t bit = __builtin_ctzll(escapes);
            const intptr_t length = yodel_read_escape(text + block + bit, text + end).length;
            if (length == 0) goto done;
            // An escaped quote does not end a string, and an escaped backslash does not begin an escape.
            const uint64_t after = yodel_bits_from(bit + length);
            quotes &= after | ~yodel_bits_from(bit);
            escapes &= after;
            if (block + bit + length > passed) passed = block + bit + length;
        }

        const uint64_t inside = prefix_xor(quotes) ^ carried;
        if (((backslashes | beyond_ascii) & pending & ~inside) != 0) goto done;
        if (controls != 0) {
            const uint64_t spaces = YODEL_BITS((bytes == '\n') | (bytes == '\r') | (bytes == '\t'));
            if ((controls & (inside | ~spaces)) != 0) goto done;
        }

        while (high != 0) {
            const intptr_t bit = __builtin_ctzll(high);
            const intptr_t after = yodel_skip_utf8(text + block + bit, text + end) - text;
            if (after == block + bit) goto done;
            high &= yodel_bits_from(after - block);
            if (after > passed) passed = after;
        }

        // A string from an earlier block that ends here, and one that is open after the checked blocks.
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

YODEL_KERNEL(
    void, yodel_skip_plain,
    (const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state), text, end, string_limit, state)
