#ifndef YODEL_BYTE_MASKS_H
#define YODEL_BYTE_MASKS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Where in 64 bytes of JSON text the bytes stand that a string scan has to look at: bit i is byte i.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t controls;  // below 0x20
    uint64_t spaces;    // tab, line feed, carriage return: the controls allowed between tokens
    uint64_t high;      // 0x80 and above
} yodel_text_masks;

#if defined(__SSE2__)

static inline uint64_t yodel_bits16(__m128i matches, int shift) {
    return (uint64_t)(uint32_t)_mm_movemask_epi8(matches) << shift;
}

static inline yodel_text_masks yodel_classify64(const uint8_t *bytes) {
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(0x1F);
    const __m128i tab = _mm_set1_epi8('\t'), feed = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
    yodel_text_masks masks = {0, 0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(bytes + shift));
        masks.quotes |= yodel_bits16(_mm_cmpeq_epi8(block, quote), shift);
        masks.backslashes |= yodel_bits16(_mm_cmpeq_epi8(block, backslash), shift);
        masks.controls |= yodel_bits16(_mm_cmpeq_epi8(_mm_min_epu8(block, last_control), block), shift);
        masks.high |= yodel_bits16(block, shift);
    }
    if (masks.controls != 0) {
        for (int shift = 0; shift < 64; shift += 16) {
            __m128i block = _mm_loadu_si128((const __m128i *)(bytes + shift));
            __m128i space = _mm_or_si128(
                _mm_cmpeq_epi8(block, feed), _mm_or_si128(_mm_cmpeq_epi8(block, tab), _mm_cmpeq_epi8(block, carriage)));
            masks.spaces |= yodel_bits16(space, shift);
        }
    }
    return masks;
}

#else

static inline yodel_text_masks yodel_classify64(const uint8_t *bytes) {
    yodel_text_masks masks = {0, 0, 0, 0, 0};
    for (int index = 0; index < 64; index++) {
        const uint8_t byte = bytes[index];
        const uint64_t bit = (uint64_t)1 << index;
        if (byte == '"') masks.quotes |= bit;
        if (byte == '\\') masks.backslashes |= bit;
        if (byte < 0x20) masks.controls |= bit;
        if (byte == '\t' || byte == '\n' || byte == '\r') masks.spaces |= bit;
        if (byte >= 0x80) masks.high |= bit;
    }
    return masks;
}

#endif

// How many bytes equal `wanted`; a loop the compiler turns into vector code.
static inline size_t yodel_count_byte(const uint8_t *bytes, size_t count, uint8_t wanted) {
    size_t found = 0;
    for (size_t index = 0; index < count; index++) found += bytes[index] == wanted;
    return found;
}

#endif
