/* SPDX-License-Identifier: MIT */
/* How much two runs differ when nothing changed. */
#ifndef SCANBENCH_NOISE_FLOOR_H
#define SCANBENCH_NOISE_FLOOR_H

#include "analysis/compared_rows.h"

/* Noise between two runs that is assumed where no controls tell it, and never fallen below. */
#define COMPARISON_FLOOR_LEAST 0.01

/* Set the noise floor of every row and of the comparison: the one of the options, or one estimated from
 * controls, the same code in both runs: the limits, and the fixed arithmetic of the rounds. It is the greater
 * of what both changed: the median change and 2.5 standard deviations over those with as many workers (over
 * all where these are fewer than five); at least what the controls of the row's own block changed; at least
 * COMPARISON_FLOOR_LEAST. The least is taken where anything is varied, since there is no control then, and
 * where the runs took turns, since what happened between them is in the pairs. */
void comparison_floor(struct comparison *comparison, const struct comparison_options *options);

#endif
