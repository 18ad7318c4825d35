/* SPDX-License-Identifier: MIT */
/* What the results of a run mean for its exit code. */
#pragma once

#include "analysis/analysis.h"
#include "results/record.h"

/* Keep the worse of two errors in *worst: signals, then the budget, output, usage, wrong results, refusals,
 * points that are not good. The other one, if it is one, is printed as a warning. */
void verdict_keep(struct error *worst, const struct error *next);

/* The worst finding among the results: wrong, skipped, and with strict those that are not good. */
void verdict_of(const struct results *results, bool strict, struct error *verdict);

/* The first claim that does not hold here is a finding. */
void verdict_of_claims(const struct claims *claims, struct error *verdict);
