/* SPDX-License-Identifier: MIT */
/* The one rule for numbers and verdicts. */
#include "statistics/verdict_rule.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 10, LEAST_BLOCKS = 5 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Sort the values that are not NAN to the front; returns how many they are. */
static size_t sort_known(double *values, size_t count)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            values[known++] = values[i];
    qsort(values, known, sizeof *values, compare_double_places);
    return known;
}

/* Of the values that are not NAN, which it sorts; NAN of none. */
static double take_median(double *values, size_t count)
{
    const size_t known = sort_known(values, count);
    return known ? (values[(known - 1) / 2] + values[known / 2]) / 2 : NAN;
}

static double center_of(const double *values, size_t count)
{
    double *const copy = memory_array(count + 1, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    const double median = take_median(copy, count);
    free(copy);
    return median;
}

static size_t known_of(const struct numbers *numbers)
{
    size_t known = 0;
    for (size_t i = 0; i < numbers->count; i++)
        known += !isnan(numbers->values[i]);
    return known;
}

/* The values go. */
static struct numbers numbers_make(double *values, const size_t *counts, size_t processes)
{
    const bool alone = processes == 1;
    const size_t parts = alone ? least(counts[0], BLOCKS) : processes;
    struct numbers numbers = {memory_array(parts + 1, sizeof *numbers.values), 0, 0, NAN};
    if (alone)
        numbers.center = center_of(values, counts[0]);
    for (size_t i = 0, begin = 0, end; i < parts; begin = end, i++) {
        end = alone ? (i + 1) * counts[0] / parts : begin + counts[i];
        numbers.values[numbers.count++] = take_median(values + begin, end - begin);
    }
    numbers.processes = alone ? 1 : known_of(&numbers);
    if (!alone)
        numbers.center = center_of(numbers.values, numbers.count);
    free(values);
    return numbers;
}

struct numbers numbers_of(const struct rounds *rounds)
{
    size_t total = 0;
    for (size_t i = 0; i < rounds->processes; i++)
        total += rounds->counts[i];
    double *const values = memory_array(total + 1, sizeof *values);
    memcpy(values, rounds->values, total * sizeof *values);
    return numbers_make(values, rounds->counts, rounds->processes);
}

struct numbers numbers_of_ratios(const struct rounds *base, const struct rounds *next)
{
    const size_t processes = least(base->processes, next->processes);
    size_t *const counts = memory_array(processes + 1, sizeof *counts), total = 0;
    for (size_t i = 0; i < processes; i++)
        total += counts[i] = least(base->counts[i], next->counts[i]);
    double *const ratios = memory_array(total + 1, sizeof *ratios), *ratio = ratios;
    const double *from = base->values, *to = next->values;
    for (size_t i = 0; i < processes; from += base->counts[i], to += next->counts[i], i++)
        for (size_t k = 0; k < counts[i]; k++)
            *ratio++ = to[k] / from[k];
    const struct numbers numbers = numbers_make(ratios, counts, processes);
    free(counts);
    return numbers;
}

struct numbers numbers_by_process(const struct numbers *base, const struct numbers *next)
{
    const size_t count = least(base->count, next->count);
    struct numbers ratios = {memory_array(count + 1, sizeof *ratios.values), count, 0, NAN};
    for (size_t i = 0; i < count; i++)
        ratios.values[i] = next->values[i] / base->values[i];
    ratios.processes = known_of(&ratios);
    ratios.center = center_of(ratios.values, count);
    return ratios;
}

struct numbers numbers_mean(const struct numbers *rows, size_t count)
{
    struct numbers mean = {.count = SIZE_MAX, .processes = SIZE_MAX, .center = 0};
    bool alone = false;
    for (size_t i = 0; i < count; i++) {
        mean.count = least(mean.count, rows[i].count);
        alone |= rows[i].processes == 1;
        mean.center += log(rows[i].center) / (double)count;
    }
    mean.count = count ? mean.count : 0;
    mean.values = memory_array(mean.count + 1, sizeof *mean.values);
    for (size_t k = 0; k < mean.count; k++) {
        for (size_t i = 0; i < count; i++)
            mean.values[k] += log(rows[i].values[k]) / (double)count;
        mean.values[k] = exp(mean.values[k]);
    }
    mean.processes = alone ? 1 : known_of(&mean);
    mean.center = alone ? exp(mean.center) : center_of(mean.values, mean.count);
    return mean;
}

void numbers_close(struct numbers *numbers)
{
    free(numbers->values);
    *numbers = (struct numbers){0};
}

/* How many numbers the interval leaves out on each side: as many as P(Binomial(count, 1/2) <= out) <= 1.25 %
 * allows, or none. */
static size_t outermost(size_t count)
{
    const double rare = 0.0125;
    long double chance = ldexpl(1, -(int)count), sum = chance; /* a double is 0 from 1075 numbers on */
    size_t out = 0;
    while (sum <= rare && out < count / 2) {
        chance *= (long double)(count - out) / (long double)(out + 1);
        sum += chance;
        out++;
    }
    return out ? out - 1 : 0;
}

struct estimate numbers_estimate(const struct numbers *numbers)
{
    const size_t count = known_of(numbers), out = outermost(count);
    struct estimate estimate = {numbers->center, {NAN, NAN}, numbers->processes};
    if (count < 2 || (numbers->processes == 1 && count < LEAST_BLOCKS))
        return estimate;
    double *const sorted = memory_array(numbers->count, sizeof *sorted);
    memcpy(sorted, numbers->values, numbers->count * sizeof *sorted);
    sort_known(sorted, numbers->count);
    estimate.interval.low = fmin(sorted[out], numbers->center);
    estimate.interval.high = fmax(sorted[count - 1 - out], numbers->center);
    free(sorted);
    return estimate;
}

struct estimate numbers_estimate_once(struct numbers numbers)
{
    const struct estimate estimate = numbers_estimate(&numbers);
    numbers_close(&numbers);
    return estimate;
}

struct estimate estimate_times(const struct rounds *rounds)
{
    return numbers_estimate_once(numbers_of(rounds));
}

struct estimate estimate_ratio(const struct rounds *base, const struct rounds *next)
{
    return numbers_estimate_once(numbers_of_ratios(base, next));
}

struct estimate estimate_apart(struct estimate base, struct estimate next)
{
    return (struct estimate){next.value / base.value,
                             {next.interval.low / base.interval.high, next.interval.high / base.interval.low},
                             least(base.processes, next.processes)};
}

double verdict_margin(size_t processes, bool interleaved)
{
    if (processes >= 10)
        return interleaved ? 0.01 : 0.02;
    return processes >= 5 ? 0.05 : 0.15;
}

enum verdict verdict_judge(struct interval ratio, double margin)
{
    const double low = 1 / (1 + margin), high = 1 + margin;
    if (ratio.low > high)
        return VERDICT_SLOWER;
    if (ratio.high < low)
        return VERDICT_FASTER;
    return ratio.low > low && ratio.high < high ? VERDICT_SAME : VERDICT_INCONCLUSIVE;
}

double verdict_detectable(struct interval ratio, double margin)
{
    return (1 + margin) * sqrt(ratio.high / ratio.low) - 1;
}
