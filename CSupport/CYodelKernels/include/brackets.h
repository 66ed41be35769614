#pragma once

// Tracks the brackets and strings of JSON text without reading what is between them, in blocks of 64 bytes.

#include <stdbool.h>
#include <stdint.h>

// The state of a search for the end of an array or object. It begins with depth 0 at the first bracket.
typedef struct {
    intptr_t depth;
    bool is_in_string;
    bool is_escaped;  // the next byte belongs to an escape
} yodel_container_state;

// The index after the bracket that closes an array or object, searched from `position` on. -1 if it is not before
// `end`; the search can then continue there. Brackets are counted, not matched, and nothing else is checked: the result
// is correct only for valid text. Never reads at or after `end`.
intptr_t yodel_find_container_end(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The same with instructions that every machine of the architecture has, for comparison in tests.
intptr_t yodel_find_container_end_baseline(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The index of the first slash from `position` on that is not in a string; `end` if there is none. The search can
// continue there. An escaped quote outside strings, which no valid JSON has, does not count as a quote. Never reads at
// or after `end`.
intptr_t yodel_find_slash(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The same with instructions that every machine of the architecture has, for comparison in tests.
intptr_t yodel_find_slash_baseline(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);
