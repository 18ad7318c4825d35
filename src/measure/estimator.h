/* SPDX-License-Identifier: MIT */
/* How much longer a run will take, from what its points have taken so far. */
#ifndef SCANBENCH_ESTIMATOR_H
#define SCANBENCH_ESTIMATOR_H

#include "measure/estimate.h"
#include "results/record.h"

/* Knows of each point of a plan how long it takes: at first by its bytes, then by the points measured that
 * differ from it in n alone, by its implementation's others, or by all others. */
struct estimator;

/* Of points measured by these settings; smoke: one sample each. Plan and settings are borrowed. Caller
 * destroys. */
struct estimator *estimator_create(const struct plan *plan, const struct measure_settings *settings,
                                   bool smoke);
void estimator_destroy(struct estimator *estimator);

/* Learn from a record of the plan's point, of this run or an earlier one of the same plan. */
void estimator_learn(struct estimator *estimator, size_t index, const struct record *record);

/* These points are measured now, or need not be measured: they are no longer among those to come. */
void estimator_take(struct estimator *estimator, const size_t *members, size_t count);

/* What a block of points that share rounds took. */
struct block_took {
    enum cache_state cache;
    double prepare_s; /* until the first sample */
    double rounds_s;  /* the rest */
    double called_s;  /* of that, in calls, timed and untimed, and copies before them, the limits' included */
    double limit_samples, limit_call_s; /* of all limits beside, and the mean of a call of each */
    unsigned sharers;                   /* programs that take turns: 1 alone */
};

/* Learn from a block whose records have been learned from. */
void estimator_learn_block(struct estimator *estimator, const struct results *results, const size_t *members,
                           size_t count, const struct block_took *took);

/* What is expected of a point, by all that is known. */
struct forecast estimator_point(const struct estimator *estimator, size_t index);

/* The same by what its own samples say. */
struct forecast estimator_sampled(const struct estimator *estimator, size_t index,
                                  const struct sampling *sampling);

/* Seconds of a limit's call, by all that is known. */
double estimator_limit_call_s(const struct estimator *estimator, const struct point *limit);

/* Seconds of a sample of a limit, and what is beside its calls. */
double estimator_limit_s(const struct estimator *estimator, const struct point *limit, double call_s);

/* Seconds that rounds still take where so many have passed. */
double estimator_rounds_s(const struct estimator *estimator, const struct rounds_left *rounds,
                          double passed_s);

/* Seconds that the points to come will take; and all points of the plan, once more. */
double estimator_left_s(struct estimator *estimator);
double estimator_whole_s(struct estimator *estimator);

#endif
