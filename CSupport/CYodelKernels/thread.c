// The functions used here are not in POSIX; headers declare them only with this macro.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// The end of a thread's stack that is kept in reserve: `size` bytes from `lowest` on; 0 bytes if the system does not
// report the stack.
typedef struct {
    uintptr_t lowest;
    uintptr_t size;
} stack_reserve;

// A part of the stack: an eighth, within bounds, but never more than half.
static uintptr_t reserve_of(uintptr_t size) {
    const uintptr_t least = 64 << 10, most = 256 << 10;
    uintptr_t reserve = size / 8;
    if (reserve < least) reserve = least;
    if (reserve > most) reserve = most;
    return reserve < size / 2 ? reserve : size / 2;
}

__attribute__((noinline)) static stack_reserve find_reserve(void) {
    stack_reserve reserve = {0, 0};
#if defined(__APPLE__)
    const uintptr_t size = pthread_get_stacksize_np(pthread_self());
    const uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    if (size <= end) {
        reserve.lowest = end - size;
        reserve.size = reserve_of(size);
    }
#else
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return reserve;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0 && size <= UINTPTR_MAX - (uintptr_t)lowest) {
        reserve.lowest = (uintptr_t)lowest;
        reserve.size = reserve_of(size);
    }
    pthread_attr_destroy(&attributes);
#endif
    return reserve;
}

bool yodel_stack_has_room(void) {
    // Finding the reserve takes a system call or more, and it does not change. Until then it is all memory.
    static _Thread_local stack_reserve reserve = {0, UINTPTR_MAX};
    // The address of a variable would not do: a sanitizer may keep it elsewhere.
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    // An address outside the bounds is on a stack that the program has made itself.
    if (here - reserve.lowest > reserve.size) return true;
    if (reserve.size == UINTPTR_MAX) reserve = find_reserve();
    return here - reserve.lowest > reserve.size;
}

uintptr_t yodel_thread(void) {
    static _Thread_local char own;
    return (uintptr_t)&own;
}

uint32_t *yodel_hashed_sets(void) {
    static _Thread_local uint32_t sets;
    return &sets;
}

// Each is in a cache line of its own.
typedef struct {
    _Alignas(64) _Atomic(void *) spare;
} spare_place;

static _Atomic(void *) *place_of_thread(void) {
    enum { count = 16 };
    static spare_place places[count];
    static _Atomic(unsigned) threads;
    static _Thread_local unsigned number;
    if (number == 0) number = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % count + 1;
    return &places[number - 1].spare;
}

void *yodel_take_spare(void) {
    _Atomic(void *) *place = place_of_thread();
    // Usually another thread has left nothing to take, and an exchange is expensive.
    if (atomic_load_explicit(place, memory_order_relaxed) == NULL) return NULL;
    return atomic_exchange_explicit(place, NULL, memory_order_acquire);
}

bool yodel_keep_spare(void *spare) {
    void *none = NULL;
    return atomic_compare_exchange_strong_explicit(
        place_of_thread(), &none, spare, memory_order_release, memory_order_relaxed);
}
