// The loop of `yodel_skip_value` and `yodel_skip_members`, compiled once for each instruction set. Included by
// skip_value.c only.
//
// Every two neighbouring tokens are checked once, by what may follow the first of them. Whether a string is a key, and
// what a comma leads to, depends on the innermost container; that is known between any two brackets.

YODEL_TARGET static inline __attribute__((always_inline)) yodel_skipped YODEL_NAME(skip)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, const bool is_members, uint64_t wanted) {
    yodel_skipped refused = {NULL, end, 0, false};
    if (limits.string < 64) return refused;
    const intptr_t depth_limit = limits.depth < yodel_levels ? limits.depth : yodel_levels;
    const intptr_t count = end - text;
    uint64_t kinds[yodel_levels / 64];  // one bit a level: an object
    // Members are those of an object that is open already; their values lie one level deeper.
    intptr_t depth = is_members ? 1 : 0;
    bool in_object = is_members;
    kinds[0] = is_members;
    intptr_t key_count = 0;

    intptr_t checked = 0;  // bytes below this belong to a character or escape that has been checked
    uint64_t carried = 0;  // all bits in a string
    intptr_t string_start = 0;
    uint64_t behind_key_place = is_members, behind_value_place = 0, behind_separator = 0, behind_key = 0, behind_value = 0;
    uint64_t in_key = 0, in_scalar = 0;

    for (intptr_t block = 0; block < count; block += 64) {
        const uint8_t *bytes = text + block;
        uint8_t last[64];
        refused.seen = count - block < 64 ? end : bytes + 64;
        if (count - block < 64) {
            memset(last, ' ', 64);
            memcpy(last, bytes, (size_t)(count - block));
            bytes = last;
        }

        // Strings, escapes, UTF-8.
        const yodel_masks masks = YODEL_NAME(classify)(bytes);
        const uint64_t pending = yodel_bits_from(checked - block);
        uint64_t quotes = masks.quotes & pending;
        uint64_t escapes = masks.backslashes & pending;
        uint64_t high = masks.high & pending;
        const uint64_t strange = (masks.backslashes | masks.high) & pending;
        while (escapes != 0) {
            const intptr_t bit = __builtin_ctzll(escapes);
            const intptr_t length = yodel_escape_length(text + block + bit, end);
            if (length == 0) return refused;
            const uint64_t behind = yodel_bits_from(bit + length);
            quotes &= behind | ~yodel_bits_from(bit);
            escapes &= behind;
            if (block + bit + length > checked) checked = block + bit + length;
        }
        while (high != 0) {
            const intptr_t bit = __builtin_ctzll(high);
            const intptr_t behind = yodel_skip_utf8(text + block + bit, end) - text;
            if (behind == block + bit) return refused;
            high &= yodel_bits_from(behind - block);
            if (behind > checked) checked = behind;
        }
        const uint64_t inside = YODEL_NAME(prefix_xor)(quotes) ^ carried;
        const uint64_t string_starts = quotes & inside, string_ends = quotes & ~inside;
        const uint64_t outside = ~(inside | quotes);
        if (quotes != 0) {
            if (carried != 0 && block + __builtin_ctzll(quotes) - string_start - 1 > limits.string) return refused;
            string_start = block + 63 - __builtin_clzll(quotes);
        }

        // What is built of them.
        const yodel_structure found = YODEL_NAME(structure)(bytes);
        const uint64_t spaces = found.spaces & outside, commas = found.commas & outside;
        const uint64_t colons = found.colons & outside;
        const uint64_t opening = found.opening & outside, closing = found.closing & outside;
        const uint64_t scalars = outside & ~(spaces | commas | colons | opening | closing);

        // `objects` lie in the innermost of objects, `members` in the outermost, `here` before what ends this.
        uint64_t objects = 0, members = 0, here = ~(uint64_t)0;
        const uint8_t *stop = NULL;
        uint64_t brackets = opening | closing, before = 0;
        while (brackets != 0) {
            const int bit = __builtin_ctzll(brackets);
            const uint64_t below = ((uint64_t)1 << bit) - 1;
            brackets &= brackets - 1;
            if (in_object) objects |= below & ~before;
            if (is_members && depth == 1) members |= below & ~before;
            before = below;
            const bool is_brace = (found.braces >> bit & 1) != 0;
            if ((opening >> bit & 1) != 0) {
                if (depth == depth_limit) return refused;
                const uint64_t kind = (uint64_t)1 << (depth & 63);
                if ((depth & 63) == 0) kinds[depth >> 6] = 0;
                if (is_brace) kinds[depth >> 6] |= kind; else kinds[depth >> 6] &= ~kind;
                depth++;
                in_object = is_brace;
            } else {
                if (is_brace != in_object) return refused;
                depth--;
                if (depth == 0) {
                    stop = text + block + bit;
                    here = below | (uint64_t)1 << bit;
                    break;
                }
                in_object = (kinds[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1) != 0;
            }
        }
        if (depth > 0 && in_object) objects |= ~before;
        if (is_members && depth == 1) members |= ~before;

        const uint64_t scalar_starts = scalars & ~(scalars << 1 | in_scalar);
        const uint64_t behind_scalar = ~scalars & (scalars << 1 | in_scalar);
        in_scalar = scalars >> 63;
        const uint64_t values = string_starts | opening | scalar_starts;

        // Where a key is wanted, or the end of an object; where a value is, or the end of an array.
        const uint64_t braces = opening & found.braces;
        const uint64_t key_places = yodel_follow(braces | (commas & objects), 0, spaces, &behind_key_place);
        const uint64_t value_places =
            yodel_follow((opening & ~found.braces) | (commas & ~objects) | colons, 0, spaces, &behind_value_place);
        uint64_t wrong = (strange & ~inside) | (masks.controls & ~spaces);
        wrong |= key_places & ~(string_starts | (closing & found.braces));
        wrong |= value_places & ~(values | (closing & ~found.braces));
        wrong |= yodel_follow(commas | colons, 0, spaces, &behind_separator) & closing;

        // Keys, from quote to quote, and the colon behind each; behind all other values a comma, or an end.
        const uint64_t key_starts = key_places & string_starts;
        uint64_t key_bits;
        const bool overflow = __builtin_add_overflow(inside, key_starts | (carried & in_key), &key_bits);
        const uint64_t key_ends = key_bits & string_ends;
        in_key = overflow;
        carried = (uint64_t)((int64_t)inside >> 63);
        wrong |= yodel_follow(key_ends, 0, spaces, &behind_key) ^ colons;
        const uint64_t ends = (string_ends & ~key_ends) | closing;
        wrong |= yodel_follow(ends, behind_scalar, spaces, &behind_value) & ~(commas | closing);

        // A member that may be wanted ends this, and so does one whose key goes on in the next block.
        bool is_at_key = false;
        if (is_members) {
            uint64_t keys = key_starts & members & here;
            if (block == 0) keys &= ~(uint64_t)1;
            while (keys != 0) {
                const int bit = __builtin_ctzll(keys);
                keys &= keys - 1;
                const bool goes_on = overflow && key_starts >> bit == 1;
                if (goes_on || yodel_may_be_wanted(text + block + bit, end, wanted)) {
                    stop = text + block + bit;
                    here = ((uint64_t)1 << bit) - 1;
                    is_at_key = true;
                    break;
                }
                key_count++;
            }
        }
        if ((wrong & here) != 0) return refused;

        uint64_t starts = scalar_starts & here;
        while (starts != 0) {
            const intptr_t bit = __builtin_ctzll(starts);
            starts &= starts - 1;
            const intptr_t length = yodel_scalar_length(text + block + bit, end);
            if (length == 0 || length > limits.number) return refused;
        }
        if (stop != NULL) return (yodel_skipped){stop, stop, key_count, is_at_key};
    }
    return refused;
}

YODEL_TARGET static const uint8_t *YODEL_NAME(skip_value)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
    const yodel_skipped skipped = YODEL_NAME(skip)(text, end, limits, false, 0);
    return skipped.position == NULL ? NULL : skipped.position + 1;
}

YODEL_TARGET static yodel_skipped YODEL_NAME(skip_members)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, uint64_t wanted) {
    return YODEL_NAME(skip)(text, end, limits, true, wanted);
}
