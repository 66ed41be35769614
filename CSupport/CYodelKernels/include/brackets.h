#ifndef YODEL_BRACKETS_H
#define YODEL_BRACKETS_H

// Following the brackets and strings of JSON text without reading what is between them, in blocks of 64 bytes.

#include <stdbool.h>
#include <stdint.h>

// Where a search for the end of an array or object stands. It begins with the depth 0 at the first bracket.
typedef struct {
    intptr_t depth;
    bool is_in_string;
    bool is_escaped;  // the next byte belongs to an escape
} yodel_container_state;

// The index after the bracket that closes an array or object, searched for from `position` on; -1 when it is not
// before `end`, and the search can go on there. Brackets are counted, not matched, and nothing else is looked at: the
// answer is right if the text is. Never reads at or after `end`.
intptr_t yodel_find_container_end(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The same by the instructions every machine of the architecture has: for tests to compare.
intptr_t yodel_find_container_end_baseline(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The index of the first slash from `position` on that is in no string; `end` if there is none. The search can go on
// there. An escaped quote outside of strings is none, which no JSON has. Never reads at or after `end`.
intptr_t yodel_find_slash(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

// The same by the instructions every machine of the architecture has: for tests to compare.
intptr_t yodel_find_slash_baseline(
    const uint8_t *_Nonnull text, intptr_t position, intptr_t end, yodel_container_state *_Nonnull state);

#endif
