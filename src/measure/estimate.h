/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from its sizes, its settings, and what is known of the machine's pace. */
#ifndef SCANBENCH_ESTIMATE_H
#define SCANBENCH_ESTIMATE_H

#include "sweep/plan.h"

/* How fast things go here beside the calls themselves. */
struct tempo {
    double prepare; /* what comes before the first sample, over what bytes and calls say of it */
    double rounds;  /* the rounds of a block over what its samples say: of programs that take turns */
    double beside;  /* samples of limits, for each of a point */
    double overhead_s[CACHE_STATES]; /* of a sample, beside its calls; of a cold one, empty caches too */
    double share; /* of the samples that there may be, those that are taken until the precision is reached */
};

/* Of a machine that nobody measured yet. */
extern const struct tempo estimate_tempo;

/* What is expected of a point. */
struct forecast {
    double bound;      /* samples that there may be at most */
    double samples;    /* that there will be */
    double sample_s;   /* that each takes, in calls and beside them */
    double beside_s;   /* that the limits take meanwhile, for each */
    double prepare_s;  /* before the first */
    double sampling_s; /* from the first to the last, the limits beside included */
};

/* Algorithmic bytes of a call. */
double estimate_bytes(const struct point *point);

/* Seconds of a call on a machine that nobody measured yet. */
double estimate_call_s(const struct point *point);

/* Seconds of a limit's call for as many bytes. */
double estimate_limit_s(const struct point *point);

/* What is known of a point: seconds of its call, and of its limits'; the samples of a like point, NAN where
 * nobody knows. */
struct known_point {
    double call_s, limit_s, samples;
};

/* What is expected of it. */
struct forecast estimate_point(const struct point *point, const struct measure_settings *settings,
                               const struct tempo *tempo, const struct known_point *known);

/* The samples that it still takes after so many: as many as are expected, and then as many again as it has,
 * up to all there may be; 1 at least. */
double forecast_samples_left(const struct forecast *forecast, size_t taken);

/* Wall time of all launches of a plan in seconds, where nothing is measured yet: for --dry-run. */
double estimate_plan(const struct plan *plan, const struct config *config);

#endif
