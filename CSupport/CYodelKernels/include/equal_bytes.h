#ifndef YODEL_EQUAL_BYTES_H
#define YODEL_EQUAL_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Whether two texts of the same length are equal: short ones, such as keys, for which a call is too dear.
static inline bool yodel_equal_bytes(const uint8_t *_Nonnull left, const uint8_t *_Nonnull right, intptr_t count) {
    if (count >= 8) {
        uint64_t one, other;
        for (intptr_t index = 0; index < count - 8; index += 8) {
            memcpy(&one, left + index, 8);
            memcpy(&other, right + index, 8);
            if (one != other) return false;
        }
        // The last eight, some of which may have been compared.
        memcpy(&one, left + count - 8, 8);
        memcpy(&other, right + count - 8, 8);
        return one == other;
    }
    if (count >= 4) {
        uint32_t one, other, one_end, other_end;
        memcpy(&one, left, 4);
        memcpy(&other, right, 4);
        memcpy(&one_end, left + count - 4, 4);
        memcpy(&other_end, right + count - 4, 4);
        return one == other && one_end == other_end;
    }
    for (intptr_t index = 0; index < count; index++) {
        if (left[index] != right[index]) return false;
    }
    return true;
}

#endif
