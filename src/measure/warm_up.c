/* SPDX-License-Identifier: MIT */
/* Calls before the first sample: until it is warm, and it is known how many calls a sample has. */
#include "measure/measure.h"

#include <math.h>

enum { WARM_BATCHES = 3 };
static const double warm_s = 10e-3, later_warm_s = 2e-3;

static double least_batch_s(const struct entry *entry)
{
    const struct clock *const clock = &entry->block->bench->machine->clock;
    return fmax(entry->memory->batch_ticks * (clock->tick_s + clock->overhead_s), entry->memory->batch_s);
}

static uint64_t calls_for(const struct entry *entry, double call_s)
{
    const double calls = ceil(least_batch_s(entry) / fmax(call_s, 1e-10));
    return (uint64_t)fmin(fmax(calls, 1), entry->memory->calls_most);
}

/* Less than 10 ms where that is much of the time there is, and 2 ms in later processes. */
static double enough_warm_s(const struct bench *bench)
{
    return fmin(bench->options->earlier ? later_warm_s : warm_s,
                measure_process_time_s(&bench->config->measure) / 10);
}

static double timed(struct entry *entry, uint64_t calls)
{
    const double seconds = entry->memory->repeat(entry, calls);
    if (seconds >= 0)
        bench_effort(entry->block->bench)->warmed_s += seconds;
    return seconds;
}

/* Where it is known how many calls a sample has. */
static void warm_up_known(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    const uint64_t batch = entry->record->batch;
    double total_s = 0, seconds = 0;
    for (uint64_t calls = 0;
         (calls < 2 || total_s < enough_warm_s(bench)) && seconds >= 0 && !bench_stopping(bench);
         calls += batch) {
        seconds = timed(entry, batch);
        total_s += seconds;
    }
}

/* At least three calls, in batches that grow until three are long enough to be a sample: one alone may have
 * been interrupted. The fastest says how many calls that takes. */
static void find_batch(struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    double total_s = 0, call_s = INFINITY;
    uint64_t calls = 1;
    unsigned batches = 0; /* long enough to be samples */
    while (!bench_stopping(bench)) {
        const double seconds = timed(entry, calls);
        if (!(seconds >= 0))
            return;
        const bool long_enough = seconds >= least_batch_s(entry) || calls == entry->memory->calls_most;
        total_s += seconds;
        call_s = fmin(call_s, seconds / (double)calls);
        entry->record->batch = calls_for(entry, call_s);
        batches = entry->record->batch > 2 * calls ? 0 : batches + long_enough;
        if (batches >= WARM_BATCHES && total_s >= enough_warm_s(bench))
            return;
        calls = entry->record->batch > calls || long_enough ? entry->record->batch : calls + 1;
    }
}

/* A few calls, which count for nothing. */
static void warm_up_alone(struct entry *entry)
{
    for (unsigned i = 0; i < WARM_BATCHES && !bench_stopping(entry->block->bench); i++)
        timed(entry, 1);
    entry->timed_s = 0;
}

void warm_up(struct entry *entry)
{
    const struct record *const known = entry_known(entry);
    entry->record->batch = 1;
    if (entry->block->bench->options->smoke)
        return;
    if (entry_is_sampled_alone(entry)) {
        warm_up_alone(entry);
    } else if (known) {
        entry->record->batch = known->batch;
        warm_up_known(entry);
    } else {
        find_batch(entry);
    }
}
