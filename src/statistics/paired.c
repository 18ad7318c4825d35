/* SPDX-License-Identifier: MIT */
/* The ratio of two series of times, pairs of one round kept together. */
#include "statistics/paired.h"

#include "base/memory.h"
#include "statistics/bootstrap.h"
#include "statistics/placement.h"
#include "statistics/statistics.h"
#include "statistics/welch.h"

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

static struct paired_ratio ratio_of_rounds(const struct ratio_question *question, double *ratios)
{
    const size_t count = question->next.count;
    for (size_t i = 0; i < count; i++)
        ratios[i] = question->next.values[i] / question->base.values[i];
    const struct statistics all = statistics_make(ratios, count);
    return (struct paired_ratio){all.median, {all.ci_low, all.ci_high}, all.independent - 1};
}

static struct paired_ratio ratio_apart(const struct ratio_question *question, uint64_t seed)
{
    const struct series base = question->base, next = question->next;
    const struct statistics of_base = statistics_make(base.values, base.count);
    const struct statistics of_next = statistics_make(next.values, next.count);
    struct random random = {seed};
    struct paired_ratio paired = {of_next.median / of_base.median, {NAN, NAN}, 0};
    if (base.count >= PAIRED_LEAST && next.count >= PAIRED_LEAST)
        paired.interval = bootstrap_ratio(question, &random);
    paired.degrees = fmin(of_base.independent, of_next.independent) - 1;
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
    struct paired_ratio paired = {NAN, {NAN, NAN}, 0};
    if (question.base.count > 0 && question.next.count > 0)
        paired = together ? ratio_of_rounds(&question, left) : ratio_apart(&question, seed);
    free(left);
    free(right);
    return paired;
}

static size_t launches_of(const struct launched *side)
{
    return side->launches ? side->launches : 1;
}

static size_t rounds_of(const struct launched *side, size_t launch)
{
    return side->launches ? side->counts[launch] : side->rounds.count;
}

/* The rounds that both have, side by side, and the median ratio of each launch with one. */
struct aligned {
    double *base, *next, *medians; /* owned */
    size_t count, launches;
};

static void align_launch(struct aligned *aligned, const double *base, const double *next, size_t rounds)
{
    double *const ratios = memory_array(rounds + 1, sizeof *ratios);
    size_t count = 0;
    for (size_t i = 0; i < rounds; i++) {
        if (isnan(base[i]) || isnan(next[i]))
            continue;
        aligned->base[aligned->count] = base[i];
        aligned->next[aligned->count++] = next[i];
        ratios[count++] = next[i] / base[i];
    }
    if (count > 0)
        aligned->medians[aligned->launches++] = statistics_make(ratios, count).median;
    free(ratios);
}

static void align(struct aligned *aligned, const struct launched *base, const struct launched *next)
{
    const size_t room = base->rounds.count + 1;
    const double *of_base = base->rounds.values, *of_next = next->rounds.values;
    *aligned = (struct aligned){
        .base = memory_array(room, sizeof(double)),
        .next = memory_array(room, sizeof(double)),
        .medians = memory_array(launches_of(base), sizeof(double)),
    };
    for (size_t launch = 0; launch < launches_of(base) && launch < launches_of(next); launch++) {
        const size_t a = rounds_of(base, launch), b = rounds_of(next, launch);
        align_launch(aligned, of_base, of_next, a < b ? a : b);
        of_base += a;
        of_next += b;
    }
}

struct paired_ratio paired_launches_make(const struct launched *base, const struct launched *next,
                                         uint64_t seed)
{
    struct aligned aligned;
    align(&aligned, base, next);
    struct paired_ratio paired = paired_ratio_make((struct series){aligned.base, aligned.count},
                                                   (struct series){aligned.next, aligned.count}, true, seed);
    if (aligned.launches > 1) {
        paired.interval = student_ratio((struct series){aligned.medians, aligned.launches});
        paired.ratio = sqrt(paired.interval.low * paired.interval.high);
        paired.degrees = (double)aligned.launches - 1;
    }
    free(aligned.base);
    free(aligned.next);
    free(aligned.medians);
    return paired;
}

struct paired_ratio paired_ratio_correct(struct paired_ratio paired, double questions)
{
    if (!(questions > 1) || isnan(paired.interval.low))
        return paired;
    const double degrees = paired.degrees > 0 ? fmax(paired.degrees, 1) : INFINITY;
    const double wider = student_above(0.025 / questions, degrees) / student_above(0.025, degrees);
    paired.interval.low = paired.ratio * pow(paired.interval.low / paired.ratio, wider);
    paired.interval.high = paired.ratio * pow(paired.interval.high / paired.ratio, wider);
    return paired;
}
