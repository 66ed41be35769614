#ifndef YODEL_STACK_BOUNDS_H
#define YODEL_STACK_BOUNDS_H

#include <stdint.h>

// Where the stack of a thread lies: `size` bytes from `lowest` on; no size where the system does not say.
typedef struct {
    uintptr_t lowest;
    uintptr_t size;
} yodel_stack_bounds;

// The bounds for the thread that asks.
yodel_stack_bounds yodel_current_stack(void);

// How far down the stack of the thread that asks has grown: not the address of a variable, which a sanitizer may keep
// elsewhere.
uintptr_t yodel_stack_position(void);

#endif
