/* SPDX-License-Identifier: MIT */
/* Order statistics: the median with its distribution-free interval, spread, and what the order of samples
 * tells. */
#include "statistics/statistics.h"

#include "base/memory.h"
#include "base/sort.h"
#include "statistics/welch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT_BELOW = 70, RANKED = 6 /* fewer values tell no interval by their order */ };

/* Type 7 quantile (linear between the two nearest order statistics) of sorted values. */
static double quantile(const double *sorted, size_t count, double share)
{
    const double place = share * (double)(count - 1);
    const size_t below = (size_t)place;
    const size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

/* The largest rank whose lower tail of a fair binomial holds at most 2.5 %; count is at least 6. */
static size_t binomial_rank(size_t count)
{
    double term = ldexp(1.0, -(int)count);
    double tail = term;
    size_t rank = 0;
    for (;;) {
        term *= (double)(count - rank) / (double)(rank + 1);
        tail += term;
        if (tail > 0.025)
            return rank;
        rank++;
    }
}

/* Ranks (from 0) of the order statistics that bound the median's 95 % interval, further from the middle by
 * the root of the inflation, at most the least and the greatest; false below 6 samples. */
static bool median_ranks(size_t count, double inflation, size_t *low, size_t *high)
{
    if (count < 6)
        return false;
    if (count < EXACT_BELOW)
        *low = binomial_rank(count);
    else
        *low = (size_t)floor(((double)count - 1.959964 * sqrt((double)count)) / 2) - 1;
    if (inflation > 1) {
        /* So few values are independent, of which the inflation is an estimate too. */
        const double degrees = fmax((double)count / inflation - 1, 1);
        const double wider = sqrt(inflation) * student_t95(degrees) / student_t95((double)(count - 1));
        const double middle = (double)(count - 1) / 2;
        *low = (size_t)floor(fmax(middle - wider * (middle - (double)*low), 0));
    }
    *high = count - 1 - *low;
    return true;
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

static double sum_of_squares(const double *values, size_t count, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum;
}

static double lag1_of(const double *values, size_t count, double mean, double squares)
{
    if (count < 3 || !(squares > 0))
        return NAN;
    double sum = 0;
    for (size_t i = 1; i < count; i++)
        sum += (values[i] - mean) * (values[i - 1] - mean);
    return sum / squares;
}

/* Overwrites work with the distances from the median, sorted. */
static double mad_of(double *work, size_t count, double median)
{
    for (size_t i = 0; i < count; i++)
        work[i] = fabs(work[i] - median);
    qsort(work, count, sizeof *work, compare_double_places);
    return quantile(work, count, 0.5);
}

/* distances are sorted distances from the median. */
static size_t outliers_of(const double *distances, size_t count, double mad)
{
    size_t outliers = 0;
    while (outliers < count && distances[count - 1 - outliers] > 3 * 1.4826 * mad)
        outliers++;
    return outliers;
}

/* The lag-1 coefficient of the process that few values are of, whose estimate is too small (Marriott, Pope
 * 1954). */
static double process_lag1(double lag1, size_t count)
{
    const double n = (double)count;
    return count > 4 ? (lag1 + 1 / n) / (1 - 4 / n) : NAN;
}

/* Of which side of the median successive values are: what its interval depends on where values are of two
 * kinds. */
static double side_lag1(const double *samples, size_t count, double median)
{
    double *const sides = memory_array(count, sizeof *sides);
    for (size_t i = 0; i < count; i++)
        sides[i] = (samples[i] > median) - (samples[i] < median);
    const double mean = mean_of(sides, count);
    const double lag1 = lag1_of(sides, count, mean, sum_of_squares(sides, count, mean));
    free(sides);
    return lag1;
}

static double inflation_of(const struct statistics *statistics, const double *samples, size_t count)
{
    const double values = process_lag1(statistics->lag1, count);
    const double sides = process_lag1(side_lag1(samples, count, statistics->median), count);
    return fmax(autocorrelation_inflation(values), autocorrelation_inflation(sides));
}

static void fill_interval(struct statistics *statistics, const double *samples, const double *sorted,
                          size_t count)
{
    size_t low, high;
    const double inflation = inflation_of(statistics, samples, count);
    const bool interval = median_ranks(count, inflation, &low, &high);
    statistics->independent = (double)count / inflation;
    statistics->ci_low = interval ? sorted[low] : NAN;
    statistics->ci_high = interval ? sorted[high] : NAN;
}

static void fill_quantiles(struct statistics *statistics, const double *sorted, size_t count)
{
    statistics->min = sorted[0];
    statistics->p5 = quantile(sorted, count, 0.05);
    statistics->q1 = quantile(sorted, count, 0.25);
    statistics->median = quantile(sorted, count, 0.5);
    statistics->q3 = quantile(sorted, count, 0.75);
    statistics->p95 = quantile(sorted, count, 0.95);
    statistics->max = sorted[count - 1];
}

static void fill_moments(struct statistics *statistics, const double *samples, size_t count)
{
    statistics->mean = mean_of(samples, count);
    const double squares = sum_of_squares(samples, count, statistics->mean);
    statistics->sd = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
    statistics->lag1 = lag1_of(samples, count, statistics->mean, squares);
}

static struct statistics unknown(size_t count)
{
    return (struct statistics){
        .samples = count,
        .median = NAN,
        .ci_low = NAN,
        .ci_high = NAN,
        .min = NAN,
        .p5 = NAN,
        .q1 = NAN,
        .q3 = NAN,
        .p95 = NAN,
        .max = NAN,
        .mad = NAN,
    };
}

struct statistics statistics_make(const double *samples, size_t count)
{
    assert(count >= 1);
    struct statistics statistics = unknown(count);
    fill_moments(&statistics, samples, count);
    double *const work = memory_array(count, sizeof *work);
    memcpy(work, samples, count * sizeof *work);
    qsort(work, count, sizeof *work, compare_double_places);
    fill_quantiles(&statistics, work, count);
    fill_interval(&statistics, samples, work, count);
    statistics.mad = mad_of(work, count, statistics.median);
    statistics.outliers = outliers_of(work, count, statistics.mad);
    free(work);
    return statistics;
}

double statistics_precision(const struct statistics *statistics)
{
    const double half = (statistics->ci_high - statistics->ci_low) / 2;
    if (!isfinite(half) || !(statistics->median > 0))
        return INFINITY;
    return half / statistics->median;
}

struct interval statistics_across(const struct statistics *values, struct interval own)
{
    if (values->samples < 2)
        return (struct interval){NAN, NAN};
    if (values->samples >= RANKED)
        return (struct interval){values->ci_low, values->ci_high};
    const double count = (double)values->samples;
    const double half = student_t95(count - 1) / sqrt(count) * values->sd;
    return (struct interval){fmin(fmax(0, values->mean - half), own.low),
                             fmax(values->mean + half, own.high)};
}

double autocorrelation_inflation(double lag1)
{
    const double most = 0.9;
    if (!(lag1 > 0))
        return 1;
    const double coefficient = fmin(lag1, most);
    return (1 + coefficient) / (1 - coefficient);
}
