/* SPDX-License-Identifier: MIT */
/* Order statistics of samples. */
#pragma once

#include "statistics/interval.h"

#include <stdbool.h>
#include <stddef.h>

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
