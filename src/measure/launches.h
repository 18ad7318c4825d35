/* SPDX-License-Identifier: MIT */
/* Measuring a plan launch after launch, each in child processes, so that a crash or a hang of a kernel costs
 * one point. */
#ifndef SCANBENCH_LAUNCHES_H
#define SCANBENCH_LAUNCHES_H

#include "measure/runner.h"

struct launch_options {
    struct runner_options running; /* smoke, budget_s of all launches, progress and its context */
    bool in_process;               /* no children: for debuggers and profilers */
    double hang_s; /* a point that shows no sign of life for so long hangs; 0: launches_hang_s */
    /* A point's record of one launch is final. False ends the run with the error. NULL: none. */
    bool (*keep)(void *context, size_t launch, size_t index, const struct record *record,
                 struct error *error);
    /* A limit that nobody asked for ended its process and joins no more; one line. NULL: none. */
    void (*warn)(void *context, const char *text);
    void *context;
};

/* What one launch runs with. */
struct launch_run {
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
    const struct launch_options *options;
    uint64_t start_ns; /* of the whole run */
    size_t launch;
    const uint64_t *batches; /* that the first launch chose; NULL in that */
    struct results *results;
};

/* Pending records of `count` launches. EXIT_SYSTEM. Caller closes, also after a failure. */
bool launches_make(struct results **launches, size_t count, const struct plan *plan, struct error *error);
void launches_close(struct results *launches, size_t count);

/* Measure what is pending, one launch after the other. What could not be reached is marked interrupted, also
 * on failure. Called without threads running. EXIT_SYSTEM, EXIT_BUDGET, and what `keep` fails with. */
bool launches_run(const struct plan *plan, const struct config *config, const struct machine *machine,
                  const struct launch_options *options, struct results *launches, struct error *error);

/* How long a child may be silent: a minute, and a second for each 10 MB of the largest problem. */
double launches_hang_s(const struct plan *plan);

/* Seconds of the budget that are left. */
double launch_budget_s(const struct launch_run *run);

/* One launch in child processes; a point that ends its process is crashed, one that hangs is timeout, and a
 * fresh process goes on with the rest. */
bool isolate_run(const struct launch_run *run, struct error *error);

#endif
