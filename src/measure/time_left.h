/* SPDX-License-Identifier: MIT */
/* How long a run takes: what is expected of its processes, and what that says while it goes on. */
#pragma once

#include "sweep/plan.h"

#include <math.h>

/* Bytes that a call of the point reads and writes. */
double time_bytes(const struct point *point);

/* How many times as long as its bytes say, as far as it is known: 1 otherwise. */
double time_pace(const struct planned_point *planned, enum process_kind kind);

/* Seconds that a point is expected to take in a process, its part of what its block takes included: memory,
 * proofs, limits. sharers: points of the block. */
double time_of_point(const struct planned_point *planned, const struct measure_settings *settings,
                     enum process_kind kind, size_t sharers);

/* The same of each point of a plan, 0 where it is unsupported. Caller frees. */
double *time_of_points(const struct plan *plan, const struct measure_settings *settings,
                       enum process_kind kind);

/* Of all processes of a plan: for --dry-run. */
double time_of_plan(const struct plan *plan, const struct config *config);

/* How far a run is, in seconds that were expected of it. */
struct time_left {
    double done_s, passed_s; /* of what is finished: what was expected of it, and what it took */
    double block_s;          /* expected of the block that is measured now */
    double rest_s;           /* of all that comes after it */
};

/* Seconds that a run still takes, so long after its block began: as slow as until now. */
static inline double time_left_s(const struct time_left *left, double block_passed_s)
{
    const double pace = left->done_s > 0 ? left->passed_s / left->done_s : 1;
    return pace * left->rest_s + fmax(0, pace * left->block_s - block_passed_s);
}
