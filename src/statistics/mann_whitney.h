/* SPDX-License-Identifier: MIT */
/* The Mann–Whitney U test: whether two series of times differ. */
#ifndef SCANBENCH_MANN_WHITNEY_H
#define SCANBENCH_MANN_WHITNEY_H

#include "statistics/series.h"

/* Two-sided p of the Mann–Whitney U test between next and base × scale. Up to 24 values in all the
 * permutation distribution is exact, ties included; above, the normal approximation with midranks, tie and
 * continuity correction, the variance multiplied by inflation (≥ 1). 1 when a side is empty; NAN when memory
 * is out. Mann, Whitney 1947; ties after Lehmann 1975. */
double mann_whitney(struct series base, struct series next, double scale, double inflation);

#endif
