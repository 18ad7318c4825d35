/* SPDX-License-Identifier: MIT */
/* How long a run takes: what is expected of its processes, and what that says while it goes on. */
#include "measure/time_left.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "machine/caches.h"
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>

/* Bytes a second: of filling, poisoning and comparing arrays, of what a worker emulates, and of emptying
 * caches. */
static const double check_rate = 10e9, emulated_rate = 8e9, emptying_rate = 2e9;
static const double judged_rate = 70e6; /* elements a second, of data whose sums round */
static const double dispatch_s = 1e-6;
static const double overhead_s = 100e-6; /* of a sample, beside its calls */
static const double block_s = 3e-3;      /* of a block, beside what follows from bytes */

static const double limits_at_once = 5; /* samples until all but the best are dropped */

/* What kinds of processes differ in: seconds of warming up, passes over the arrays of a point for each data,
 * limits beside a block. */
static const struct {
    double warm_s, passes, limits;
} costs[] = {[PROCESS_FIRST] = {10e-3, 8, 5}, [PROCESS_LATER] = {2e-3, 2, 1}};

double time_bytes(const struct point *point)
{
    const struct problem_key key = point_problem(point, 0);
    return problem_bytes(&key, primitive_part(key.n, key.selectivity));
}

double time_pace(const struct planned_point *planned, enum process_kind kind)
{
    return planned->pace[kind] > 0 ? planned->pace[kind] : 1;
}

static double rate_of(const struct point *point)
{
    const struct memory_kind *const memory = memory_kind_of(point);
    const bool emulated = memory->calls_here && point->implementation->family == FAMILY_GROUP;
    return emulated ? fmin(emulated_rate * (double)point_workers(point), memory->bytes_per_s)
                    : memory->bytes_per_s;
}

static double emptying_s(const struct planned_point *planned)
{
    return planned->point.cache == CACHE_COLD ? (double)evict_bytes(cache_bytes(3)) / emptying_rate : 0;
}

/* Calls that come before a sample, so that it is hot. */
static double untimed_calls(const struct point *point)
{
    if (point->cache == CACHE_COLD)
        return 0;
    return memory_kind_of(point)->untimed_calls((size_t)time_bytes(point), cache_bytes(3));
}

static double sample_s(const struct point *point, double call_s)
{
    const bool alone = point->cache == CACHE_COLD || point_in_place(point); /* each call is a sample */
    return alone ? call_s : fmax(call_s, memory_kind_of(point)->batch_s);
}

static double one_sample_s(const struct planned_point *planned, double call_s)
{
    const struct point *const point = &planned->point;
    return sample_s(point, call_s) + untimed_calls(point) * call_s + emptying_s(planned) + overhead_s;
}

/* Of a process: until there are enough, or the time is over, which emptying caches counts among. */
static double samples_of(const struct planned_point *planned, const struct measure_settings *settings,
                         enum process_kind kind, double call_s)
{
    const double timed_s = sample_s(&planned->point, call_s) + emptying_s(planned);
    const double most_s = measure_process_time_s(settings);
    const double least = timed_s > most_s && (kind == PROCESS_LATER || settings->processes == 1) ? 1 : 3,
                 most = (double)measure_process_samples(settings);
    return fmin(fmax(ceil(most_s / timed_s), least), most);
}

/* Before the samples of a point, or of a limit beside it. */
static double ready_s(const struct point *point, const struct measure_settings *settings,
                      enum process_kind kind, double call_s)
{
    const struct problem_key key = point_problem(point, 0);
    const double covers = kind == PROCESS_FIRST ? (double)problem_covers(&key) : 1;
    const double warm_s = fmin(costs[kind].warm_s, measure_process_time_s(settings) / 10);
    return covers * costs[kind].passes * time_bytes(point) / check_rate +
           (covers - 1) * (double)point->n / judged_rate +
           (measure_process_samples(settings) > 1 ? fmax(warm_s, 2 * call_s) : 0);
}

double time_of_point(const struct planned_point *planned, const struct measure_settings *settings,
                     enum process_kind kind, size_t sharers)
{
    const struct point *const point = &planned->point;
    const double bytes = time_bytes(point);
    const double call_s = dispatch_s + bytes / rate_of(point);
    const double limit_s = dispatch_s + bytes / memory_kind_of(point)->bytes_per_s;
    const double samples = samples_of(planned, settings, kind, call_s);
    const double limits = costs[kind].limits;
    const double dropped_samples = (limits - 1) * fmin(samples, limits_at_once);
    const double shared_s = block_s + limits * ready_s(point, settings, kind, limit_s) +
                            (samples + dropped_samples) * one_sample_s(planned, limit_s);
    return time_pace(planned, kind) * (ready_s(point, settings, kind, call_s) +
                                       samples * one_sample_s(planned, call_s) + shared_s / (double)sharers);
}

double *time_of_points(const struct plan *plan, const struct measure_settings *settings,
                       enum process_kind kind)
{
    double *const seconds = memory_array(plan->count + 1, sizeof *seconds);
    size_t *const sharers = order_sharers(plan);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->points[i].supported)
            seconds[i] = time_of_point(&plan->points[i], settings, kind, sharers[i]);
    free(sharers);
    return seconds;
}

/* Of a process: until the devices that the plan needs are open. */
static double opening_s(const struct plan *plan)
{
    bool counted[DEVICE_COUNT] = {false};
    double seconds = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct planned_point *const planned = &plan->points[i];
        const struct engine_facts *facts;
        struct error ignored = {0};
        if (!planned->supported || !point_on_device(&planned->point) || counted[planned->point.device])
            continue;
        counted[planned->point.device] = true;
        if (engine_probe(planned->point.device, &facts, &ignored))
            seconds += facts->open_s;
    }
    return seconds;
}

/* Of the pass that counts energy: windows of each point, and of each problem's limit and of nothing. */
static double energy_s(const struct plan *plan, const struct measure_settings *settings)
{
    double seconds = 0;
    size_t *const sharers = order_sharers(plan);
    for (size_t i = 0; i < plan->count && settings->energy_s > 0; i++)
        if (plan->points[i].supported && energy_is_told(&plan->points[i].point))
            seconds += settings->energy_s * (1 + 5.0 / 3 / (double)sharers[i]);
    free(sharers);
    return seconds;
}

double time_of_plan(const struct plan *plan, const struct config *config)
{
    struct measure_settings settings = config->measure;
    settings.samples = settings.smoke ? 1 : settings.samples;
    double *const first = time_of_points(plan, &settings, PROCESS_FIRST);
    double *const later = time_of_points(plan, &settings, PROCESS_LATER);
    double seconds = (double)config->measure.processes * opening_s(plan) + energy_s(plan, &settings);
    for (size_t i = 0; i < plan->count; i++)
        seconds += first[i] + (double)(config->measure.processes - 1) * later[i];
    free(first);
    free(later);
    return seconds;
}
