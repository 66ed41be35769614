#include "scan_text.h"

static inline bool yodel_is_continuation(uint8_t byte) {
    return (byte & 0xC0) == 0x80;
}

// The length of the well-formed sequence at `bytes`, of which `room` are there; 0 when there is none.
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

bool yodel_is_utf8(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count) {
        if (bytes[index] < 0x80) {
            uint64_t word;
            if (count - index >= 8 && (memcpy(&word, bytes + index, 8), word & 0x8080808080808080) == 0) {
                index += 8;
            } else {
                index++;
            }
            continue;
        }
        const size_t length = yodel_sequence_length(bytes + index, count - index);
        if (length == 0) return false;
        index += length;
    }
    return true;
}
