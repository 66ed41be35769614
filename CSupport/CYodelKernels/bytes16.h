#ifndef YODEL_BYTES16_H
#define YODEL_BYTES16_H

// Sixteen bytes at once, one bit for each that a condition holds for: by SSE2, NEON, or plain C. More conditions than
// scan_text.h has, which looks for the first match only.

#include <stdint.h>
#include <string.h>

#include "scan_text.h"

#if defined(__SSE2__)

// The bytes with these bits set.
static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    return _mm_or_si128(block, _mm_set1_epi8((char)bits));
}
static inline yodel_block yodel_digits(yodel_block block) {
    // Digits come to lie at the upper end of signed bytes.
    return _mm_cmpgt_epi8(_mm_add_epi8(block, _mm_set1_epi8(0x7F - '9')), _mm_set1_epi8(0x7F - 10));
}
static inline uint64_t yodel_bits(yodel_block matches) {
    return (uint32_t)_mm_movemask_epi8(matches);
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    return (uint32_t)_mm_movemask_epi8(block);
}

#elif defined(__aarch64__)

static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    return vorrq_u8(block, vdupq_n_u8(bits));
}
static inline yodel_block yodel_digits(yodel_block block) {
    return vcleq_u8(vsubq_u8(block, vdupq_n_u8('0')), vdupq_n_u8(9));
}
static inline uint64_t yodel_bits(yodel_block matches) {
    const uint8x8_t place = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(matches, vcombine_u8(place, place));
    return vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    return yodel_bits(vcgeq_u8(block, vdupq_n_u8(0x80)));
}

#else

typedef struct {
    uint8_t bytes[16];
} yodel_block;

static inline yodel_block yodel_load(const uint8_t *bytes) {
    yodel_block block;
    memcpy(block.bytes, bytes, 16);
    return block;
}
static inline yodel_block yodel_equal(yodel_block block, uint8_t byte) {
    for (int index = 0; index < 16; index++) block.bytes[index] = block.bytes[index] == byte;
    return block;
}
static inline yodel_block yodel_at_most(yodel_block block, uint8_t byte) {
    for (int index = 0; index < 16; index++) block.bytes[index] = block.bytes[index] <= byte;
    return block;
}
static inline yodel_block yodel_either(yodel_block left, yodel_block right) {
    for (int index = 0; index < 16; index++) left.bytes[index] |= right.bytes[index];
    return left;
}
static inline yodel_block yodel_fold(yodel_block block, uint8_t bits) {
    for (int index = 0; index < 16; index++) block.bytes[index] |= bits;
    return block;
}
static inline yodel_block yodel_digits(yodel_block block) {
    for (int index = 0; index < 16; index++) block.bytes[index] = (uint8_t)(block.bytes[index] - '0') <= 9;
    return block;
}
static inline uint64_t yodel_bits(yodel_block matches) {
    uint64_t bits = 0;
    for (int index = 0; index < 16; index++) bits |= (uint64_t)matches.bytes[index] << index;
    return bits;
}
static inline uint64_t yodel_high_bits(yodel_block block) {
    for (int index = 0; index < 16; index++) block.bytes[index] >>= 7;
    return yodel_bits(block);
}

#endif

#endif
