#pragma once

// State of the calling thread.

#include <stdbool.h>
#include <stdint.h>

// Whether the calling thread may call further functions: enough of its stack is left for the calls in progress to end
// or throw, and for a client's own code between them. True if the system does not report the bounds of the stack.
bool yodel_stack_has_room(void);

// A number that no other running thread has.
uintptr_t yodel_thread(void);

// A few objects kept for reuse by any thread. A thread uses one place, which it shares with a few others; taking an
// object gives the caller sole ownership.
void *_Nullable yodel_take_spare(void);
// Returns false if the place is occupied; the caller then still owns `spare`.
bool yodel_keep_spare(void *_Nonnull spare);

// The number of sets of instances that the calling thread is hashing, each for an element of another set; valid until
// the thread ends.
uint32_t *_Nonnull yodel_hashed_sets(void);
