#ifndef YODEL_LINES_H
#define YODEL_LINES_H

#include <stdint.h>

// White space that has been left out: after `index` bytes of what was kept, `removed` have been left out so far. Of an
// unused string, which may be of any length, all but the quotes is left out in the same way.
typedef struct {
    uint32_t index;
    uint64_t removed;
} yodel_gap;

// Copies JSON text without the white space that follows a line feed: what indents pretty-printed documents. No string
// of sound JSON text holds a line feed, so the copy has the same tokens.
//
// `output` has room for `count` bytes, which are less than 4 GiB, and `gaps` for as many gaps as there are line feeds.
// Returns the number of bytes kept, and the number of gaps in `gap_count`.
uint32_t yodel_strip_indents(
    const uint8_t *_Nonnull text, uint32_t count, uint8_t *_Nonnull output, yodel_gap *_Nonnull gaps,
    uint32_t *_Nonnull gap_count);

#endif
