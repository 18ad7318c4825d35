/* SPDX-License-Identifier: MIT */
/* Watching a run from another process: what it does, that it lives, and asking it to stop. */
#pragma once

#include "results/record.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* How far a run is, in memory that it shares with the process that watches over it. */
enum watch_stage {
    WATCH_START, /* no point yet */
    WATCH_FILL,  /* the memory of the point's block is written */
    WATCH_POINT, /* the point runs, or what came after it */
};
struct watch {
    _Atomic uint64_t beats;      /* grows as long as the run goes on */
    _Atomic bool stop;           /* asks the run to end as after a signal */
    volatile bool out_of_memory; /* the process has ended for that, and said so */
    struct effort effort;        /* so far; wall_s is the watcher's to fill */
    char lost[256];              /* why the process ended itself: its device failed; else empty */
    _Atomic unsigned awaited;    /* the rank whose answer is waited for; 0: none alone */
    enum watch_stage stage;
    struct point point;
};

/* Note what runs next, before anything of it runs. watch may be NULL: nobody watches. */
void watch_note(struct watch *watch, enum watch_stage stage, const struct point *now);

/* Set by a signal handler: the run stops at the next sample and marks what is unfinished interrupted. */
extern volatile sig_atomic_t stop_signal;

/* Set by the handler of a second signal: the process that measures is ended as it is. */
extern volatile sig_atomic_t stop_at_once;
