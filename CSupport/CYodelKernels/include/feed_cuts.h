#ifndef YODEL_FEED_CUTS_H
#define YODEL_FEED_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "text_blocks.h"

// Where the text of an array may be cut so that every part has whole items.
typedef struct {
    intptr_t comma;       // the index of the last comma between two items; -1 if there is none
    intptr_t commas;      // how many commas between two items there are
    intptr_t line_feeds;  // how many line feeds come before the last of these commas
    bool is_over;         // the bracket that closes the array has been found; nothing after it was looked at
} yodel_item_cut;

// Looks for the commas between the items of an array. `state` begins with the depth 0 within the array, and the next
// part of the text goes on with it. Brackets are counted, not matched, and nothing else is looked at: the answer is right
// if the text is. Never reads at or after `count`.
yodel_item_cut yodel_cut_items(
    const uint8_t *_Nonnull text, intptr_t count, yodel_container_state *_Nonnull state);

// The same by the instructions every machine of the architecture has: for tests to compare.
yodel_item_cut yodel_cut_items_baseline(
    const uint8_t *_Nonnull text, intptr_t count, yodel_container_state *_Nonnull state);

typedef struct {
    intptr_t lines;   // each ends with a line feed
    intptr_t filled;  // those with more than white space in them
} yodel_line_counts;

// Counts the lines of a text. Never reads at or after `count`.
yodel_line_counts yodel_count_lines(const uint8_t *_Nonnull text, intptr_t count);

// The same by the instructions every machine of the architecture has: for tests to compare.
yodel_line_counts yodel_count_lines_baseline(const uint8_t *_Nonnull text, intptr_t count);

#endif
