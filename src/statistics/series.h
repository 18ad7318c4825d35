/* SPDX-License-Identifier: MIT */
/* Series of times, and intervals. */
#ifndef SCANBENCH_SERIES_H
#define SCANBENCH_SERIES_H

#include <stddef.h>

/* Times in the order of measurement, all positive; borrowed. */
struct series {
    const double *values;
    size_t count;
};

struct interval {
    double low, high;
};

#endif
