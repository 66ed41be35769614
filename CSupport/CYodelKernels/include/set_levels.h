#ifndef YODEL_SET_LEVELS_H
#define YODEL_SET_LEVELS_H

#include <stdint.h>

// How many sets of instances a thread is hashing at a time, each on behalf of an element of another.
typedef struct {
    uint32_t hashed;
} yodel_set_levels;

// Those of the thread that asks, until it ends.
yodel_set_levels *_Nonnull yodel_current_set_levels(void);

#endif
