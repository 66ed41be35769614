#pragma once

#include <stddef.h>

// The part of yajl 2's interface that CYajl uses, for systems where the headers of yajl cannot be included: Homebrew's
// `yajl.pc` names `…/include/yajl`, but the headers in that folder include each other as `<yajl/…>`. The interface is
// that of all versions from 2.0.4 to 2.1.0, the last one.

typedef struct {
    void *(*malloc)(void *ctx, size_t size);
    void *(*realloc)(void *ctx, void *memory, size_t size);
    void (*free)(void *ctx, void *memory);
    void *ctx;
} yajl_alloc_funcs;

typedef enum {
    yajl_status_ok,
    yajl_status_client_canceled,
    yajl_status_error,
} yajl_status;

typedef enum {
    yajl_allow_comments = 0x01,
    yajl_dont_validate_strings = 0x02,
    yajl_allow_trailing_garbage = 0x04,
    yajl_allow_multiple_values = 0x08,
    yajl_allow_partial_values = 0x10,
} yajl_option;

typedef struct yajl_handle_t *yajl_handle;

typedef struct {
    int (*yajl_null)(void *ctx);
    int (*yajl_boolean)(void *ctx, int value);
    int (*yajl_integer)(void *ctx, long long value);
    int (*yajl_double)(void *ctx, double value);
    int (*yajl_number)(void *ctx, const char *text, size_t count);
    int (*yajl_string)(void *ctx, const unsigned char *text, size_t count);
    int (*yajl_start_map)(void *ctx);
    int (*yajl_map_key)(void *ctx, const unsigned char *text, size_t count);
    int (*yajl_end_map)(void *ctx);
    int (*yajl_start_array)(void *ctx);
    int (*yajl_end_array)(void *ctx);
} yajl_callbacks;

yajl_handle yajl_alloc(const yajl_callbacks *callbacks, yajl_alloc_funcs *allocator, void *ctx);
int yajl_config(yajl_handle handle, yajl_option option, ...);
void yajl_free(yajl_handle handle);
yajl_status yajl_parse(yajl_handle handle, const unsigned char *text, size_t count);
yajl_status yajl_complete_parse(yajl_handle handle);
unsigned char *yajl_get_error(yajl_handle handle, int verbose, const unsigned char *text, size_t count);
size_t yajl_get_bytes_consumed(yajl_handle handle);
void yajl_free_error(yajl_handle handle, unsigned char *text);
