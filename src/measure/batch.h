/* SPDX-License-Identifier: MIT */
/* Timing: a batch of calls on the workers, nothing but the kernel between the two clock reads. */
#pragma once

#include "implementation/implementation.h"
#include "machine/instruments/instruments.h"
#include "machine/workers/team.h"
#include "measure/memory_kind.h"

#include <stdint.h>

enum { BATCH_CPUS = 8 };

/* One timed batch. */
struct sample {
    double seconds;            /* of the whole batch: latest end − earliest start over the workers */
    bool faulted;              /* a page fault of this process during it */
    bool preempted;            /* an involuntary context switch */
    double idle_s;             /* how much of it this process ran on no CPU; 0 where calls run elsewhere */
    unsigned cpus[BATCH_CPUS]; /* where the first workers ran */
    unsigned cpu_count;        /* of them; 0 where calls run elsewhere */
    const char *changed;       /* of a worker's thread by a plugin, and put back; NULL: nothing */
};

/* The calls of a batch. The first worker may change something between two of them, while the
 * others wait. */
struct calls {
    uint64_t count;
    uint64_t before;              /* that change, of the calls */
    void (*change)(const void *); /* NULL: nothing changes */
    const void *context;          /* of change */
};

/* Call run->point's implementation so often on its workers, with a barrier after each call. Each worker
 * counts what it does then and a little around; counters may be NULL. */
struct sample batch_time(const struct run *run, const struct clock *clock, const struct calls *calls,
                         struct counters *counters);

/* The same, untimed. The answer is the sample's `changed`. */
const char *batch_run(const struct run *run, uint64_t calls);

/* Of the workers, all at once. */
struct core_times batch_core_times(struct team *team, unsigned workers, const struct clock *clock);

/* Wait until threads that the implementation brought have gone to sleep, at most 0.1 s: libraries keep theirs
 * spinning for a while, on CPUs where the next one is measured. */
void batch_rest(const struct run *run);

/* The median cost of releasing and joining the workers with nothing to do. */
double batch_empty_s(struct team *team, unsigned workers, const struct clock *clock);
