/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from bytes and the settings alone. */
#include "measure/estimate.h"

#include "machine/caches.h"
#include "measure/hot.h"

#include <math.h>

/* Cautious rates of a machine that nobody measured yet, in bytes a second. */
static const double kernel_rate = 8e9, check_rate = 1e9, start_s = 20e-3, batch_s = 100e-6, evict_s = 10e-3;

double estimate_point(const struct point *point, const struct config *config)
{
    const struct measure_settings *const settings = &config->measure;
    const struct problem_key key = point_problem(point, 0);
    const size_t part = primitive_part(key.n, key.selectivity);
    const double bytes = primitive_bytes(key.primitive, key.dtype, key.n, part);
    const double call_s = bytes / kernel_rate;
    const unsigned untimed = hot_calls((size_t)bytes, cache_bytes(2), cache_bytes(3));
    const double timed_s =
        point_in_place(point) ? 3 * call_s : fmax(call_s, batch_s); /* copied twice before */
    const double sample_s = point->cache == CACHE_COLD ? evict_s + call_s : timed_s + untimed * call_s;
    const double sampling_s = fmin((double)settings->samples_max * sample_s, settings->max_time_s);
    const double proof_s = (double)problem_covers(&key) * 3 * bytes / check_rate;
    /* Half of the points stop early by precision; the limits beside take about a quarter more. */
    return start_s + proof_s + 1.25 * fmax(sampling_s / 2, (double)settings->samples_min * sample_s);
}

double estimate_plan(const struct plan *plan, const struct config *config)
{
    double seconds = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->points[i].supported)
            seconds += estimate_point(&plan->points[i].point, config);
    return seconds;
}
