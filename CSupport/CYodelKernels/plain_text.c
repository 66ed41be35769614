#include "plain_text.h"

#include "blocks.h"
#include "escapes.h"

#define YODEL_NAME(name) yodel_baseline_##name
#define YODEL_TARGET
#include "plain_text_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#if defined(__x86_64__)

#define YODEL_NAME(name) yodel_haswell_##name
#define YODEL_TARGET YODEL_HASWELL
#include "plain_text_loop.h"
#undef YODEL_NAME
#undef YODEL_TARGET

#endif

void yodel_skip_plain_baseline(const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state) {
    yodel_baseline_skip_plain(text, end, string_limit, state);
}

void yodel_skip_plain(const uint8_t *text, intptr_t end, intptr_t string_limit, yodel_text_state *state) {
#if defined(__x86_64__)
    if (yodel_is_haswell()) {
        yodel_haswell_skip_plain(text, end, string_limit, state);
        return;
    }
#endif
    yodel_baseline_skip_plain(text, end, string_limit, state);
}
