/* SPDX-License-Identifier: MIT */
/* The limits of a block: which kernels bound its points, and how near the points come to the best of them. */
#include "measure/measure.h"

#include "base/memory.h"

#include "registry/registry.h"
#include "statistics/verdict_rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLAUSIBLE_MOST 1.25
enum { DROPPED_AFTER = 5 /* samples */, FIRST_CACHE_LEAST = 64 << 10, EMPTY_CALLS_LEAST = 8 };
static const double beaten_from = 1.2;

/* The point where what bounds it runs. */
static struct point bounded_place(const struct block *block, const struct point *point)
{
    struct point place = *point;
    if (block->cpus && memory_kind_of(point)->calls_here && point_workers(point) > block->cpus)
        place.workers = block->cpus;
    return place;
}

bool limits_hold(const struct block *block, const struct point *limit, const struct point *point)
{
    const struct point place = bounded_place(block, point);
    return points_of_one_place(limit, &place);
}

static bool has_point(const struct block *block, const struct point *point)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (!point_compare(&block->entries[i].record->point, point))
            return true;
    return false;
}

static struct point limit_point(const struct implementation *limit, const struct point *like)
{
    struct point point = {.implementation = limit};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        if (!point_has(&point, axis))
            continue;
        const bool shared = axis_info[axis].everywhere || axis_info[axis].of_problem;
        point.axis[axis] = shared ? like->axis[axis] : axis_info[axis].fallback;
    }
    if (point_on_device(like) && point_has(&point, AXIS_DEVICE))
        point.device = like->device;
    if (point_has(&point, AXIS_WORKERS))
        point.workers = point_workers(like);
    if (point_has(&point, AXIS_IN_PLACE))
        point.in_place = like->in_place;
    if (point_has(&point, AXIS_RANKS))
        point.ranks = like->ranks;
    if (point_has(&point, AXIS_RANK_ALGORITHM))
        point.rank_algorithm = like->rank_algorithm;
    if (point_has(&point, AXIS_ISA))
        point.isa = isa_best();
    return point;
}

static bool limit_fits(const struct point *point, const struct point *like)
{
    const struct implementation *const limit = point->implementation;
    struct error why = {0};
    if (point_has(point, AXIS_ISA) && !isa_available(point->isa))
        return false;
    if (point_has(point, AXIS_RANKS) != point_on_ranks(like))
        return false;
    return (limit->dtypes & 1u << point->dtype) && points_of_one_place(point, like) &&
           (!limit->supports || limit->supports(point, &why));
}

static void join(struct block *block, const struct implementation *limit, const struct point *like)
{
    const struct runner_options *const options = block->bench->options;
    const struct point point = limit_point(limit, like);
    if (!limit_fits(&point, like) || has_point(block, &point) ||
        point_is_among(options->barred, options->barred_count, &point))
        return;
    struct record *const record = memory_array(1, sizeof *record);
    *record = record_of(&point);
    block->entries = memory_resize(block->entries, block->entry_count + 1, sizeof *block->entries);
    block->entries[block->entry_count++] = entry_of(block, record);
}

/* A copy by groups is measured, and bounds nothing; one in more passes only what takes as many. */
static bool bounds(const struct implementation *implementation, enum primitive kind)
{
    return implementation->primitive == kind && implementation->family != FAMILY_GROUP &&
           !traffic_is_limit(implementation);
}

/* Whether a limit kernel takes as many passes over memory as a point that takes more than it has to. */
static bool bounds_traffic(const struct point *limit, const struct point *point)
{
    const unsigned passes = traffic_passes(point);
    return passes > 0 && traffic_is_limit(limit->implementation) && traffic_passes(limit) == passes;
}

static bool bounds_traffic_of(const struct implementation *implementation, const struct point *place)
{
    const struct point limit = {.implementation = implementation, .n = place->n, .workers = 1};
    return bounds_traffic(&limit, place);
}

/* In the first process all that bound a point are measured beside it, later ones take the best of those. */
static bool is_wanted(const struct implementation *limit, const struct record *first)
{
    return !first || !first->limit_name || strcmp(limit->name, first->limit_name) == 0 ||
           (first->traffic_name && strcmp(limit->name, first->traffic_name) == 0);
}

void limits_join(struct block *block)
{
    const enum primitive kind = primitive_limit(block->key.primitive);
    for (size_t i = 0; i < block->planned_count; i++) {
        const struct point place = bounded_place(block, &block->entries[i].record->point);
        const struct record *const first = entry_known(&block->entries[i]);
        for (size_t k = 0; k < registry_count; k++)
            if ((bounds(registry[k], kind) || bounds_traffic_of(registry[k], &place)) &&
                is_wanted(registry[k], first))
                join(block, registry[k], &place);
    }
}

static double median_of(const struct record *record)
{
    return statistics_make(record->samples_s, record->sample_count).median;
}

static bool is_beaten(const struct block *block, const struct record *record)
{
    const enum primitive kind = primitive_limit(block->key.primitive);
    const double median = median_of(record);
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct entry *const other = &block->entries[i];
        if (other->active && bounds(other->record->point.implementation, kind) &&
            points_of_one_place(&other->record->point, &record->point) &&
            other->record->sample_count >= DROPPED_AFTER && median > beaten_from * median_of(other->record))
            return true;
    }
    return false;
}

