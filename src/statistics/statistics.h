/* SPDX-License-Identifier: MIT */
/* Order statistics of samples. */
#ifndef SCANBENCH_STATISTICS_H
#define SCANBENCH_STATISTICS_H

#include "statistics/series.h"

#include <stdbool.h>
#include <stddef.h>

/* All in seconds but counts and lag1; NAN where too few samples allow none. */
struct statistics {
    size_t samples;
    /* 95 % from order statistics, exact binomial below 70 samples; their ranks are widened for what
     * successive samples share: by (1 + r)/(1 − r), r the larger lag-1 coefficient of the samples and of
     * their sides of the median. */
    double median, ci_low, ci_high;
    double min, p5, q1, q3, p95, max;
    double mean, sd, mad;
    double independent; /* as many samples that share nothing tell as much of the median */
    double lag1;        /* lag-1 autocorrelation in the order of measurement */
    size_t outliers;    /* beyond 3 × 1.4826 MAD of the median: counted, never dropped */
};

/* samples are in the order of measurement and stay so. count ≥ 1. */
struct statistics statistics_make(const double *samples, size_t count);

/* Half width of the median's interval over the median; INFINITY when there is no interval yet. */
double statistics_precision(const struct statistics *statistics);

/* What the launches leave open of a number that each of them tells, 95 %, of the statistics of these numbers:
 * by their order from six on. Below by Student's t, and at least all that the launches alone leave open, from
 * the lowest to the highest of their intervals (own; NAN twice: unknown): few that agree may all have stopped
 * in the same of several states. NAN twice for one. */
struct interval statistics_across(const struct statistics *values, struct interval own);

/* The factor by which autocorrelation of this lag-1 coefficient widens the variance of a mean (an AR(1)
 * process); 1 for none, a negative or an unknown one, and at most 19. */
double autocorrelation_inflation(double lag1);

#endif
