#pragma once

#include <stdbool.h>
#include <stdint.h>

// Counts the heap blocks that a thread allocates.
//
// An executable that links this has its own `malloc` and related functions, which count and then call those of the C
// library. This works only with glibc, and not under a sanitizer, which has its own heap: there nothing can be counted.
// (Darwin calls `malloc` through zones, which bypass an executable's own functions.)
//
// These calls count as one block each: `malloc`, `calloc`, `memalign`, `aligned_alloc`, `posix_memalign`, and `realloc`
// to any size but 0, whether or not the block grows, as the size requested for the old block is unknown. `free` counts
// nothing. Other threads are not counted.

// Whether blocks can be counted; tested by counting one that the C library allocates.
bool yodel_can_count_allocations(void);

// Starts counting this thread's blocks from 0. Counts do not nest.
void yodel_start_counting_allocations(void);

// Stops this thread's count and returns it; 0 if blocks cannot be counted.
uint64_t yodel_stop_counting_allocations(void);
