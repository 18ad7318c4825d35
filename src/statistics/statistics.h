/* SPDX-License-Identifier: MIT */
/* Order statistics of samples, and a line through pairs of numbers. */
#pragma once

#include <stddef.h>

/* From the lowest to the highest of what a number may be. */
struct interval {
    double low, high;
};

/* All in seconds but counts and lag1; NAN where too few samples allow none. */
struct statistics {
    size_t samples;
    double median, ci_low, ci_high; /* the interval is NAN until record_statistics has it of the processes */
    double min, p5, q1, q3, p95, max;
    double mean, sd, mad;
    double lag1;     /* lag-1 autocorrelation in the order of measurement */
    size_t outliers; /* beyond 3 × 1.4826 MAD of the median: counted, never dropped */
};

/* samples are in the order of measurement and stay so. count ≥ 1. */
struct statistics statistics_make(const double *samples, size_t count);

/* Half width of the median's interval over the median; INFINITY when there is no interval yet. */
double statistics_precision(const struct statistics *statistics);

/* What a message costs by its length: y = intercept + slope x. */
struct line_fit {
    double intercept, slope;
};

/* The line with the least sum of squared relative errors, so that small values count as much as large ones; y
 * > 0. A part that would be negative is 0, and the other the best without it. NAN of fewer than two different
 * x. */
struct line_fit line_fit_relative(const double *x, const double *y, size_t count);
