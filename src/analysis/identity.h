/* SPDX-License-Identifier: MIT */
/* Whether two results may be compared: what must match between their machines and builds, and what only
 * warns. */
#pragma once

#include "results/results_read.h"

/* What --vary names: members of the identity, and axes or "algorithm", by which rows then need not match. */
struct variation {
    const char *const *keys; /* borrowed */
    size_t count;
    unsigned axes;  /* AXIS_BITs among them */
    bool algorithm; /* is among them */
};

/* Check that each of its keys is a member of an identity, an axis or "algorithm", and note which. EXIT_USAGE
 * with "did you mean". */
bool variation_make(struct variation *variation, const struct result_file *base,
                    const struct result_file *next, struct error *error);

/* False with EXIT_UNSTABLE and the first member that differs and is not varied. Pages and cache are matched
 * row by row instead: each is an axis. */
bool identity_match(const struct result_file *base, const struct result_file *next,
                    const struct variation *variation, struct error *error);

enum { STATE_WARNINGS = 16, STATE_WARNING_BYTES = 256, BUILD_DIFFERENCES = 6 };

/* One line for each member of the state that differs and may move times. Returns how many. */
size_t state_warnings(const struct result_file *base, const struct result_file *next,
                      char warnings[STATE_WARNINGS][STATE_WARNING_BYTES]);

/* One line for each way in which the programs that measured two results were built otherwise: flags "-O2" and
 * "-O3". What one of them does not tell counts for nothing. Returns how many. */
size_t build_differences(const struct result_file *base, const struct result_file *next,
                         char differences[BUILD_DIFFERENCES][STATE_WARNING_BYTES]);
