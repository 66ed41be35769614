#ifndef YODEL_THREAD_H
#define YODEL_THREAD_H

// What belongs to the thread that asks.

#include <stdbool.h>
#include <stdint.h>

// Whether who runs on a thread may go on calling: enough of its stack is left to those who come to an end, to throw, and
// to what a client's own code needs in between. True where the system does not say where the stack lies.
bool yodel_stack_has_room(void);

// Things that are kept for whoever needs one next, a few of them: a thread looks in one place, which it shares with few
// others. One that is taken is the taker's alone.
void *_Nullable yodel_take_spare(void);
// False where there is one already: it is for the caller to see to what it has.
bool yodel_keep_spare(void *_Nonnull spare);

// How many sets of instances a thread is hashing at a time, each on behalf of an element of another.
typedef struct {
    uint32_t hashed;
} yodel_set_levels;

// Those of the thread that asks, until it ends.
yodel_set_levels *_Nonnull yodel_current_set_levels(void);

#endif
