#ifndef YODEL_KERNELS_H
#define YODEL_KERNELS_H

#include "digits.h"
#include "escape.h"
#include "feed_cuts.h"
#include "find_bytes.h"
#include "line_indents.h"
#include "powers_of_five.h"
#include "scan_text.h"
#include "text_blocks.h"
#include "thread.h"
#include "unescape.h"

#endif
