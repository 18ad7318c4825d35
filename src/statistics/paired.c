/* SPDX-License-Identifier: MIT */
/* The ratio of two series of times, pairs of one round kept together. */
#include "statistics/paired.h"

#include "base/memory.h"
#include "statistics/bootstrap.h"
#include "statistics/placement.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

/* Drop the rounds that one of the two lacks. Returns how many are left. */
static size_t drop_pairs(double *base, double *next, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (isnan(base[i]) || isnan(next[i]))
            continue;
        base[left] = base[i];
        next[left++] = next[i];
    }
    return left;
}

static double *copy(struct series series)
{
    double *const values = memory_array(series.count + 1, sizeof *values);
    for (size_t i = 0; i < series.count; i++)
        values[i] = series.values[i];
    return values;
}

/* What the interval is of: base is overwritten by the rounds' ratios where values are paired. */
static double central(const struct ratio_question *question, double *base)
{
    const struct series next = question->next;
    if (!question->paired)
        return statistics_make(next.values, next.count).median /
               statistics_make(base, question->base.count).median;
    for (size_t i = 0; i < next.count; i++)
        base[i] = next.values[i] / base[i];
    return statistics_make(base, next.count).median;
}

static struct paired_ratio ratio_of(const struct ratio_question *question, double *values, uint64_t seed)
{
    const struct series base = question->base, next = question->next;
    const size_t rounds = base.count < next.count ? base.count : next.count;
    struct paired_ratio paired = {NAN, {NAN, NAN}};
    struct random random = {seed};
    if (rounds == 0)
        return paired;
    if (rounds >= PAIRED_LEAST)
        paired.interval = bootstrap_ratio(question, &random);
    paired.ratio = central(question, values);
    return paired;
}

struct paired_ratio paired_ratio_make(struct series base, struct series next, bool together, uint64_t seed)
{
    const size_t rounds = base.count < next.count ? base.count : next.count;
    double *const left = copy(base), *const right = copy(next);
    struct ratio_question question = {{left, 0}, {right, 0}, together};
    if (together) {
        question.base.count = question.next.count = drop_pairs(left, right, rounds);
    } else {
        question.base.count = placement_drop(left, base.count);
        question.next.count = placement_drop(right, next.count);
    }
    const struct paired_ratio paired = ratio_of(&question, left, seed);
    free(left);
    free(right);
    return paired;
}
