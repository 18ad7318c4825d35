/* SPDX-License-Identifier: MIT */
/* How far rows come apart from launch to launch when nothing changed. */
#ifndef SCANBENCH_LAUNCH_NOISE_H
#define SCANBENCH_LAUNCH_NOISE_H

#include "analysis/compared_rows.h"

/* What two launches of the same program may differ by in a row: code and data lie elsewhere in memory, of
 * which the rounds of one launch say nothing. */
#define ONE_LAUNCH_NOISE 0.15

/* Raise the floor of each row to what launches alone would exceed in any row of one comparison in twenty.
 * Where both sides have several, that is Student's t of the variance over launches, the row's own and that of
 * all rows together (Smyth 2004, the moderated t). Of one launch it is ONE_LAUNCH_NOISE. Between runs that
 * took no turns it is also what the changes of all rows scatter by, up to a limit: rows that did change
 * scatter too. Intervals, ratios and the controls' floors are known. */
void launch_noise_raise(struct comparison *comparison, const struct comparison_options *options);

#endif
