/* SPDX-License-Identifier: MIT */
/* Watching a run from another process: what it does, that it lives, and asking it to stop. */
#include "measure/watch.h"

volatile sig_atomic_t stop_signal, stop_at_once;

void watch_note(struct watch *watch, enum watch_stage stage, const struct point *now)
{
    if (!watch)
        return;
    watch->point = *now;
    watch->stage = stage;
    watch->beats++;
}
