// The loop of `yodel_skip_value` and `yodel_skip_members`, compiled once for each instruction set. Included by
// skip_value.c only.
//
// A block is 64 bytes, and begins with the last byte of the one before that is not of a number or word. So these are
// whole in some block, or too long for it; and what follows a token at the end of a block is seen with the next. What
// leads from one to the next are whether it begins in a string or a key, what is open, and white space that is still to
// be followed.

// What of the numbers and words of a block is wrong; `all` are their bytes.
YODEL_TARGET static inline __attribute__((always_inline)) uint64_t YODEL_NAME(wrong_scalars)(
    const uint8_t *bytes, uint64_t all, uint64_t starts) {
    const yodel_numerals numerals = YODEL_NAME(numerals)(bytes);
    yodel_scalars found = {
        all, starts, 0, numerals.digits & all, numerals.zeros, numerals.minuses & all, numerals.dots & all,
    };
    found.words = yodel_words(bytes, starts & ~(found.digits | found.minuses));
    uint64_t wrong = found.words << 1 & ~found.words & all;
    uint64_t signs = starts & found.minuses, pluses = 0;
    const uint64_t unknown = all & ~(found.digits | found.minuses | found.dots | found.words);
    if (unknown != 0) {
        const uint64_t letters = yodel_exponent_letters(bytes, unknown, &pluses);
        wrong |= unknown & ~(letters | pluses);
        wrong |= yodel_wrong_exponents(&found, letters, pluses, &signs);
    }
    return wrong | yodel_wrong_decimals(&found, pluses, signs);
}

