#include "set_levels.h"

static _Thread_local yodel_set_levels levels;

yodel_set_levels *yodel_current_set_levels(void) { return &levels; }
