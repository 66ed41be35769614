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

// Writes the character of a valid escape of a code unit, or of a surrogate pair, to memory with room for four bytes.
// Returns the number of bytes.
static inline intptr_t yodel_write_code_unit(const uint8_t *escape, intptr_t length, uint8_t *output) {
    const uint32_t unit = (uint32_t)yodel_code_unit(escape + 2);
    if (length == 6) return yodel_write_utf8(unit, output);
    const uint32_t low = (uint32_t)yodel_code_unit(escape + 8);
    return yodel_write_utf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), output);
}

// The characters of one-letter escapes; 0 for all other letters.
static const uint8_t yodel_letter_escapes[256] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};

yodel_unescape_outcome yodel_unescape(yodel_unescaping *state, const uint8_t *end, uint8_t *output_end) {
    const uint8_t *position = state->position;
    uint8_t *output = state->output;
    yodel_unescape_outcome outcome;
    for (;;) {
        while (end - position >= 16 && output_end - output >= 16) {
            const yodel_block block = yodel_load(position);
            yodel_store(block, output);
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
        while (position < end && output < output_end && !yodel_stops_string(*position)) *output++ = *position++;
        outcome = YODEL_UNSOUND;
        if (position == end) break;
        if (*position == '"') {
            outcome = YODEL_UNESCAPED;
            break;
        }
        if (*position == '\\' && end - position >= 2 && output < output_end) {
            const uint8_t character = yodel_letter_escapes[position[1]];
            if (character != 0) {
                *output++ = character;
                position += 2;
                continue;
            }
        }
        const intptr_t length = *position == '\\' ? yodel_escape_length(position, end) : 0;
        if (length == 0 && yodel_stops_string(*position)) break;
        outcome = YODEL_OUTPUT_FULL;
        if (output_end - output < 4) break;
        output += yodel_write_code_unit(position, length, output);
        position += length;
    }
    state->position = position;
    state->output = output;
    return outcome;
}
