#ifndef YODEL_UTF8_SEQUENCE_H
#define YODEL_UTF8_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool yodel_is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

// The length of the well-formed sequence beyond ASCII at `bytes`, of which `room` are there; 0 when there is none
// (Unicode, table 3-7).
static inline size_t yodel_sequence_length(const uint8_t *bytes, size_t room) {
    const uint8_t lead = bytes[0];
    if ((lead & 0xF0) == 0xE0) {
        if (room < 3 || !yodel_is_continuation(bytes[1]) || !yodel_is_continuation(bytes[2])) return 0;
        // E0 is overlong below A0, ED a surrogate from A0 on.
        return (lead == 0xE0 && bytes[1] < 0xA0) || (lead == 0xED && bytes[1] >= 0xA0) ? 0 : 3;
    }
    if (lead >= 0xC2 && lead <= 0xDF) return room >= 2 && yodel_is_continuation(bytes[1]) ? 2 : 0;
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (room < 4 || !yodel_is_continuation(bytes[1])) return 0;
        if (!yodel_is_continuation(bytes[2]) || !yodel_is_continuation(bytes[3])) return 0;
        // F0 is overlong below 90, F4 beyond U+10FFFF from 90 on.
        return (lead == 0xF0 && bytes[1] < 0x90) || (lead == 0xF4 && bytes[1] >= 0x90) ? 0 : 4;
    }
    return 0;
}

#endif
