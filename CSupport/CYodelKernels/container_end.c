#include "container_end.h"

#include "blocks.h"

// What a block has outside and at the ends of strings, and what hides it.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opening;
    uint64_t closing;
} yodel_brackets;

// The bytes that a backslash stands before, one that is none itself; `is_escaped` says so of the first byte, and
// afterwards of the one behind the last.
static inline uint64_t yodel_escaped_bytes(uint64_t backslashes, uint64_t *is_escaped) {
    uint64_t escaped = *is_escaped;
    backslashes &= ~escaped;
    *is_escaped = 0;
    while (backslashes != 0) {
        const uint64_t first = backslashes & -backslashes, next = first << 1;
        if (next == 0) {
            *is_escaped = 1;
            break;
        }
        escaped |= next;
        backslashes &= ~(first | next);
    }
    return escaped;
}

// Square brackets and braces differ in one bit.
static inline yodel_brackets yodel_baseline_brackets(const uint8_t *bytes) {
    yodel_brackets found = {0, 0, 0, 0};
    for (int shift = 0; shift < 64; shift += 16) {
        const yodel_block block = yodel_load(bytes + shift), folded = yodel_fold(block, 0x20);
        found.quotes |= yodel_bits(yodel_equal(block, '"')) << shift;
        found.backslashes |= yodel_bits(yodel_equal(block, '\\')) << shift;
        found.opening |= yodel_bits(yodel_equal(folded, '{')) << shift;
        found.closing |= yodel_bits(yodel_equal(folded, '}')) << shift;
    }
    return found;
}

#define YODEL_NAME(name) yodel_baseline_##name
#define YODEL_TARGET
#include "container_end_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#if defined(__x86_64__)

YODEL_HASWELL static inline yodel_brackets yodel_haswell_brackets(const uint8_t *bytes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i fold = _mm256_set1_epi8(0x20);
    const __m256i low_folded = _mm256_or_si256(low, fold), high_folded = _mm256_or_si256(high, fold);
    return (yodel_brackets){
        .quotes = yodel_both_equal(low, high, '"'),
        .backslashes = yodel_both_equal(low, high, '\\'),
        .opening = yodel_both_equal(low_folded, high_folded, '{'),
        .closing = yodel_both_equal(low_folded, high_folded, '}'),
    };
}

#define YODEL_NAME(name) yodel_haswell_##name
#define YODEL_TARGET YODEL_HASWELL
#include "container_end_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#endif

intptr_t yodel_find_container_end_baseline(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
    return yodel_baseline_find_container_end(text, position, end, state);
}

intptr_t yodel_find_container_end(
    const uint8_t *text, intptr_t position, intptr_t end, yodel_container_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) return yodel_haswell_find_container_end(text, position, end, state);
#endif
    return yodel_baseline_find_container_end(text, position, end, state);
}
