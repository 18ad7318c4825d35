/* SPDX-License-Identifier: MIT */
/* Running a plan: blocks of points that share a problem, rounds within a block, verification around them. */
#ifndef SCANBENCH_RUNNER_H
#define SCANBENCH_RUNNER_H

#include "machine/machine.h"
#include "machine/perf_control.h"
#include "measure/record.h"
#include "sweep/plan.h"

struct runner_progress {
    size_t done, total;       /* points */
    const struct point *now;  /* what is measured; borrowed for the call */
    double elapsed_s, left_s; /* left_s is cost-weighted; NAN while unknown */
};

struct runner_options {
    bool smoke;      /* one verified sample each */
    double budget_s; /* stop cleanly after so long; INFINITY for none */
    void (*progress)(void *context,
                     const struct runner_progress *progress); /* never inside a sample; NULL: none */
    /* A block is finished: its records are final. Called in plan order within the block. NULL: none. */
    void (*finished)(void *context, const struct record *record);
    void *context;
    const struct perf_control *perf_control; /* told around each timed region; NULL: nobody */
};

/* Set by a signal handler: the runner stops at the next sample and marks what is unfinished interrupted. */
extern volatile int runner_stop;

/* Measure every supported point of the plan. Wrong outputs, unsupported points and points that do not fit are
 * records, not errors. results is made here (also on failure, when it holds what was finished); the caller
 * closes it. EXIT_SYSTEM when workers cannot be had; EXIT_BUDGET when the budget ran out. */
bool runner_run(const struct plan *plan, const struct config *config, const struct machine *machine,
                const struct runner_options *options, struct results *results, struct error *error);

/* An estimate of the wall time of a plan in seconds, from bytes and the settings alone: for --dry-run. */
double runner_estimate(const struct plan *plan, const struct config *config);

#endif
