/* SPDX-License-Identifier: MIT */
/* Holm's correction of p values for their number. */
#include "statistics/holm.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static int compare_values(const void *a, const void *b, void *context)
{
    const double *const p = context;
    const double x = p[*(const size_t *)a], y = p[*(const size_t *)b];
    return (x > y) - (x < y);
}

void holm_adjust(double *p, size_t count)
{
    size_t *const order = memory_array(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
        p[i] = isnan(p[i]) ? 1 : p[i];
    }
    qsort_r(order, count, sizeof *order, compare_values, p);
    double least = 0;
    for (size_t i = 0; i < count; i++) {
        least = fmin(1, fmax(least, p[order[i]] * (double)(count - i)));
        p[order[i]] = least;
    }
    free(order);
}
