#include "unescape.h"

#include "scan_text.h"

// Writes a character as UTF-8 to memory with room for four bytes. Returns the number of bytes.
static inline intptr_t yodel_write_utf8(uint32_t scalar, uint8_t *output) {
    if (scalar < 0x80) {
        output[0] = (uint8_t)scalar;
        return 1;
    }
    const uint8_t last = (uint8_t)(0x80 | (scalar & 0x3F));
    if (scalar < 0x800) {
        output[0] = (uint8_t)(0xC0 | scalar >> 6);
        output[1] = last;
        return 2;
    }
    const uint8_t second_last = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    if (scalar < 0x10000) {
        output[0] = (uint8_t)(0xE0 | scalar >> 12);
        output[1] = second_last;
        output[2] = last;
        return 3;
    }
    output[0] = (uint8_t)(0xF0 | scalar >> 18);
    output[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
    output[2] = second_last;
    output[3] = last;
    return 4;
}

const uint8_t yodel_letter_escapes[256] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};

const int8_t yodel_hexadecimal[256] = {
    [0 ... '0' - 1] = -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ['9' + 1 ... 'A' - 1] = -1, 10, 11, 12, 13, 14, 15,
    ['F' + 1 ... 'a' - 1] = -1, 10, 11, 12, 13, 14, 15, ['f' + 1 ... 255] = -1};

yodel_unescape_outcome yodel_unescape(yodel_unescaping *state, const uint8_t *end, uint8_t *output_end) {
    const uint8_t *position = state->position;
    uint8_t *output = state->output;
    // The bits of all bytes copied, in blocks (also the bytes after a stop) and one by one, and of all code units.
    yodel_block copied = {0};
    uint8_t copied_alone = 0;
    uint32_t escaped = 0;
    yodel_unescape_outcome outcome;
    for (;;) {
        while (end - position >= 16 && output_end - output >= 16) {
            const yodel_block block = yodel_load(position);
            yodel_store(block, output);
            copied |= block;
            const yodel_matches stops = yodel_string_stops(block);
            if (__builtin_expect(stops != 0, 0)) {
                position += YODEL_FIRST(stops);
                output += YODEL_FIRST(stops);
                break;
            }
            // A jump, because the next block's address would have to wait for a sum.
            position += 16;
            output += 16;
        }
        while (position < end && output < output_end && !yodel_stops_string(*position)) {
            copied_alone |= *position;
            *output++ = *position++;
        }
        outcome = YODEL_UNSOUND;
        if (position == end || *position < 0x20) break;
        if (*position == '"') {
            outcome = YODEL_UNESCAPED;
            break;
        }
        // A character for which there is no room, or escapes: after one of a code unit, there is often another.
        do {
            outcome = YODEL_OUTPUT_FULL;
            if (output_end - output < 4) goto done;
            const yodel_escape escape = yodel_read_escape(position, end);
            outcome = YODEL_UNSOUND;
            if (escape.length == 0) goto done;
            if (escape.length == 2) {
                *output++ = (uint8_t)escape.character;
                position += 2;
                break;
            }
            escaped |= escape.character;
            output += yodel_write_utf8(escape.character, output);
            position += escape.length;
        } while (position < end && *position == '\\');
    }
done:
    state->position = position;
    state->output = output;
    if (copied_alone >= 0x80 || yodel_beyond_ascii(copied) != 0) state->has_copied_ascii = false;
    if (escaped >= 0x80) state->has_escaped_ascii = false;
    return outcome;
}
