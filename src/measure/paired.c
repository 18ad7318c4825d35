/* SPDX-License-Identifier: MIT */
/* The ratio of two series of times, pairs of one round kept together. */
#include "measure/paired.h"

#include "measure/statistics.h"

#include <math.h>

bool paired_points(const struct point *a, const struct point *b)
{
    return a->implementation->primitive != PRIMITIVE_TILED_SCAN || point_tile(a) == point_tile(b);
}

struct paired_ratio paired_ratio_make(struct series base, struct series next, bool together, uint64_t seed)
{
    struct paired_ratio paired = {NAN, {NAN, NAN}};
    const size_t rounds = base.count < next.count ? base.count : next.count;
    if (rounds == 0)
        return paired;
    if (together)
        base.count = next.count = rounds;
    paired.ratio =
        statistics_make(next.values, next.count).median / statistics_make(base.values, base.count).median;
    if (rounds < PAIRED_LEAST)
        return paired;
    const struct ratio_question question = {base, next, together};
    struct random random = {seed};
    paired.interval = bootstrap_ratio(&question, &random);
    return paired;
}
