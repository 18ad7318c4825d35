/* SPDX-License-Identifier: MIT */
/* The ratio of two series of times, pairs of one round kept together. */
#ifndef SCANBENCH_PAIRED_H
#define SCANBENCH_PAIRED_H

#include "statistics/series.h"

#include <stdbool.h>
#include <stdint.h>

/* Fewer rounds tell no 95 % interval. */
enum { PAIRED_LEAST = 6 };

struct paired_ratio {
    double ratio;             /* median(next) / median(base), or the median of the rounds' ratios; NAN when
                                 a side is empty */
    struct interval interval; /* 95 %, by bootstrap; NAN twice below PAIRED_LEAST samples */
};

/* Of series whose values i are of one round (together): the rounds that both have. Of others: all values. A
 * NAN is a round that a series lacks.
 * seed makes the resamples. */
struct paired_ratio paired_ratio_make(struct series base, struct series next, bool together, uint64_t seed);

#endif
