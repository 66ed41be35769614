// What is asked for is no part of POSIX, and declared for those only who say that they want more.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "stack_bounds.h"

#include <pthread.h>
#include <stddef.h>

yodel_stack_bounds yodel_current_stack(void) {
    yodel_stack_bounds bounds = {0, 0};
#if defined(__APPLE__)
    const uintptr_t size = pthread_get_stacksize_np(pthread_self());
    const uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    if (size <= end) {
        bounds.lowest = end - size;
        bounds.size = size;
    }
#else
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0 && size <= UINTPTR_MAX - (uintptr_t)lowest) {
        bounds.lowest = (uintptr_t)lowest;
        bounds.size = size;
    }
    pthread_attr_destroy(&attributes);
#endif
    return bounds;
}

uintptr_t yodel_stack_position(void) { return (uintptr_t)__builtin_frame_address(0); }
