/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as flags: seen in its samples, its interval and its place. */
#include "measure/measure.h"

#include "base/text.h"
#include "engine/engine.h"
#include "results/record.h"

#include <math.h>
#include <unistd.h>

/* PREDICTABLE: branches in a row that a predictor may learn by heart; Zen 2 is known to learn more than 5000
 * random ones (Lemire, "How many branches can your CPU predict?", 2019). */
enum { TICKS_LEAST = 500, THIRD_MIN = 3, PREDICTABLE = 32 << 10 };

static const double stop_least_s = 0.05;

static unsigned flag_if(bool condition, enum flag flag)
{
    return condition ? flag : 0;
}

void disturbance_begin(struct block *block)
{
    const struct bench *const bench = block->bench;
    block->before = steal_read("", bench->places, block->workers);
    block->before_ns = clock_read(&bench->machine->clock);
}

/* More than 1 % of the time, and than the kernel's tick can tell. */
static bool was_stolen(const struct block *block, const struct steal *now)
{
    const double seconds = clock_since_s(&block->bench->machine->clock, block->before_ns);
    const double stolen_s = now->stolen_s - block->before.stolen_s;
    const double ticks = stolen_s * (double)sysconf(_SC_CLK_TCK);
    return ticks >= 2 && stolen_s > 0.01 * seconds * block->workers;
}

void disturbance_end(struct block *block)
{
    const struct steal now = steal_read("", block->bench->places, block->workers);
    block->flags |= flag_if(was_stolen(block, &now), FLAG_STEAL) |
                    flag_if(now.throttled > block->before.throttled, FLAG_THROTTLED);
}

/* One sample in twenty does not move a median; more may. */
static bool often(size_t count, const struct record *record)
{
    return count * 20 > record->sample_count;
}

/* The medians of the first and the last third differ by more than chance and 2 %. */
static bool drifted(const struct record *record)
{
    const double *const samples_s = record->samples_s;
    const size_t count = record->sample_count, third = count / 3;
    if (third < THIRD_MIN)
        return false;
    const double first = statistics_make(samples_s, third).median;
    const double last = statistics_make(samples_s + count - third, third).median;
    /* What a median of samples without drift varies by, which a drift itself hardly changes. */
    const double half =
        1.96 * 1.2533 * 1.4826 * record->statistics.mad / sqrt((double)record->statistics.samples);
    const double difference = fabs(last - first);
    return difference > 3 * half && difference > 0.02 * record->statistics.median;
}

/* Once is enough: it is no noise. A plugin that waits for somebody else runs on no CPU in every sample. */
static bool was_stopped(const struct entry *entry)
{
    const struct record *const record = entry->record;
    return entry->disturbance.idle_s > stop_least_s &&
           entry->disturbance.idle_s > 2 * record->statistics.median * (double)record->batch;
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

/* The chain of additions took unequal times, by more than 2 % and than the clock can tell. */
static bool frequency_varied(const struct record *record, const struct clock *clock)
{
    return record->compute_spread > 0.02 + 2 * clock->tick_s / record->compute_s;
}

/* NAN of small arrays, which may have none. */
static bool huge_partial(const struct block *block, const struct record *record)
{
    return block->pages == PAGES_HUGE && record->huge_fraction < 0.9;
}

static bool remote_numa(const struct entry *entry)
{
    return entry_set(entry)->remote_fraction > 0.1;
}

/* Compactions branch on the data, and every call has the same. */
static bool predictor_trained(const struct block *block)
{
    const struct problem_key *const key = &block->key;
    return key->primitive == PRIMITIVE_COMPACT && key->n > 0 && key->n < PREDICTABLE &&
           key->selectivity > 0 && key->selectivity < 1;
}

unsigned disturbance_of_host(struct entry *entry)
{
    const struct block *const block = entry->block;
    const struct bench *const bench = block->bench;
    const struct record *const record = entry->record;
    const unsigned workers = point_workers(&record->point);
    return block->flags | flag_if(often(entry->disturbance.preempted, record), FLAG_PREEMPTED) |
           flag_if(entry->disturbance.faulted > 0, FLAG_FAULTS) |
           flag_if(entry->disturbance.migrated, FLAG_MIGRATED) | flag_if(was_stopped(entry), FLAG_STOPPED) |
           flag_if(workers > bench->place_count, FLAG_OVERSUBSCRIBED) |
           flag_if(smt_shared(bench, workers), FLAG_SMT_SHARED) |
           flag_if(huge_partial(block, record), FLAG_HUGE_PARTIAL) |
           flag_if(remote_numa(entry), FLAG_REMOTE_NUMA) |
           flag_if(predictor_trained(block), FLAG_PREDICTOR_TRAINED) |
           flag_if(clock_coarse(record, &bench->machine->clock), FLAG_CLOCK_COARSE) |
           flag_if(!topology_facts(bench->machine->topology)->real, FLAG_SIMULATED_TOPOLOGY);
}

static void write_slowdowns(unsigned slowed, char *text, size_t size)
{
    static const char *const words[SLOWDOWN_COUNT] = {
#define SLOWDOWN(NAME, word) word,
        SLOWDOWNS(SLOWDOWN)
#undef SLOWDOWN
    };
    *text = '\0';
    for (unsigned i = 0; i < SLOWDOWN_COUNT; i++)
        if (slowed & 1u << i)
            text_add(text, size, "%s%s", *text ? ";" : "", words[i]);
}

/* Once somebody else was there, some of the times are not the point's alone. */
unsigned disturbance_of_device(struct entry *entry)
{
    struct record *const record = entry->record;
    write_slowdowns(entry->disturbance.slowed_by, record->slowed_by, sizeof record->slowed_by);
    return flag_if(often(entry->disturbance.slowed, record), FLAG_THROTTLED) |
           flag_if(entry->disturbance.shared > 0, FLAG_DEVICE_SHARED);
}

unsigned disturbance_of_samples(const struct entry *entry)
{
    return flag_if(drifted(entry->record), FLAG_DRIFT) |
           flag_if(frequency_varied(entry->record, &entry->block->bench->machine->clock), FLAG_FREQ);
}

void disturbance_grade(const struct block *block)
{
    for (size_t i = 0; i < block->planned_count; i++) {
        struct record *const record = block->entries[i].record;
        record->grade = record_grade(record);
    }
}
