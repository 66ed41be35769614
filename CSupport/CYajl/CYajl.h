#ifndef CYAJL_H
#define CYAJL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

// yajl writes through what its allocator returns without looking: memory that has run out would be a store
// through a null pointer at an offset the input chooses. While a parser parses, its allocator leaves it instead,
// and the parser says so. The few hundred bytes it is made with end the process, as Swift's own do.

// A parser, the functions it calls, and the way out of it.
typedef struct {
    yajl_handle handle;
    // Each may be exchanged between two calls.
    yajl_callbacks callbacks;
    bool is_parsing;
    // Left midway, and good for nothing but to be freed.
    bool is_spent;
    jmp_buf way_out;
} cyajl_parser;

typedef enum {
    cyajl_parsed,
    cyajl_canceled,
    cyajl_failed,
    cyajl_out_of_memory,
} cyajl_outcome;

// What is left by the jump is yajl's alone: it calls its allocator from its own functions, and what it had before
// is still its own, to be freed with it. A callback's frames are never between, as it has returned by then.
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

// A parser that leaves UTF-8 to its caller. `yajl_config` is variadic, which Swift cannot call; and its setting
// is frozen by the first parse, so it belongs here. `yajl_alloc` copies the allocator, but keeps the pointers
// to the callbacks, of which there are none yet, and to the context.
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

// Parses a piece of text. Once memory has run out, that is the outcome of every other piece.
static inline cyajl_outcome cyajl_parse(cyajl_parser *parser, const unsigned char *text, size_t count) {
    if (parser->is_spent) return cyajl_out_of_memory;
    // The variants that leave the signal mask alone.
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

// Lets a parser read one document after the other, before its first parse.
static inline void cyajl_allow_multiple_values(yajl_handle handle) {
    yajl_config(handle, yajl_allow_multiple_values, 1);
}

#endif
