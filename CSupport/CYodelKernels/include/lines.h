#pragma once

#include <stdint.h>

// A gap of omitted bytes: before the byte at `index` of the copy, `removed` bytes have been omitted in total. A gap is
// white space, or the content of an unused string, which may have any length.
typedef struct {
    uint32_t index;
    uint64_t removed;
} yodel_gap;

// Copies JSON text without the white space after line feeds, which indents pretty-printed documents. Strings in valid
// JSON text contain no line feeds, so the copy has the same tokens.
//
// `output` has room for `count` bytes, which are less than 4 GiB, and `gaps` for as many gaps as there are line feeds.
// Returns the number of bytes kept, and the number of gaps in `gap_count`.
uint32_t yodel_strip_indents(
    const uint8_t *_Nonnull text, uint32_t count, uint8_t *_Nonnull output, yodel_gap *_Nonnull gaps,
    uint32_t *_Nonnull gap_count);
