#ifndef YODEL_ALLOCATION_COUNTER_H
#define YODEL_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

// Counts the heap blocks a thread asks for.
//
// An executable that links this has its own `malloc` and its kin, which count and hand on to the C library's. They do
// so with glibc alone, and not under a sanitizer, which has its own heap: there nothing can be counted. (Darwin calls
// `malloc` through zones, which an executable's own functions do not reach.)
//
// One block each: `malloc`, `calloc`, `memalign`, `aligned_alloc`, `posix_memalign`, and `realloc` to any size but 0,
// whether it grows the block or not: how much the old block was asked to hold is nowhere to be read. `free` counts
// nothing. What happens on other threads is not counted.

// Whether blocks can be counted, found out by counting one that the C library asks for.
bool yodel_can_count_allocations(void);

// Begins to count this thread's blocks from 0. Counts do not nest.
void yodel_start_counting_allocations(void);

// Ends the count of this thread and returns it; 0 when blocks cannot be counted.
uint64_t yodel_stop_counting_allocations(void);

#endif
