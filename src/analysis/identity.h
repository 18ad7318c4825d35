/* SPDX-License-Identifier: MIT */
/* Whether two results may be compared: what must match between their machines and builds, and what only
 * warns. */
#pragma once

#include "results/result_file.h"
#include "results/run_fields.h"

/* What --vary names: members of the identity, and axes or "algorithm", by which rows then need not match. */
struct variation {
    const char *const *keys; /* borrowed */
    size_t count;
    unsigned axes;  /* AXIS_BITs among them */
    bool algorithm; /* is among them */
};

/* Check that each of its keys is a member of an identity, an axis or "algorithm", and note which. EXIT_USAGE
 * with "did you mean". */
bool variation_make(struct variation *variation, struct error *error);

/* False with EXIT_UNSTABLE and the first member that differs and is not varied. Pages and cache are matched
 * row by row instead: each is an axis. */
bool identity_match(const struct result_file *base, const struct result_file *next,
                    const struct variation *variation, struct error *error);

enum { RUN_DIFFERENCES = 16, RUN_DIFFERENCE_BYTES = 256 };

/* A line for each fact of a kind that differs: RUN_WARNED, of the machine's state, what may move times ("mhz
 * was 1 and is 2"); RUN_BUILT, how the programs were built otherwise ("flags \"-O2\" and \"-O3\""). What one
 * of them lacks counts for nothing. Returns how many. */
size_t run_differences(const struct result_file *base, const struct result_file *next,
                       enum run_difference difference, char lines[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES]);
