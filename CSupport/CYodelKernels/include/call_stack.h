#ifndef YODEL_CALL_STACK_H
#define YODEL_CALL_STACK_H

#include <stdbool.h>

// Whether who runs on a thread may go on calling: enough of its stack is left to those who come to an end, to throw, and
// to what a client's own code needs in between. True where the system does not say where the stack lies.
bool yodel_stack_has_room(void);

#endif
