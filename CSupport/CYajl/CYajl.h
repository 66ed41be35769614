#ifndef CYAJL_H
#define CYAJL_H

#include <stdlib.h>
#include <yajl/yajl_parse.h>

// yajl writes through what its allocator returns without looking: memory that has run out would be a store
// through a null pointer at an offset the input chooses. These end the process instead, as Swift's own do.

static inline void *cyajl_checked(void *memory) {
    if (memory == NULL) abort();
    return memory;
}

static void *cyajl_malloc(void *context, size_t size) {
    (void)context;
    return cyajl_checked(malloc(size == 0 ? 1 : size));
}

static void *cyajl_realloc(void *context, void *memory, size_t size) {
    (void)context;
    return cyajl_checked(realloc(memory, size == 0 ? 1 : size));
}

static void cyajl_free(void *context, void *memory) {
    (void)context;
    free(memory);
}

// A parser that leaves UTF-8 to its caller. `yajl_config` is variadic, which Swift cannot call; and its setting
// is frozen by the first parse, so it belongs here. `yajl_alloc` copies the allocator, but keeps the pointers
// to the callbacks and to the context.
static inline yajl_handle cyajl_alloc(const yajl_callbacks *callbacks, void *context) {
    yajl_alloc_funcs allocator = {cyajl_malloc, cyajl_realloc, cyajl_free, NULL};
    yajl_handle handle = yajl_alloc(callbacks, &allocator, context);
    yajl_config(cyajl_checked(handle), yajl_dont_validate_strings, 1);
    return handle;
}

// Lets a parser read one document behind the other, before its first parse.
static inline void cyajl_allow_multiple_values(yajl_handle handle) {
    yajl_config(handle, yajl_allow_multiple_values, 1);
}

#endif