YODEL_TARGET static inline __attribute__((always_inline)) yodel_skipped YODEL_NAME(skip)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, const bool is_members,
    const yodel_wanted_keys *wanted) {
    const intptr_t count = end - text;
    intptr_t block = 0, length = 0;
    if (limits.string < 128 || limits.number < 64) goto refused;

    // Members are those of an object that is open already; their values lie one level deeper.
    yodel_levels levels = {.kinds = is_members, .depth = is_members, .limit = yodel_depth_within(limits.depth)};
    yodel_carries carries = {.key_places = is_members, .places = is_members};
    bool is_carrying = is_members;
    uint64_t in_string = 0;          // all bits when what is before a block's first byte lies in a string
    uint64_t in_key = 0;             // one bit, when the first byte is part of a key
    uint64_t unseen = ~(uint64_t)0;  // all but the first byte, when that has been looked at with the block before
    intptr_t escaped = 0;            // bytes below this belong to an escape that has been looked at
    intptr_t inside_length = 0;      // of the blocks before that are nothing but the inside of a string
    intptr_t key_count = 0;

    for (; block < count; block += length) {
        const uint8_t *bytes = text + block;
        uint8_t last[yodel_copy_size];
        if (count - block < 64 + 8) {
            if (count - block == 1 && block != 0) goto refused;
            bytes = yodel_copy_end(last, text, block, count);
        }

        // Strings.
        const yodel_masks masks = YODEL_NAME(classify)(bytes);
        uint64_t quotes = masks.quotes, escapes = masks.backslashes;
        if (escapes != 0 || escaped > block) {
            const yodel_escapes taken = yodel_take_escapes(text, end, block, escaped, quotes, escapes);
            if (!taken.is_right) goto refused;
            quotes = taken.quotes;
            escapes = taken.escapes;
            escaped = taken.escaped;
        }
        if (masks.high != 0 && !YODEL_NAME(is_utf8)(bytes, masks.high, block < 32)) goto refused;
        if ((in_string & ~quotes) == ~(uint64_t)0) {
            // Nothing but the inside of one. The two blocks it begins and ends in may hold as much as this one, each.
            length = 63;
            inside_length += length;
            if (masks.controls != 0 || inside_length > limits.string - 2 * 63) goto refused;
            if (is_members && in_key != 0 && levels.depth == 1) goto refused;
            continue;
        }
        inside_length = 0;
        const uint64_t inside = YODEL_NAME(prefix_xor)(quotes) ^ in_string;
        const uint64_t outside = ~(inside | quotes);
        uint64_t wrong = masks.controls & inside;

        // Tokens.
        const yodel_structure found = YODEL_NAME(structure)(bytes);
        const uint64_t brackets = found.brackets & outside;
        yodel_tokens tokens = {
            .inside = inside, .string_starts = quotes & inside, .string_ends = quotes & ~inside,
            .commas = found.commas & outside, .colons = found.colons & outside, .spaces = found.spaces & outside,
        };
        const uint64_t scalars = outside & ~(brackets | tokens.commas | tokens.colons | tokens.spaces);
        const int rest = __builtin_clzll(~scalars);
        const uint64_t seen = ~(uint64_t)0 >> rest;
        length = 63 - rest;
        if (rest != 0) escaped = 0;
        in_string = (uint64_t)((int64_t)((inside ^ quotes) << rest) >> 63);
        tokens.scalar_starts = scalars & ~(scalars << 1);
        tokens.behind_scalars = ~scalars & scalars << 1;
        wrong |= YODEL_NAME(wrong_scalars)(bytes, scalars, tokens.scalar_starts);

        uint64_t keys = in_key, key_starts;
        yodel_regions regions;
        if (brackets == 0 && tokens.spaces == 0 && !is_carrying) {
            regions = yodel_same_regions(&levels, is_members);
            wrong |= yodel_wrong_neighbours(&tokens, true, regions.objects, &carries, &keys, &key_starts);
        } else {
            const yodel_brackets kinds = YODEL_NAME(brackets)(bytes);
            tokens.opening = kinds.opening & outside;
            tokens.closing = kinds.closing & outside;
            tokens.braces = kinds.braces;
            const uint64_t walked = (tokens.opening | tokens.closing) & unseen;
            wrong |= brackets & ~(tokens.opening | tokens.closing);
            if (!yodel_walk_brackets(walked, &tokens, is_members, &levels, &regions)) goto refused;
            if (tokens.spaces == 0 && !is_carrying) {
                wrong |= yodel_wrong_neighbours(&tokens, true, regions.objects, &carries, &keys, &key_starts);
            } else {
                // What the next block looks at is as if it were white space.
                tokens.spaces |= ~seen;
                wrong |= yodel_wrong_neighbours(&tokens, false, regions.objects, &carries, &keys, &key_starts);
                is_carrying = yodel_is_carrying(&carries);
            }
        }
        in_key = keys << rest >> 63;

        // The end, or a member that may be wanted.
        uint64_t here = unseen & seen & (regions.end | (regions.end - 1)), stop = regions.end;
        unseen = ~(uint64_t)1;
        if (is_members) {
            wrong |= keys & regions.members & escapes;
            uint64_t passed = key_starts & regions.members & here;
            if (block == 0) passed &= ~(uint64_t)1;
            const uint64_t candidates = YODEL_NAME(candidates)(bytes, passed, wanted);
            if (candidates != 0) {
                stop = candidates & -candidates;
                here &= stop - 1;
            }
            key_count += __builtin_popcountll(passed & here);
        }
        if ((wrong & here) != 0) goto refused;
        if (stop != 0) {
            const uint8_t *position = text + block + __builtin_ctzll(stop);
            return (yodel_skipped){position, position, key_count, stop != regions.end};
        }
        if (length == 0) goto refused;
    }
refused:
    return (yodel_skipped){NULL, count - block < 64 ? end : text + block + 64, 0, false};
}

YODEL_TARGET static const uint8_t *YODEL_NAME(skip_value)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
    const yodel_skipped skipped = YODEL_NAME(skip)(text, end, limits, false, NULL);
    return skipped.position == NULL ? NULL : skipped.position + 1;
}

YODEL_TARGET static yodel_skipped YODEL_NAME(skip_members)(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, const yodel_wanted_keys *wanted) {
    return YODEL_NAME(skip)(text, end, limits, true, wanted);
}
