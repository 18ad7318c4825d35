/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from its sizes, its settings, and what is known of the machine's pace. */
#include "measure/estimate.h"

#include "machine/caches.h"
#include "measure/hot.h"
#include "measure/order.h"

#include <math.h>
#include <stdlib.h>

const struct tempo estimate_tempo = {
    .proof = 1,
    .ready = 1,
    .rounds = 1,
    .beside = 5,
    .overhead_s = {150e-6, 150e-6, 10e-3},
    .share = {[REACH_CORE] = 0.25, [REACH_SHARED] = 0.25, [REACH_MEMORY] = 0.75, [REACH_DEVICE] = 0.4}};

/* Bytes a second: of filling, poisoning and comparing arrays, of a device, of what is emulated and what is
 * not. */
static const double check_rate = 20e9, device_rate = 500e9, group_rate = 5e9, kernel_rate = 12e9,
                    memory_rate = 25e9;
static const double batch_s = 100e-6, device_batch_s = 200e-6, warm_s = 10e-3;
static const double shared_part = 0.25; /* of a cache that others use too */
static const double ready_s = 1e-3;     /* before the first call of a point */
static const double dispatch_s = 1e-6, warm_calls = 3, proof_passes = 4;
static const double first_rounds = 3; /* of which what earlier ones said is worth */

double estimate_bytes(const struct point *point)
{
    const struct problem_key key = point_problem(point, 0);
    return primitive_bytes(key.primitive, key.dtype, key.n, primitive_part(key.n, key.selectivity));
}

enum reach estimate_reach(const struct point *point)
{
    const double bytes = estimate_bytes(point);
    if (point_on_device(point))
        return REACH_DEVICE;
    if (bytes <= (double)cache_bytes(2))
        return REACH_CORE;
    return bytes <= shared_part * (double)cache_bytes(3) ? REACH_SHARED : REACH_MEMORY;
}

double estimate_call_s(const struct point *point)
{
    const double rate = point_on_device(point)                          ? device_rate
                        : point->implementation->family == FAMILY_GROUP ? group_rate
                                                                        : kernel_rate;
    return dispatch_s + estimate_bytes(point) / rate;
}

double estimate_memory_s(const struct point *point)
{
    return estimate_bytes(point) / memory_rate;
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

static double expected_samples(const struct measure_settings *settings, double share, double bound,
                               double samples)
{
    if (!isnan(samples))
        return fmin(samples, bound);
    return fmin(fmax(share * bound, (double)settings->samples_min), bound);
}

static double warming_s(const struct point *point, const struct measure_settings *settings, double call_s)
{
    if (settings->samples_max <= 1)
        return 0;
    if (is_alone(point))
        return warm_calls * call_s;
    return fmax(fmin(warm_s, settings->max_time_s / 10), warm_calls * timed_s(point, call_s));
}

double estimate_sample_s(const struct point *point, const struct tempo *tempo, double call_s)
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
    const double with_limits = 1 + tempo->beside / (double)known->sharers;
    struct forecast forecast = {
        .bound = most_samples(point, settings, tempo, call_s),
        .sample_s = estimate_sample_s(point, tempo, call_s),
        .beside_s = tempo->beside / (double)known->sharers * estimate_sample_s(point, tempo, known->limit_s),
        .proof_s = with_limits * proof_s,
        .ready_s = with_limits * (ready_s + warming_s(point, settings, call_s)),
    };
    forecast.prepare_s = tempo->proof * forecast.proof_s + tempo->ready * forecast.ready_s;
    forecast.samples =
        expected_samples(settings, tempo->share[estimate_reach(point)], forecast.bound, known->samples);
    forecast.sampling_s = tempo->rounds * forecast.samples * (forecast.sample_s + forecast.beside_s);
    return forecast;
}

size_t sampling_next_look(size_t samples, size_t least)
{
    if (samples == 0)
        return (least + 1) / 2;
    return samples < least ? least : samples + (samples + 1) / 2;
}

double forecast_samples_left(const struct forecast *forecast, const struct sampling *sampling)
{
    const double taken = (double)sampling->samples;
    double wanted = forecast->samples;
    if (sampling->looked) {
        const double enough = (double)sampling->looked * sampling->precision * sampling->precision;
        size_t look = sampling_next_look(sampling->looked, sampling->least);
        while ((double)look < fmin(enough, forecast->bound))
            look = sampling_next_look(look, sampling->least);
        wanted = (double)look;
    }
    return fmax(1, fmin(wanted, forecast->bound) - taken);
}

void rounds_left_add(struct rounds_left *rounds, const struct forecast *forecast,
                     const struct sampling *sampling, bool active)
{
    const double left = active ? forecast_samples_left(forecast, sampling) : 0;
    rounds->done_s += (double)sampling->samples * forecast->sample_s;
    rounds->left_s += left * forecast->sample_s;
    rounds->most_left = fmax(rounds->most_left, left);
    rounds->round_s += active ? forecast->sample_s : 0;
}

void rounds_left_add_limit(struct rounds_left *rounds, double sample_s, size_t samples, bool active)
{
    rounds->done_s += (double)samples * sample_s;
    rounds->limits_s += active ? sample_s : 0;
    rounds->round_s += active ? sample_s : 0;
}

double rounds_left_s(const struct rounds_left *rounds, double passed_s, double tempo)
{
    const double weight_s = first_rounds * rounds->round_s;
    const double so_far = (passed_s + tempo * weight_s) / (rounds->done_s + weight_s);
    return rounds->round_s > 0 ? so_far * (rounds->left_s + rounds->most_left * rounds->limits_s) : 0;
}

double estimate_plan(const struct plan *plan, const struct config *config)
{
    size_t *const sharers = order_sharers(plan);
    double seconds = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct point *const point = &plan->points[i].point;
        if (!plan->points[i].supported)
            continue;
        const struct known_point known = {estimate_call_s(point), estimate_limit_s(point), NAN, sharers[i]};
        const struct forecast forecast = estimate_point(point, &config->measure, &estimate_tempo, &known);
        seconds += forecast.prepare_s + forecast.sampling_s;
    }
    free(sharers);
    return seconds * (double)config->measure.launches;
}
