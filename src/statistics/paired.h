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
    struct interval interval; /* 95 %: of the rounds' ratios by their order, widened for what successive ones
                                 share; of series that are no pairs by bootstrap; NAN twice below PAIRED_LEAST
                                 samples */
    double degrees;           /* of freedom that it rests on; 0: unknown, taken to be many */
};

/* Of series whose values i are of one round (together): the rounds that both have. Of others: all values. A
 * NAN is a round that a series lacks.
 * seed makes the resamples. */
struct paired_ratio paired_ratio_make(struct series base, struct series next, bool together, uint64_t seed);

/* Times by round, those of one launch after those of another; a NAN is a round that is lacked. */
struct launched {
    struct series rounds;
    const size_t *counts; /* rounds of each launch */
    size_t launches;      /* 0: it is one, and unknown */
};

/* The same of rounds that both have, launch by launch. Of several launches it is the geometric mean of their
 * ratios, and its interval says what differs between launches too. */
struct paired_ratio paired_launches_make(const struct launched *base, const struct launched *next,
                                         uint64_t seed);

/* Widen an interval so that 95 % holds for all of so many questions together (Bonferroni), as when the ratio
 * is one of many, or the sides were chosen for it. Less than two: as it is. The fewer the degrees, the more.
 */
struct paired_ratio paired_ratio_correct(struct paired_ratio paired, double questions);

#endif
