/* SPDX-License-Identifier: MIT */
/* Two runs that took turns, compared sample by sample: what happened around a sample happened to both. */
#ifndef SCANBENCH_ROUND_RATIOS_H
#define SCANBENCH_ROUND_RATIOS_H

#include "results/results_read.h"

/* Time of next over time of base, in the rounds that both have. */
struct round_ratios {
    double *rounds; /* owned; of all launches, in their order */
    size_t round_count;
    double *launches; /* owned; the median of each launch's rounds */
    size_t launch_count;
};

/* Whether these are the two sides of one session. */
bool round_ratios_apply(const struct result_file *base, const struct result_file *next);

/* Of two measured rows of such runs. Caller closes. */
void round_ratios_make(struct round_ratios *ratios, const struct record *base, const struct record *next);
void round_ratios_close(struct round_ratios *ratios);

#endif
