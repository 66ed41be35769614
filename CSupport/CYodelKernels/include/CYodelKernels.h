#ifndef YODEL_KERNELS_H
#define YODEL_KERNELS_H

#include "container_end.h"
#include "digits.h"
#include "equal_bytes.h"
#include "escape.h"
#include "escapes.h"
#include "feed_cuts.h"
#include "find_bytes.h"
#include "line_indents.h"
#include "plain_text.h"
#include "powers_of_five.h"
#include "scan_text.h"
#include "set_levels.h"
#include "call_stack.h"
#include "unescape.h"

#endif
