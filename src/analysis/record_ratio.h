/* SPDX-License-Identifier: MIT */
/* Times of records, and the ratio of those of two of one result. */
#ifndef SCANBENCH_RECORD_RATIO_H
#define SCANBENCH_RECORD_RATIO_H

#include "results/record.h"
#include "statistics/paired.h"

/* The samples of the commonest placement, in order; and the medians of the launches that tell one. Fresh: the
 * caller closes. */
struct series record_times(const struct record *record);
struct series record_launch_medians(const struct record *record);
void series_close(const struct series *series);

/* The time of next over that of base, of points of one problem of one result: round by round where they share
 * rounds. */
struct paired_ratio record_ratio(const struct record *base, const struct record *next, uint64_t seed);

#endif
