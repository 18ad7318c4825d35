/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from its sizes, its settings, and what is known of the machine's pace. */
#include "measure/estimate.h"

#include "machine/caches.h"
#include "measure/hot.h"

#include <math.h>

const struct tempo estimate_tempo = {
    .prepare = 1.5, .rounds = 1, .beside = 0.7, .overhead_s = {150e-6, 150e-6, 10e-3}, .share = 0.5};

/* Bytes a second: of filling, poisoning and comparing arrays, of a device, of what is emulated and what is
 * not. */
static const double check_rate = 3e9, device_rate = 500e9, group_rate = 5e9, kernel_rate = 12e9;
static const double batch_s = 100e-6, device_batch_s = 200e-6, warm_s = 10e-3;
static const double dispatch_s = 1e-6, warm_calls = 3, proof_passes = 4;

double estimate_bytes(const struct point *point)
{
    const struct problem_key key = point_problem(point, 0);
    return primitive_bytes(key.primitive, key.dtype, key.n, primitive_part(key.n, key.selectivity));
}

double estimate_call_s(const struct point *point)
{
    const double rate = point_on_device(point)                          ? device_rate
                        : point->implementation->family == FAMILY_GROUP ? group_rate
                                                                        : kernel_rate;
    return dispatch_s + estimate_bytes(point) / rate;
}

double estimate_limit_s(const struct point *point)
{
    return dispatch_s + estimate_bytes(point) / (point_on_device(point) ? device_rate : kernel_rate);
}

/* Calls that come before a sample, so that it is hot. */
static double untimed_calls(const struct point *point)
{
    if (point->cache == CACHE_COLD)
        return 0;
    return point_on_device(point) ? 1
                                  : hot_calls((size_t)estimate_bytes(point), cache_bytes(2), cache_bytes(3));
}

/* Whether each call is a sample. */
static bool is_alone(const struct point *point)
{
    return point->cache == CACHE_COLD || point_in_place(point);
}

static double timed_s(const struct point *point, double call_s)
{
    const double least_s = point_on_device(point) ? device_batch_s : batch_s;
    return is_alone(point) ? call_s : fmax(call_s, least_s);
}

/* Samples until max_time, which emptying caches counts among, or the most of them. */
static double most_samples(const struct point *point, const struct measure_settings *settings,
                           const struct tempo *tempo, double call_s)
{
    const double emptying_s = point->cache == CACHE_COLD ? tempo->overhead_s[CACHE_COLD] : 0;
    const double in_time = ceil(settings->max_time_s / (emptying_s + timed_s(point, call_s)));
    return fmax(1, fmin(in_time, (double)settings->samples_max));
}

static double expected_samples(const struct measure_settings *settings, const struct tempo *tempo,
                               double bound, double samples)
{
    if (!isnan(samples))
        return fmin(samples, bound);
    return fmin(fmax(tempo->share * bound, (double)settings->samples_min), bound);
}

static double warming_s(const struct point *point, const struct measure_settings *settings, double call_s)
{
    if (settings->samples_max <= 1)
        return 0;
    if (is_alone(point))
        return warm_calls * call_s;
    return fmax(fmin(warm_s, settings->max_time_s / 10), warm_calls * timed_s(point, call_s));
}

static double sample_s(const struct point *point, const struct tempo *tempo, double call_s)
{
    const double copies_s = point_in_place(point) ? 2 * call_s : 0;
    return tempo->overhead_s[point->cache] + timed_s(point, call_s) + untimed_calls(point) * call_s +
           copies_s;
}

struct forecast estimate_point(const struct point *point, const struct measure_settings *settings,
                               const struct tempo *tempo, const struct known_point *known)
{
    const struct problem_key key = point_problem(point, 0);
    const double call_s = known->call_s;
    const double proof_s =
        (double)problem_covers(&key) * (2 * call_s + proof_passes * estimate_bytes(point) / check_rate);
    struct forecast forecast = {
        .bound = most_samples(point, settings, tempo, call_s),
        .sample_s = sample_s(point, tempo, call_s),
        .beside_s = tempo->beside * sample_s(point, tempo, known->limit_s),
        .prepare_s = tempo->prepare * (proof_s + warming_s(point, settings, call_s)),
    };
    forecast.samples = expected_samples(settings, tempo, forecast.bound, known->samples);
    forecast.sampling_s = tempo->rounds * forecast.samples * (forecast.sample_s + forecast.beside_s);
    return forecast;
}

double forecast_samples_left(const struct forecast *forecast, size_t taken)
{
    const double so_far = (double)taken;
    if (so_far < forecast->samples)
        return forecast->samples - so_far;
    return fmax(1, fmin(so_far, forecast->bound - so_far));
}

double estimate_plan(const struct plan *plan, const struct config *config)
{
    double seconds = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct point *const point = &plan->points[i].point;
        if (!plan->points[i].supported)
            continue;
        const struct known_point known = {estimate_call_s(point), estimate_limit_s(point), NAN};
        const struct forecast forecast = estimate_point(point, &config->measure, &estimate_tempo, &known);
        seconds += forecast.prepare_s + forecast.sampling_s;
    }
    return seconds * (double)config->measure.launches;
}
