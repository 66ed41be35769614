#include "short_text.h"

_Atomic(uint8_t) yodel_small_string_layout = 0;
