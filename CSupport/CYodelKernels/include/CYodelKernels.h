#ifndef YODEL_KERNELS_H
#define YODEL_KERNELS_H

#include "find_bytes.h"
#include "line_indents.h"
#include "plain_text.h"
#include "powers_of_five.h"

#endif
