/* SPDX-License-Identifier: MIT */
/* Running a plan: blocks of points that share a problem, rounds within a block, verification around them. */
#ifndef SCANBENCH_RUNNER_H
#define SCANBENCH_RUNNER_H

#include "machine/machine.h"
#include "machine/perf_control.h"
#include "measure/turns.h"
#include "results/record.h"
#include "sweep/plan.h"

struct runner_progress {
    size_t done, total;       /* points */
    const struct point *now;  /* what is measured; borrowed for the call */
    double elapsed_s, left_s; /* left_s is cost-weighted; NAN while unknown */
};

/* Where a run stands, in memory that it shares with the process that watches over it. */
enum watch_stage {
    WATCH_START, /* no point yet */
    WATCH_FILL,  /* the memory of the point's block is written */
    WATCH_POINT, /* the point runs, or what came behind it */
};
struct watch {
    _Atomic uint64_t beats; /* grows as long as the run goes on */
    _Atomic bool stop;      /* asks the run to end as after a signal */
    struct effort effort;   /* so far; wall_s is the watcher's to fill */
    enum watch_stage stage;
    struct point point;
};

struct runner_options {
    bool smoke;      /* one verified sample each */
    double budget_s; /* stop cleanly after so long; INFINITY for none */
    uint64_t launch; /* which repetition of the whole this is: order and offsets differ, the data does not */
    const uint64_t
        *batches; /* calls a sample, by plan index, where an earlier launch chose them: 0 for none */
    const struct point *barred; /* limits not to join the points, because they crash */
    size_t barred_count;
    struct watch *watch; /* NULL: nobody watches */
    void (*progress)(void *context,
                     const struct runner_progress *progress); /* never inside a sample; NULL: none */
    /* A block is finished: its records are final. Called in plan order within the block. NULL: none. */
    void (*finished)(void *context, const struct record *record);
    void *context;
    const struct perf_control *perf_control; /* told around each timed region; NULL: nobody */
    struct turns *turns;                     /* with a run of another program, that has agreed; NULL: alone */
};

/* Set by a signal handler: the runner stops at the next sample and marks what is unfinished interrupted. */
extern volatile int runner_stop;

/* A pending record for every point. EXIT_SYSTEM when memory is short. Caller closes. */
bool results_make(struct results *results, const struct plan *plan, struct error *error);

/* The problems of a plan, in the order in which they are measured, as 64 hexadecimal digits and a NUL: what
 * two programs that take turns must have in common. EXIT_SYSTEM. */
bool runner_digest(const struct plan *plan, char hex[65], struct error *error);

/* Measure every point of the plan whose record is pending. Wrong outputs, unsupported points and points that
 * do not fit are records, not errors. Empty results are made here (also on failure, when they hold what was
 * finished); the caller closes them. EXIT_SYSTEM when workers cannot be had; EXIT_BUDGET when the budget ran
 * out. */
bool runner_run(const struct plan *plan, const struct config *config, const struct machine *machine,
                const struct runner_options *options, struct results *results, struct error *error);

/* An estimate of the wall time of a plan in seconds, from bytes and the settings alone: for --dry-run. */
double runner_estimate(const struct plan *plan, const struct config *config);

#endif
