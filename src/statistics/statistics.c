/* SPDX-License-Identifier: MIT */
/* Quantiles and moments of samples, and what their order tells. */
#include "statistics/statistics.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Type 7 quantile (linear between the two nearest order statistics) of sorted values. */
static double quantile(const double *sorted, size_t count, double share)
{
    const double place = share * (double)(count - 1);
    const size_t below = (size_t)place;
    const size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
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
