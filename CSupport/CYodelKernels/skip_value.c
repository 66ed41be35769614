#include "skip_value.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "blocks.h"
#include "container_levels.h"
#include "escapes.h"
#include "key_filter.h"
#include "neighbour_masks.h"
#include "number_masks.h"
#include "token_masks.h"
#include "utf8_blocks.h"

// What is left of a block's quotes and backslashes when escapes have been looked at.
typedef struct {
    uint64_t quotes;   // that are not escaped
    uint64_t escapes;  // where one begins
    intptr_t escaped;  // where the last of them ends in the text
    bool is_right;
} yodel_escapes;

// `block` is where the block begins in the text, `escaped` where the last escape before has ended.
static yodel_escapes yodel_take_escapes(
    const uint8_t *text, const uint8_t *end, intptr_t block, intptr_t escaped, uint64_t quotes, uint64_t backslashes) {
    const uint64_t pending = yodel_bits_from(escaped - block);
    yodel_escapes taken = {quotes & pending, backslashes & pending, escaped, true};
    uint64_t left = taken.escapes;
    while (left != 0) {
        const intptr_t bit = __builtin_ctzll(left);
        const intptr_t length = yodel_escape_length(text + block + bit, end);
        if (length == 0) taken.is_right = false;
        const uint64_t behind = yodel_bits_from(bit + (length > 0 ? length : 64));
        taken.quotes &= behind | ~yodel_bits_from(bit);
        taken.escapes &= behind | ~(~(uint64_t)1 << bit);
        left &= behind;
        taken.escaped = block + bit + length;
    }
    return taken;
}

// As many of the lowest bits as the word at `bytes` has letters: none when there is no word.
static inline uint64_t yodel_word_letters(const uint8_t *bytes) {
    if (memcmp(bytes, "true", 4) == 0 || memcmp(bytes, "null", 4) == 0) return 0xF;
    return memcmp(bytes, "false", 5) == 0 ? 0x1F : 0;
}

// All letters of the words that begin at `starts`.
static inline uint64_t yodel_words(const uint8_t *bytes, uint64_t starts) {
    uint64_t words = 0;
    while (starts != 0) {
        const int bit = __builtin_ctzll(starts);
        starts &= starts - 1;
        words |= yodel_word_letters(bytes + bit) << bit;
    }
    return words;
}

// Which of some bytes, the rare ones that are part of no word or decimal number, are an exponent's letter, and which a
// plus.
static uint64_t yodel_exponent_letters(const uint8_t *bytes, uint64_t unknown, uint64_t *pluses) {
    uint64_t letters = 0;
    while (unknown != 0) {
        const int bit = __builtin_ctzll(unknown);
        unknown &= unknown - 1;
        letters |= (uint64_t)((bytes[bit] | 0x20) == 'e') << bit;
        *pluses |= (uint64_t)(bytes[bit] == '+') << bit;
    }
    return letters;
}

static inline intptr_t yodel_depth_within(intptr_t limit) {
    return limit < yodel_depth_limit ? limit : yodel_depth_limit;
}

static inline bool yodel_is_carrying(const yodel_carries *carries) {
    return (carries->key_places | carries->places | carries->behind_separators | carries->behind_keys
            | carries->behind_values) != 0;
}

// A block near the end of the text, with white space behind it, and with the 32 bytes before it if there are as many.
enum { yodel_copy_size = 32 + 64 + 8 };
static const uint8_t *yodel_copy_end(uint8_t *bytes, const uint8_t *text, intptr_t block, intptr_t count) {
    const intptr_t before = block < 32 ? 0 : 32, there = count - block < 72 ? count - block : 72;
    memset(bytes, ' ', yodel_copy_size);
    memcpy(bytes + 32 - before, text + block - before, (size_t)(before + there));
    return bytes + 32;
}

#define YODEL_NAME(name) yodel_baseline_##name
#define YODEL_TARGET
#include "skip_value_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#if defined(__x86_64__)

#define YODEL_NAME(name) yodel_haswell_##name
#define YODEL_TARGET YODEL_HASWELL
#include "skip_value_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#endif

void yodel_want_key(yodel_wanted_keys *wanted, const uint8_t *key, intptr_t length, intptr_t number) {
    uint8_t *const tables[3] = {wanted->first, wanted->second, wanted->third};
    const uint8_t bit = (uint8_t)(1 << (number & 7));
    for (intptr_t index = 0; index < 3; index++) {
        const uint8_t byte = index < length ? key[index] : '"';
        for (int half = 0; half < 16; half++) {
            // Behind the closing quote may be anything.
            if (index > length || half == (byte & 15)) tables[index][half] |= bit;
        }
    }
}

const uint8_t *yodel_skip_value_baseline(const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
    return yodel_baseline_skip_value(text, end, limits);
}

yodel_skipped yodel_skip_members_baseline(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, const yodel_wanted_keys *wanted) {
    return yodel_baseline_skip_members(text, end, limits, wanted);
}

yodel_skipped yodel_skip_members(
    const uint8_t *text, const uint8_t *end, yodel_skip_limits limits, const yodel_wanted_keys *wanted) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) {
        return yodel_haswell_skip_members(text, end, limits, wanted);
    }
#endif
    return yodel_baseline_skip_members(text, end, limits, wanted);
}

const uint8_t *yodel_skip_value(const uint8_t *text, const uint8_t *end, yodel_skip_limits limits) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) {
        return yodel_haswell_skip_value(text, end, limits);
    }
#endif
    return yodel_baseline_skip_value(text, end, limits);
}
