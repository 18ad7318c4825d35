/* SPDX-License-Identifier: MIT */
/* Running a plan: blocks of points that share a problem, rounds within a block, verification around them. */
#pragma once

#include "measure/bench.h"

/* A pending record for every point. Caller closes. */
void results_make(struct results *results, const struct plan *plan);

/* The error of a budget that ran out in a launch whose results these are, of so many launches. Returns false.
 */
bool runner_refuse_budget(const struct results *results, size_t launch, uint64_t launches,
                          struct error *error);

/* Measure every point whose record is pending. Wrong outputs, unsupported points and points that
 * do not fit are records, not errors. Empty results are made here (also on failure, when they hold what was
 * finished); the caller closes them. EXIT_SYSTEM when workers cannot be had; EXIT_BUDGET when the budget ran
 * out. */
bool runner_run(const struct workload *workload, const struct runner_options *options,
                struct results *results, struct error *error);
