/* SPDX-License-Identifier: MIT */
/* The limits of a block: which kernels bound its points, and how near the points come to the best of them. */
#pragma once

#include "measure/block.h"

/* Add the limit kernels to the entries. */
void limits_join(struct block *block);

/* Whether a limit kernel's point bounds a point by where it runs: on the same workers or device. More workers
 * than CPUs take turns, and are bounded by as many as there are CPUs. */
bool limits_hold(const struct block *block, const struct point *limit, const struct point *point);

/* Let those that joined go whose median after 5 samples is more than a fifth above that of another with the
 * same workers: they are not the best, and would take as long as the points. */
void limits_drop(struct block *block);

/* Rate measured entries by the best limit that holds for them, in the rounds that both have. */
void limits_rate(struct block *block);

/* Of all processes together: refuse a point that is above 1.25 of its limit, the whole interval, as
 * implausible. That is asked from so many bytes on that a limit is one: beyond the first cache, where what a
 * call costs is small; of partial copies, whose blocks are short, beyond the last one; of ranks not, since
 * what messages cost is in a limit only by chance. */
void limits_refuse(struct results *results, const struct machine *machine);
