#ifndef YODEL_KERNELS_H
#define YODEL_KERNELS_H

#include "byte_masks.h"
#include "powers_of_five.h"

#endif
