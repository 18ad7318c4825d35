/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as flags: told from its samples, its interval and its place. */
#include "measure/block.h"

#include <math.h>

enum { TICKS_LEAST = 500, HUGE_MEASURED = 4 << 20, THIRD_MIN = 3 };

static bool ci_wide(const struct record *record, const struct bench *bench)
{
    if (record->stop_reason != STOP_MAX_TIME && record->stop_reason != STOP_MAX_SAMPLES)
        return false;
    return statistics_precision(&record->statistics) > bench->config->measure.precision;
}

/* The medians of the first and the last third differ by more than chance and 2 %. */
static bool drifted(const struct record *record)
{
    const size_t third = record->sample_count / 3;
    if (third < THIRD_MIN)
        return false;
    const double first = statistics_make(record->samples_s, third).median;
    const double last = statistics_make(record->samples_s + record->sample_count - third, third).median;
    const double half = (record->statistics.ci_high - record->statistics.ci_low) / 2;
    const double difference = fabs(last - first);
    return difference > 3 * half && difference > 0.02 * record->statistics.median;
}

static bool smt_shared(const struct bench *bench, unsigned workers)
{
    for (unsigned i = 0; bench->places && i < workers; i++)
        for (unsigned j = 0; j < i; j++)
            if (bench->places[i].core == bench->places[j].core &&
                bench->places[i].cpu != bench->places[j].cpu)
                return true;
    return false;
}

/* Batches are made to last a thousand ticks, and vary around that. */
static bool clock_coarse(const struct record *record, const struct clock *clock)
{
    return record->statistics.median * (double)record->batch <
           TICKS_LEAST * (clock->tick_s + clock->overhead_s);
}

/* One sample in twenty does not move a median; more may. */
static bool often(size_t count, const struct record *record)
{
    return count * 20 > record->sample_count;
}

static bool huge_partial(const struct block *block, const struct record *record)
{
    const size_t bytes = block->key.n * dtype_size(block->key.dtype);
    return block->pages == PAGES_HUGE && bytes >= HUGE_MEASURED && record->huge_fraction < 0.9;
}

static unsigned flag_if(bool condition, enum flag flag)
{
    return condition ? flag : 0;
}

void disturbance_flag(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    struct record *const record = entry->record;
    const unsigned workers = point_workers(&record->point);
    record->flags |= flag_if(ci_wide(record, bench), FLAG_CI_WIDE) | flag_if(drifted(record), FLAG_DRIFT) |
                     flag_if(often(entry->disturbance.preempted, record), FLAG_PREEMPTED) |
                     flag_if(entry->disturbance.faulted > 0, FLAG_FAULTS) |
                     flag_if(entry->disturbance.migrated, FLAG_MIGRATED) |
                     flag_if(workers > bench->place_count, FLAG_OVERSUBSCRIBED) |
                     flag_if(smt_shared(bench, workers), FLAG_SMT_SHARED) |
                     flag_if(huge_partial(block, record), FLAG_HUGE_PARTIAL) |
                     flag_if(clock_coarse(record, &bench->machine->clock), FLAG_CLOCK_COARSE) |
                     flag_if(!topology_facts(bench->machine->topology)->real, FLAG_SIMULATED_TOPOLOGY);
    if (record->flags & FLAGS_UNSTABLE)
        record->flags |= FLAG_UNSTABLE;
}