void limits_drop(struct block *block)
{
    const enum primitive kind = primitive_limit(block->key.primitive);
    for (size_t i = block->planned_count; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active || entry->record->sample_count != DROPPED_AFTER ||
            !bounds(entry->record->point.implementation, kind))
            continue;
        entry->beaten = is_beaten(block, entry->record);
        entry->active = !entry->beaten;
    }
}

static const struct record *best_limit(const struct block *block, const struct point *point)
{
    const enum primitive kind = primitive_limit(block->key.primitive);
    const struct record *best = NULL;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct record *const record = block->entries[i].record;
        if (block->entries[i].beaten || !bounds(record->point.implementation, kind) ||
            !limits_hold(block, &record->point, point) || record->status != STATUS_OK ||
            !(record->statistics.median > 0))
            continue;
        if (!best || record->statistics.median < best->statistics.median)
            best = record;
    }
    return best;
}

/* What the limit took in the rounds of the record, for as many bytes. */
static void keep_limit(struct record *record, const struct record *limit, double bytes)
{
    record->limit_s = memory_resize(record->limit_s, record->sample_count, sizeof *record->limit_s);
    for (size_t i = 0; i < record->sample_count; i++)
        record->limit_s[i] = i < limit->sample_count ? bytes * limit->samples_s[i] : NAN;
}

/* The time of the record over that of the limit, in the same rounds; of all where they share none. */
static struct estimate ratio_of(const struct record *record, const struct record *limit)
{
    const struct rounds own = {record->samples_s, &record->sample_count, 1};
    const struct rounds bound = {limit->samples_s, &limit->sample_count, 1};
    struct estimate ratio = estimate_ratio(&bound, &own);
    if (isnan(ratio.value))
        ratio.value = record->statistics.median / limit->statistics.median;
    return ratio;
}

/* The ratio, its interval and the limit's rate are made of the same pairs. */
static void rate_against(struct record *record, const struct record *limit)
{
    const double bytes = record_bytes(record) / record_bytes(limit);
    keep_limit(record, limit, bytes);
    const struct estimate ratio = ratio_of(record, limit);
    record->limit_ratio = bytes / ratio.value;
    record->limit_bytes_per_s = record_bytes(record) / record->statistics.median / record->limit_ratio;
    record->limit_interval = (struct interval){bytes / ratio.interval.high, bytes / ratio.interval.low};
}

/* The fastest of the kernels with as much traffic, in the same rounds: whose traffic a second is the better.
 */
static void rate_traffic(const struct block *block, struct record *record)
{
    const struct record *best = NULL;
    record->traffic = traffic_of(&record->point);
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct record *const limit = block->entries[i].record;
        if (bounds_traffic(&limit->point, &record->point) &&
            limits_hold(block, &limit->point, &record->point) && limit->status == STATUS_OK &&
            limit->statistics.median > 0 && (!best || limit->statistics.median < best->statistics.median))
            best = limit;
    }
    if (!best)
        return;
    const double slower = ratio_of(record, best).value;
    record->traffic_ratio = record->traffic / traffic_of(&best->point) / slower;
    record->traffic_name = best->point.implementation->name;
}

void limits_rate(struct block *block)
{
    for (size_t i = 0; i < block->planned_count; i++) {
        struct record *const record = block->entries[i].record;
        const struct record *const limit = best_limit(block, &record->point);
        if (!limit || record->status != STATUS_OK)
            continue;
        record->limit_name = limit->point.implementation->name;
        rate_against(record, limit);
        rate_traffic(block, record);
        record_flag_limit(record);
    }
}

static void refuse_implausible(struct record *record)
{
    char message[sizeof record->message];
    if (!(record->limit_interval.low > PLAUSIBLE_MOST))
        return;
    snprintf(message, sizeof message, "%.3g times (at least %.3g) as fast as its limit %s allows",
             record->limit_ratio, record->limit_interval.low, record->limit_name);
    record_fail(record, STATUS_IMPLAUSIBLE, message);
    record->limit_name = NULL;
    record->limit_bytes_per_s = record->limit_ratio = NAN;
    record->limit_interval = (struct interval){NAN, NAN};
}

/* What a limit is faster than in the caches says nothing of it; a partial copy bounds in memory alone. */
static double floor_bytes(const struct record *record, const struct machine *machine)
{
    const struct topology_facts *const facts = topology_facts(machine->topology);
    const size_t first = facts->caches > 0 ? facts->cache[0].bytes : 0;
    const size_t last = topology_last_cache(machine->topology);
    if (primitive_limit(record->point.implementation->primitive) != PRIMITIVE_COPY_PART)
        return fmax((double)first, FIRST_CACHE_LEAST);
    return last > 0 ? 4 * (double)last : INFINITY;
}

/* On an H200 a count of 4 MiB takes 1.9 us. Its limit takes 2.6 us, which is 5 empty calls: groups take as
 * long to end as to read. */
static bool is_longer_than_calls(const struct record *record)
{
    return !(record->limit_ratio * record->statistics.median < EMPTY_CALLS_LEAST * record->empty_dispatch_s);
}

void limits_refuse(struct results *results, const struct machine *machine)
{
    for (size_t i = 0; i < results->count; i++) {
        struct record *const record = &results->records[i];
        if (record->status == STATUS_OK && memory_kind_of(&record->point)->judged_here &&
            record_bytes(record) > floor_bytes(record, machine) && is_longer_than_calls(record))
            refuse_implausible(record);
    }
}
