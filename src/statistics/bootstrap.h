/* SPDX-License-Identifier: MIT */
/* Intervals by resampling; what is random comes from the generator that is given. */
#ifndef SCANBENCH_BOOTSTRAP_H
#define SCANBENCH_BOOTSTRAP_H

#include "base/random.h"
#include "statistics/series.h"

#include <stdbool.h>

struct ratio_question {
    struct series base, next;
    bool paired; /* value i of both is of one round, and the counts are equal */
};

enum { BOOTSTRAP_REPLICATES = 2000 };

/* The 95 % percentile interval of median(next) / median(base), or of the median of the rounds' ratios where
 * values are paired: what both of a round share does not count then. Autocorrelated series are resampled in
 * circular blocks, as long as the lag-1 coefficient asks for (Politis, Romano 1992; Carlstein 1986), others
 * value by value; the percentiles are expanded for few values (Hesterberg 2015). NAN twice when a side is
 * empty. */
struct interval bootstrap_ratio(const struct ratio_question *question, struct random *random);

/* The same of the median of one series. */
struct interval bootstrap_median(struct series series, struct random *random);

#endif
