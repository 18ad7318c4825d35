/* SPDX-License-Identifier: MIT */
/* The mean of values of which some hang together. */
#ifndef SCANBENCH_CLUSTERS_H
#define SCANBENCH_CLUSTERS_H

#include "statistics/series.h"

/* A value, and of which cluster it is; those of a cluster stand together. */
struct clustered {
    double value;
    size_t cluster;
};

struct clustered_mean {
    double mean;              /* of all values; NAN of none */
    struct interval interval; /* 95 %; NAN twice below two clusters */
};

/* The interval is Student's, with a degree of freedom less than there are clusters, whose sums of deviations
 * make its variance: as wide as values that hang together ask for, however they do (Liang, Zeger 1986). */
struct clustered_mean clustered_mean(const struct clustered *values, size_t count);

#endif
