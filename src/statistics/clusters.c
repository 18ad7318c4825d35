/* SPDX-License-Identifier: MIT */
/* The mean of values of which some hang together. */
#include "statistics/clusters.h"

#include "statistics/welch.h"

#include <math.h>

/* The sum of deviations from the mean of the cluster that begins at first; *end is after it. */
static double deviation_of(const struct clustered *values, size_t count, size_t *end, double mean)
{
    const size_t first = *end;
    double sum = 0;
    for (; *end < count && values[*end].cluster == values[first].cluster; (*end)++)
        sum += values[*end].value - mean;
    return sum;
}

struct clustered_mean clustered_mean(const struct clustered *values, size_t count)
{
    struct clustered_mean result = {NAN, {NAN, NAN}};
    double sum = 0, squares = 0, clusters = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i].value;
    if (count == 0)
        return result;
    result.mean = sum / (double)count;
    for (size_t at = 0; at < count; clusters++) {
        const double deviation = deviation_of(values, count, &at, result.mean);
        squares += deviation * deviation;
    }
    if (clusters < 2)
        return result;
    const double error = sqrt(clusters / (clusters - 1) * squares) / (double)count;
    const double half = student_t95(clusters - 1) * error;
    result.interval = (struct interval){result.mean - half, result.mean + half};
    return result;
}
