/* SPDX-License-Identifier: MIT */
/* How long a run takes: what is expected of its processes, and what that says while it goes on. */
#include "measure/time_left.h"

#include "base/memory.h"
#include "machine/caches.h"
#include "measure/evict.h"
#include "measure/memory_kind.h"
#include "measure/order.h"

#include <math.h>
#include <stdlib.h>

/* Bytes a second: of filling, poisoning and comparing arrays, and of what is emulated where no rehearsal was.
 */
static const double check_rate = 10e9, emulated_rate = 5e9, emptying_rate = 2e9;
static const double dispatch_s = 1e-6;
static const double overhead_s = 100e-6; /* of a sample, beside its calls */
static const double copiers = 4;         /* cores that together copy as fast as all do */
static const double block_s = 3e-3;      /* of a block, beside what follows from bytes */

static const double limits = 5,
                    limits_at_once = 5; /* beside a block; samples until all but the best are dropped */

/* What kinds of processes differ in: seconds of warming up, and passes over the arrays of a point for each
 * data. */
static const struct {
    double warm_s, passes;
} costs[] = {[PROCESS_FIRST] = {10e-3, 8}, [PROCESS_LATER] = {2e-3, 2}};

static double bytes_of(const struct point *point)
{
    const struct problem_key key = point_problem(point, 0);
    return problem_bytes(&key, primitive_part(key.n, key.selectivity));
}

/* What all cores of a point copy in a second, where that was found. */
static double copy_rate(const struct planned_point *planned)
{
    const struct point *const point = &planned->point;
    const bool known = planned->copy_rate > 0 && memory_kind_of(point)->calls_here;
    return known ? planned->copy_rate * fmin((double)point_workers(point), copiers)
                 : memory_kind_of(point)->bytes_per_s;
}

static bool in_own_caches(const struct point *point)
{
    return bytes_of(point) <= (double)point_workers(point) * (double)cache_bytes(2);
}

static double rate_of(const struct planned_point *planned)
{
    const struct point *const point = &planned->point;
    const struct memory_kind *const memory = memory_kind_of(point);
    const bool emulated = memory->calls_here && point->implementation->family == FAMILY_GROUP;
    if (planned->call_rate > 0)
        return in_own_caches(point) ? planned->call_rate
                                    : 1 / (1 / planned->call_rate + 1 / copy_rate(planned));
    return emulated ? emulated_rate : copy_rate(planned);
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
    return memory_kind_of(point)->untimed_calls((size_t)bytes_of(point), cache_bytes(3));
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
                         double call_s)
{
    const double timed_s = sample_s(&planned->point, call_s) + emptying_s(planned);
    const double most_s = measure_process_time_s(settings);
    const double least = timed_s > most_s ? 1 : 3, most = (double)measure_process_samples(settings);
    return fmin(fmax(ceil(most_s / timed_s), least), most);
}

/* Before the samples of a point, or of a limit beside it. */
static double ready_s(const struct point *point, const struct measure_settings *settings,
                      enum process_kind kind, double call_s)
{
    const struct problem_key key = point_problem(point, 0);
    const double covers = kind == PROCESS_FIRST ? (double)problem_covers(&key) : 1;
    const double warm_s = fmin(costs[kind].warm_s, measure_process_time_s(settings) / 10);
    return covers * costs[kind].passes * bytes_of(point) / check_rate +
           (measure_process_samples(settings) > 1 ? fmax(warm_s, 2 * call_s) : 0);
}

double time_of_point(const struct planned_point *planned, const struct measure_settings *settings,
                     enum process_kind kind, size_t sharers)
{
    const struct point *const point = &planned->point;
    const double bytes = bytes_of(point);
    const double call_s = dispatch_s + bytes / rate_of(planned);
    const double limit_s = dispatch_s + bytes / copy_rate(planned);
    const double samples = samples_of(planned, settings, call_s);
    const double dropped_samples = (limits - 1) * fmin(samples, limits_at_once);
    const double shared_s = block_s + limits * ready_s(point, settings, kind, limit_s) +
                            (samples + dropped_samples) * one_sample_s(planned, limit_s);
    return ready_s(point, settings, kind, call_s) + samples * one_sample_s(planned, call_s) +
           shared_s / (double)sharers;
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

double time_of_plan(const struct plan *plan, const struct config *config)
{
    double *const first = time_of_points(plan, &config->measure, PROCESS_FIRST);
    double *const later = time_of_points(plan, &config->measure, PROCESS_LATER);
    double seconds = 0;
    for (size_t i = 0; i < plan->count; i++)
        seconds += first[i] + (double)(config->measure.processes - 1) * later[i];
    free(first);
    free(later);
    return seconds;
}

double time_left_s(const struct time_left *left, double block_passed_s)
{
    const double pace = left->done_s > 0 ? left->passed_s / left->done_s : 1;
    return pace * left->rest_s + fmax(0, pace * left->block_s - block_passed_s);
}
