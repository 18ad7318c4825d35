/* SPDX-License-Identifier: MIT */
/* Measuring a plan launch after launch, each in child processes, so that a crash or a hang of a kernel costs
 * one point. */
#pragma once

#include "measure/launch_run.h"

/* Pending records of `count` launches. Caller closes. */
void launches_make(struct results **launches, size_t count, const struct plan *plan);
void launches_close(struct results *launches, size_t count);

/* Measure what is pending in records of as many launches as the config asks for, one launch after the other.
 * What could not be reached is marked interrupted, also on failure. Called without threads running.
 * EXIT_SYSTEM, EXIT_BUDGET, and what `keep` fails with. */
bool launches_run(const struct workload *workload, const struct launch_options *options,
                  struct results *launches, struct error *error);
