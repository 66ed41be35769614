#include "scan_text.h"
#include "utf8_sequence.h"

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
