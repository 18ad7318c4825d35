/* SPDX-License-Identifier: MIT */
/* What several launches of a plan say together. */
#pragma once

#include "results/record.h"

/* One record a point: of several launches, the samples of all, the median of their medians, and its interval
 * across launches; of all else what the list of fields says. Of a run that was cut short, the launches that
 * have measured the point; of one such launch, its own median and interval. Takes what the launches own. */
void results_join(struct results *launches, size_t count, struct results *joined);

/* Add the launches of another run of the same points, which stays as it is. False where the points are not
 * the same, one by one; then nothing is added. */
bool results_append(struct results *results, const struct results *more);
