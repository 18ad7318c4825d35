/* SPDX-License-Identifier: MIT */
/* Measuring a plan launch after launch, each in child processes, so that a crash or a hang of a kernel costs
 * one point. */
#pragma once

#include "measure/measure.h"

struct launch_options {
    struct runner_options running; /* smoke, budget_s of all launches, progress and its context */
    bool in_process;               /* no children: for debuggers and profilers */
    bool isolate_plugins;          /* a child of its own for each plugin; not on ranks, which meet once */
    double hang_s; /* a point that shows no sign of life for so long hangs; 0: launch_hang_s */
    /* A point's record of one launch is final. False ends the run with the error. NULL: none. */
    bool (*keep)(void *context, size_t launch, size_t index, const struct record *record,
                 struct error *error);
    /* What there is to do while points are measured. *due_s: to be called again after so many seconds at the
     * latest; INFINITY: not until a point is final. False ends the run with the error. NULL: nothing. */
    bool (*meanwhile)(void *context, double *due_s, struct error *error);
    /* A limit that nobody asked for ended its process and joins no more; one line. NULL: none. */
    void (*warn)(void *context, const char *text);
    void *context;
};

/* What one launch runs with. */
struct launch_run {
    const struct workload *workload;
    const struct launch_options *options;
    uint64_t start_ns; /* of the whole run */
    size_t launch;
    uint64_t launch_start_ns;
    const struct results *earlier; /* the first launch; NULL in that */
    struct time_left before;       /* of earlier launches, what is finished */
    struct results *results;
};

/* Where the time of the launch went so far, into its results. wall_s is not asked for. */
void launch_note_effort(const struct launch_run *run, const struct effort *effort);

/* How long a child may be silent: a minute, and a second for each 10 MB of the largest problem. */
double launch_hang_s(const struct plan *plan);

/* How long a turn of another program with this plan may last (turns.patience_s): it may have to end a child
 * that hangs, and prepare and verify all points before its next sample. */
double launch_turn_s(const struct plan *plan);

/* Seconds of the budget that are left. */
double launch_budget_s(const struct launch_run *run);

/* What the runner of the launch is asked for, as far as it is the same in this process and in a child. */
struct runner_options launch_running(const struct launch_run *run, struct watch *watch, void *context);

/* Pending records of `count` launches. Caller closes. */
void launches_make(struct results **launches, size_t count, const struct plan *plan);
void launches_close(struct results *launches, size_t count);

/* Measure what is pending in records of as many launches as the config asks for, one launch after the other.
 * What could not be reached is marked interrupted, also on failure. Called without threads running.
 * EXIT_SYSTEM, EXIT_BUDGET, and what `keep` fails with. */
bool launches_run(const struct workload *workload, const struct launch_options *options,
                  struct results *launches, struct error *error);
