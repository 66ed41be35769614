#ifndef YODEL_PLAIN_TEXT_H
#define YODEL_PLAIN_TEXT_H

#include <stdbool.h>
#include <stdint.h>

// Where a pass over JSON text stands: positions are indices into the text, that of the open string may be negative
// when it began before.
typedef struct {
    intptr_t position;
    bool is_in_string;
    intptr_t string_start;
} yodel_text_state;

// Passes over blocks of 64 bytes as long as they are plainly right: escapes and UTF-8 well-formed, nothing but ASCII
// outside strings, no control character but white space between tokens, no string with more than `string_limit` bytes
// between its quotes (which is at least 64). Stops before a block that is not, or that has fewer than 64 bytes to
// `end`; what has been passed then ends between two characters. Never reads at or after `end`.
//
// `state` begins between two characters too.
void yodel_skip_plain(
    const uint8_t *_Nonnull text, intptr_t end, intptr_t string_limit, yodel_text_state *_Nonnull state);

// The same by the instructions every machine of the architecture has: for tests to compare.
void yodel_skip_plain_baseline(
    const uint8_t *_Nonnull text, intptr_t end, intptr_t string_limit, yodel_text_state *_Nonnull state);

#endif
