#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>

#if __has_include(<yajl/yajl_parse.h>)
#include <yajl/yajl_parse.h>
#else
#include "yajl_interface.h"
#endif

// yajl writes to the memory from its allocator without checking: when memory runs out, that would be a store through a
// null pointer at an offset chosen by the input. While a parser parses, its allocator therefore leaves the parser with
// a jump, and the parser reports it. If the few hundred bytes for the parser itself cannot be allocated, the process
// ends, as with Swift's own allocations.

// A parser, its callbacks, and the target of the jump.
typedef struct {
    yajl_handle handle;
    // Each may be replaced between two calls.
    yajl_callbacks callbacks;
    bool is_parsing;
    // Parsing was interrupted by the jump; the parser can only be freed.
    bool is_spent;
    jmp_buf way_out;
} cyajl_parser;

typedef enum {
    cyajl_parsed,
    cyajl_canceled,
    cyajl_failed,
    cyajl_out_of_memory,
} cyajl_outcome;

// The jump leaves only yajl's frames: yajl calls its allocator from its own functions, and still owns its memory, which
// is freed with it. A callback has always returned by then, so its frames are never skipped.
static inline void *cyajl_checked(cyajl_parser *parser, void *memory) {
    if (memory != NULL) return memory;
    if (parser->is_parsing) _longjmp(parser->way_out, 1);
    abort();
}

static void *cyajl_malloc(void *parser, size_t size) {
    return cyajl_checked(parser, malloc(size == 0 ? 1 : size));
}

static void *cyajl_realloc(void *parser, void *memory, size_t size) {
    return cyajl_checked(parser, realloc(memory, size == 0 ? 1 : size));
}

static void cyajl_free_memory(void *parser, void *memory) {
    (void)parser;
    free(memory);
}

// Makes a parser that leaves the check of UTF-8 to its caller. `yajl_config` is variadic, so Swift cannot call it, and
// the first parse freezes its settings. `yajl_alloc` copies the allocator, but keeps the pointers to the context and to
// the callbacks, which are empty at this point.
static inline cyajl_parser *cyajl_alloc(void *context) {
    cyajl_parser *parser = malloc(sizeof(cyajl_parser));
    if (parser == NULL) abort();
    parser->callbacks = (yajl_callbacks){0};
    parser->is_parsing = false;
    parser->is_spent = false;
    yajl_alloc_funcs allocator = {cyajl_malloc, cyajl_realloc, cyajl_free_memory, parser};
    parser->handle = yajl_alloc(&parser->callbacks, &allocator, context);
    yajl_config(parser->handle, yajl_dont_validate_strings, 1);
    return parser;
}

static inline yajl_callbacks *cyajl_callbacks(cyajl_parser *parser) { return &parser->callbacks; }

static inline void cyajl_free(cyajl_parser *parser) {
    yajl_free(parser->handle);
    free(parser);
}

// Parses a piece of text. Once memory has run out, every further piece has that outcome.
static inline cyajl_outcome cyajl_parse(cyajl_parser *parser, const unsigned char *text, size_t count) {
    if (parser->is_spent) return cyajl_out_of_memory;
    // The variants that do not save the signal mask.
    if (_setjmp(parser->way_out) != 0) {
        parser->is_parsing = false;
        parser->is_spent = true;
        return cyajl_out_of_memory;
    }
    parser->is_parsing = true;
    yajl_status status = yajl_parse(parser->handle, text, count);
    parser->is_parsing = false;
    if (status == yajl_status_ok) return cyajl_parsed;
    return status == yajl_status_client_canceled ? cyajl_canceled : cyajl_failed;
}

// Allows a parser to read several documents in a row; call it before the first parse.
static inline void cyajl_allow_multiple_values(yajl_handle handle) {
    yajl_config(handle, yajl_allow_multiple_values, 1);
}
