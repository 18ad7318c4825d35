/* SPDX-License-Identifier: MIT */
/* One launch in child processes, the child's side. */
#pragma once

#include "measure/launch_run.h"
#include "measure/watch.h"

/* What a child is to do. All of it is the parent's. */
struct isolate_work {
    const struct launch_run *run;
    bool apart;              /* it measures points of one plugin, or of what is built in */
    const struct plugin *of; /* which; NULL: what is built in */
    struct watch *watch;     /* in memory that both share */
    struct point *barred;    /* what crashed or hung, and is not run again */
    size_t barred_count;
};

/* Measure what of the launch is pending in this process, which was forked for it: each record that is final
 * is sent, then how the run ended. */
void isolate_child_run(const struct isolate_work *work, int channel);
