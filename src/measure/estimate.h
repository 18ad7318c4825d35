/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from bytes and the settings alone. */
#ifndef SCANBENCH_ESTIMATE_H
#define SCANBENCH_ESTIMATE_H

#include "sweep/plan.h"

/* Estimated seconds that a point takes, everything included. */
double estimate_point(const struct point *point, const struct config *config);

/* An estimate of the wall time of a plan in seconds, from bytes and the settings alone: for --dry-run. */
double estimate_plan(const struct plan *plan, const struct config *config);

#endif
