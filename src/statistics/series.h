/* SPDX-License-Identifier: MIT */
/* Series of times, and intervals. */
#ifndef SCANBENCH_SERIES_H
#define SCANBENCH_SERIES_H

#include <math.h>
#include <stddef.h>

/* Times in the order of measurement, all positive; borrowed. */
struct series {
    const double *values;
    size_t count;
};

struct interval {
    double low, high;
};

/* From the lowest to the highest of both; the other one where one is NAN. */
static inline struct interval interval_around(struct interval a, struct interval b)
{
    return (struct interval){fmin(a.low, b.low), fmax(a.high, b.high)};
}

#endif
