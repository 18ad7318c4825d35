/* SPDX-License-Identifier: MIT */
/* How often elements go between memory and the processor, and the limits of what does it more often than its
 * primitive asks for. */
#include "measure/measure.h"

#include "problem/primitive.h"

#include <math.h>
#include <string.h>

/* Partials and states of tiles come to less than a quarter of a pass. */
static const double partials = 0.25;
enum { LEAST_PASSES = 2, MOST_PASSES = 4 };

static bool is_traffic(const char *what)
{
    static const char *const words[] = {"reads", "writes", "device_loads", "device_stores"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(what, words[i]) == 0)
            return true;
    return false;
}

double traffic_of(const struct point *point)
{
    const struct cost *cost = point->implementation->costs;
    int64_t elements = 0;
    for (; cost && cost->what; cost++) {
        int64_t value;
        if (!is_traffic(cost->what))
            continue;
        if (!cost_value(cost->formula, point, 0, &value))
            return NAN;
        elements += value;
    }
    return point->n > 0 && elements > 0 ? (double)elements / (double)point->n : NAN;
}

unsigned traffic_passes(const struct point *point)
{
    if (primitive_limit(point->implementation->primitive) != PRIMITIVE_COPY ||
        !memory_kind_of(point)->calls_here)
        return 0;
    const double passes = ceil(traffic_of(point) - partials);
    if (!(passes > LEAST_PASSES))
        return 0;
    return passes < MOST_PASSES ? (unsigned)passes : MOST_PASSES;
}

bool traffic_is_limit(const struct implementation *limit)
{
    const struct point point = {.implementation = limit, .n = 1 << 20, .workers = 1};
    return limit->family == FAMILY_LIMIT && limit->primitive == PRIMITIVE_COPY && traffic_passes(&point) > 0;
}
