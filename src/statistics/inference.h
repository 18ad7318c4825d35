/* SPDX-License-Identifier: MIT */
/* Whether two series of times differ: a rank test, intervals of ratios, and the correction for many
 * questions. Every function is reproducible: what is random comes from the generator that it is given. */
#ifndef SCANBENCH_INFERENCE_H
#define SCANBENCH_INFERENCE_H

#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>

/* Times in the order of measurement, all positive; borrowed. */
struct series {
    const double *values;
    size_t count;
};

struct interval {
    double low, high;
};

/* The factor by which autocorrelation of this lag-1 coefficient widens the variance of a mean (an AR(1)
 * process); 1 for none, a negative or an unknown one, and at most 19. */
double autocorrelation_inflation(double lag1);

/* Two-sided p of the Mann–Whitney U test between next and base × scale. Up to 24 values in all the
 * permutation distribution is exact, ties included; above, the normal approximation with midranks, tie and
 * continuity correction, the variance multiplied by inflation (≥ 1). 1 when a side is empty; NAN when memory
 * is out. Mann, Whitney 1947; ties after Lehmann 1975. */
double mann_whitney(struct series base, struct series next, double scale, double inflation);

struct ratio_question {
    struct series base, next;
    bool paired; /* value i of both is of one round, and the counts are equal */
};

enum { BOOTSTRAP_REPLICATES = 2000 };

/* The 95 % percentile interval of median(next) / median(base), or of the median of the rounds' ratios where
 * values are paired: what both of a round share does not count then. Autocorrelated series are resampled in
 * circular blocks, as long as the lag-1 coefficient asks for (Politis, Romano 1992; Carlstein 1986), others
 * value by value; the percentiles are expanded for few values (Hesterberg 2015). NAN twice when memory is out
 * or a side is empty. */
struct interval bootstrap_ratio(const struct ratio_question *question, struct random *random);

/* The same of the median of one series. */
struct interval bootstrap_median(struct series series, struct random *random);

/* The 95 % percentile interval of the mean of values that are resampled one by one. */
struct interval bootstrap_mean(struct series series, struct random *random);

/* The 95 % interval of the ratio of geometric means, next over base, by Welch's t interval on logarithms: for
 * the medians of launches, which are few. NAN twice below two values on a side. */
struct interval welch_ratio(struct series base, struct series next);

/* The 95 % interval of the geometric mean of ratios, by Student's t on logarithms. NAN twice below two. */
struct interval student_ratio(struct series ratios);

enum { HODGES_LEHMANN_MOST = 512 };

/* The median of the geometric means of all pairs of ratios, each with itself too, and the 95 % interval that
 * belongs to the signed-rank test: one ratio in ten may be anything. Exact up to 40 ratios, the normal
 * approximation above, of the first HODGES_LEHMANN_MOST. False below six, or when memory is out. Hodges,
 * Lehmann 1963. */
bool hodges_lehmann(struct series ratios, double *ratio, struct interval *interval);

/* Two-sided p of Wilcoxon's signed-rank test that the ratios lie around center, on logarithms; ratios of
 * center count on neither side. Up to 24 values exact, ties included; above, the normal approximation with
 * midranks, tie and continuity correction, the variance multiplied by inflation (≥ 1). 1 when none is left;
 * NAN when memory is out. Wilcoxon 1945; ties after Lehmann 1975. */
double signed_rank(struct series ratios, double center, double inflation);

/* The two-sided 95 % quantile of Student's t. degrees ≥ 1. */
double student_t95(double degrees);

/* Replace p values by those adjusted for their number, step down (Holm 1979). NAN counts as 1. False, with p
 * as it was, when memory is out. */
bool holm_adjust(double *p, size_t count);

#endif
