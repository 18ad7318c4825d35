/* SPDX-License-Identifier: MIT */
/* Wilcoxon's signed-rank test, exact for tiny samples, normal with corrections for others, and the estimate
 * that belongs to it. */
#include "statistics/signed_rank.h"

#include "base/memory.h"
#include "base/sort.h"
#include "statistics/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HODGES_LEHMANN_LEAST = 6, HODGES_LEHMANN_EXACT = 40 };

enum { EXACT_MOST = 24, EXACT_SUMS = EXACT_MOST * (EXACT_MOST + 1) + 1 };

/* The distances from the center, on logarithms, by size; those above it count. */
static void rank(struct ranking *ranking, struct series ratios, double center)
{
    ranking_make(ranking, ratios.count);
    for (size_t i = 0; i < ratios.count; i++) {
        const double distance = log(ratios.values[i] / center);
        if (ratios.values[i] != center)
            ranking->all[ranking->count++] = (struct ranked){fabs(distance), distance > 0};
    }
    ranking_rank(ranking);
}

/* The share of all choices of signs whose sum lies as far from the middle as the real one, or farther. */
static double exact_p(const struct ranking *ranking)
{
    double ways[EXACT_SUMS] = {1};
    const double middle = (double)(ranking->count * (ranking->count + 1)) / 2;
    const double distance = fabs(ranking->sum - middle);
    double far = 0, all = 0;
    for (size_t i = 0; i < ranking->count; i++)
        for (size_t sum = EXACT_SUMS - 1; sum >= ranking->doubled[i]; sum--)
            ways[sum] += ways[sum - ranking->doubled[i]];
    for (size_t sum = 0; sum < EXACT_SUMS; sum++) {
        all += ways[sum];
        if (fabs((double)sum - middle) >= distance - 0.25)
            far += ways[sum];
    }
    return far / all;
}

static double normal_p(const struct ranking *ranking, double inflation)
{
    const double n = (double)ranking->count;
    const double variance = inflation * (n * (n + 1) * (2 * n + 1) - ranking->tie_term / 2) / 24;
    const double distance = fabs(ranking->sum / 2 - n * (n + 1) / 4) - 0.5;
    if (!(variance > 0) || distance <= 0)
        return 1;
    return erfc(distance / sqrt(2 * variance));
}

double signed_rank(struct series ratios, double center, double inflation)
{
    struct ranking ranking;
    if (ratios.count == 0)
        return 1;
    rank(&ranking, ratios, center);
    const double p = ranking.count <= EXACT_MOST ? exact_p(&ranking) : normal_p(&ranking, inflation);
    ranking_close(&ranking);
    return p;
}

/* How many of the outermost means on each side the 95 % interval leaves out, of `pairs` = n(n + 1)/2. */
static size_t outer_exact(size_t n, size_t pairs, double *ways)
{
    double below = 0;
    size_t outer = 0;
    memset(ways, 0, (pairs + 1) * sizeof *ways);
    ways[0] = 1;
    for (size_t rank = 1; rank <= n; rank++)
        for (size_t sum = pairs; sum >= rank; sum--)
            ways[sum] += ways[sum - rank];
    for (below = ways[0]; below * ldexp(1, -(int)n) <= 0.025; below += ways[outer])
        outer++;
    return outer;
}

static size_t outer_normal(size_t n)
{
    const double count = (double)n, z = 1.959964;
    return (size_t)(count * (count + 1) / 4 - z * sqrt(count * (count + 1) * (2 * count + 1) / 24));
}

bool hodges_lehmann(struct series ratios, double *ratio, struct interval *interval)
{
    const size_t n = ratios.count < HODGES_LEHMANN_MOST ? ratios.count : HODGES_LEHMANN_MOST;
    const size_t pairs = n * (n + 1) / 2;
    if (n < HODGES_LEHMANN_LEAST)
        return false;
    double *const means = memory_array(pairs + 1, sizeof *means);
    const size_t outer = n <= HODGES_LEHMANN_EXACT ? outer_exact(n, pairs, means) : outer_normal(n);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++)
            means[count++] = sqrt(ratios.values[i] * ratios.values[k]);
    qsort(means, count, sizeof *means, compare_double_places);
    *ratio = (means[(count - 1) / 2] + means[count / 2]) / 2;
    *interval = (struct interval){means[outer - 1], means[count - outer]};
    free(means);
    return true;
}
