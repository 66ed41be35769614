// The loop of `yodel_find_container_end`, compiled once for each instruction set. Included by container_end.c only.

YODEL_TARGET static intptr_t YODEL_NAME(find_container_end)(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    uint64_t in_string = state->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t is_escaped = state->is_escaped;
    intptr_t depth = state->depth;

    for (; end - position >= 64; position += 64) {
        const yodel_brackets found = YODEL_NAME(brackets)(text + position);
        uint64_t quotes = found.quotes;
        if ((found.backslashes | is_escaped) != 0) quotes &= ~yodel_escaped_bytes(found.backslashes, &is_escaped);
        const uint64_t inside = YODEL_NAME(prefix_xor)(quotes) ^ in_string;
        in_string = (uint64_t)((int64_t)inside >> 63);
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
