/* SPDX-License-Identifier: MIT */
/* Wilcoxon's signed-rank test, and the estimate that belongs to it. */
#ifndef SCANBENCH_SIGNED_RANK_H
#define SCANBENCH_SIGNED_RANK_H

#include "statistics/series.h"

#include <stdbool.h>

enum { HODGES_LEHMANN_MOST = 512 };

/* The median of the geometric means of all pairs of ratios, each with itself too, and the 95 % interval that
 * belongs to the signed-rank test: one ratio in ten may be anything. Exact up to 40 ratios, the normal
 * approximation above, of the first HODGES_LEHMANN_MOST. False below six. Hodges, Lehmann 1963. */
bool hodges_lehmann(struct series ratios, double *ratio, struct interval *interval);

/* Two-sided p of Wilcoxon's signed-rank test that the ratios lie around center, on logarithms; ratios of
 * center count on neither side. Up to 24 values exact, ties included; above, the normal approximation with
 * midranks, tie and continuity correction, the variance multiplied by inflation (≥ 1). 1 when none is left.
 * Wilcoxon 1945; ties after Lehmann 1975. */
double signed_rank(struct series ratios, double center, double inflation);

#endif
