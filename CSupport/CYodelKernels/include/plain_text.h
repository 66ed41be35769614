#pragma once

#include <stdbool.h>
#include <stdint.h>

// The state of a pass over JSON text. Positions are indices into the text; the start of the open string is negative if
// it is before the text.
typedef struct {
    intptr_t position;
    bool is_in_string;
    intptr_t string_start;
} yodel_text_state;

// Skips blocks of 64 bytes that are clearly valid: escapes and UTF-8 are well-formed, outside strings there is only
// ASCII and between tokens no control characters except white space, and no string has more than `string_limit` bytes
// between its quotes (the limit is at least 64). Stops before any other block, or before one with fewer than 64 bytes
// to `end`; the skipped text then ends between two characters. Never reads at or after `end`.
//
// `state` must also begin between two characters.
void yodel_skip_plain(
    const uint8_t *_Nonnull text, intptr_t end, intptr_t string_limit, yodel_text_state *_Nonnull state);

// The same with instructions that every machine of the architecture has, for comparison in tests.
void yodel_skip_plain_baseline(
    const uint8_t *_Nonnull text, intptr_t end, intptr_t string_limit, yodel_text_state *_Nonnull state);
