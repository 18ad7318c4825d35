/* SPDX-License-Identifier: MIT */
/* The Mann–Whitney U test: exact for tiny samples, normal with corrections for others. */
#include "statistics/mann_whitney.h"

#include "base/memory.h"
#include "statistics/ranks.h"

#include <math.h>
#include <string.h>

enum { EXACT_TOTAL = 24, EXACT_SUMS = EXACT_TOTAL * (EXACT_TOTAL + 1) + 1 };

static void rank(struct ranking *ranking, struct series base, struct series next, double scale)
{
    ranking_make(ranking, base.count + next.count);
    for (size_t i = 0; i < base.count; i++)
        ranking->all[ranking->count++] = (struct ranked){base.values[i] * scale, true};
    for (size_t i = 0; i < next.count; i++)
        ranking->all[ranking->count++] = (struct ranked){next.values[i], false};
    ranking_rank(ranking);
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
    const double distance = fabs(ranking->sum - middle);
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
    const double u = ranking->sum / 2 - base_count * (base_count + 1) / 2;
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
    if (base.count == 0 || next.count == 0)
        return 1;
    rank(&ranking, base, next, scale);
    const double p = ranking.count <= EXACT_TOTAL ? exact_p(&ranking, base.count)
                                                  : normal_p(&ranking, (double)base.count, inflation);
    ranking_close(&ranking);
    return p;
}
