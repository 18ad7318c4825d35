/* SPDX-License-Identifier: MIT */
/* The Mann–Whitney U test: exact for tiny samples, normal with corrections for others. */
#include "statistics/inference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT_TOTAL = 24, EXACT_SUMS = EXACT_TOTAL * (EXACT_TOTAL + 1) + 1 };

struct ranked {
    double value;
    bool of_base;
};

/* Ranks are doubled throughout, so that midranks are whole. */
struct ranking {
    struct ranked *all;
    unsigned *doubled;
    size_t count;
    double base_sum; /* of doubled ranks */
    double tie_term; /* Σ (t³ − t) over ties of t values */
};

double autocorrelation_inflation(double lag1)
{
    const double most = 0.9;
    if (!(lag1 > 0))
        return 1;
    const double coefficient = fmin(lag1, most);
    return (1 + coefficient) / (1 - coefficient);
}

static int compare_ranked(const void *a, const void *b)
{
    const double x = ((const struct ranked *)a)->value;
    const double y = ((const struct ranked *)b)->value;
    return (x > y) - (x < y);
}

/* Give the equal values first … end−1 their midrank. */
static void rank_tie(struct ranking *ranking, size_t first, size_t end)
{
    const double ties = (double)(end - first);
    ranking->tie_term += ties * ties * ties - ties;
    for (size_t i = first; i < end; i++) {
        ranking->doubled[i] = (unsigned)(first + 1 + end);
        if (ranking->all[i].of_base)
            ranking->base_sum += ranking->doubled[i];
    }
}

static bool rank(struct ranking *ranking, struct series base, struct series next, double scale)
{
    *ranking = (struct ranking){.count = base.count + next.count};
    ranking->all = malloc(ranking->count * sizeof *ranking->all);
    ranking->doubled = malloc(ranking->count * sizeof *ranking->doubled);
    if (!ranking->all || !ranking->doubled)
        return false;
    for (size_t i = 0; i < base.count; i++)
        ranking->all[i] = (struct ranked){base.values[i] * scale, true};
    for (size_t i = 0; i < next.count; i++)
        ranking->all[base.count + i] = (struct ranked){next.values[i], false};
    qsort(ranking->all, ranking->count, sizeof *ranking->all, compare_ranked);
    for (size_t first = 0, end; first < ranking->count; first = end) {
        for (end = first + 1; end < ranking->count && ranking->all[end].value == ranking->all[first].value;)
            end++;
        rank_tie(ranking, first, end);
    }
    return true;
}

/* ways[k][s]: how many subsets of k values have doubled ranks that sum to s. */
static void count_subsets(const struct ranking *ranking, size_t most, double ways[][EXACT_SUMS])
{
    memset(ways, 0, (most + 1) * sizeof *ways);
    ways[0][0] = 1;
    for (size_t i = 0; i < ranking->count; i++)
        for (size_t k = most < i + 1 ? most : i + 1; k > 0; k--)
            for (size_t sum = EXACT_SUMS - 1; sum >= ranking->doubled[i]; sum--)
                ways[k][sum] += ways[k - 1][sum - ranking->doubled[i]];
}

/* The share of all choices of base values that lie as far from the middle as the real one, or farther. */
static double exact_p(const struct ranking *ranking, size_t base_count)
{
    static _Thread_local double ways[EXACT_TOTAL + 1][EXACT_SUMS];
    const double middle = (double)(base_count * (ranking->count + 1));
    const double distance = fabs(ranking->base_sum - middle);
    double far = 0, all = 0;
    count_subsets(ranking, base_count, ways);
    for (size_t sum = 0; sum < EXACT_SUMS; sum++) {
        all += ways[base_count][sum];
        if (fabs((double)sum - middle) >= distance - 0.5)
            far += ways[base_count][sum];
    }
    return far / all;
}

static double normal_p(const struct ranking *ranking, double base_count, double inflation)
{
    const double total = (double)ranking->count;
    const double next_count = total - base_count;
    const double u = ranking->base_sum / 2 - base_count * (base_count + 1) / 2;
    const double spread = total + 1 - ranking->tie_term / (total * (total - 1));
    const double variance = inflation * base_count * next_count / 12 * spread;
    const double distance = fabs(u - base_count * next_count / 2) - 0.5;
    if (!(variance > 0) || distance <= 0)
        return 1;
    return erfc(distance / sqrt(2 * variance));
}

double mann_whitney(struct series base, struct series next, double scale, double inflation)
{
    struct ranking ranking;
    double p = NAN;
    if (base.count == 0 || next.count == 0)
        return 1;
    if (rank(&ranking, base, next, scale))
        p = ranking.count <= EXACT_TOTAL ? exact_p(&ranking, base.count)
                                         : normal_p(&ranking, (double)base.count, inflation);
    free(ranking.all);
    free(ranking.doubled);
    return p;
}
