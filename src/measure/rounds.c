/* SPDX-License-Identifier: MIT */
/* Sampling: every entry of a block once a round, in a fresh random order, until each has said enough. */
#include "measure/rounds.h"

#include "base/memory.h"
#include "measure/arena.h"
#include "measure/batch.h"
#include "measure/bench_device.h"
#include "measure/block_turns.h"
#include "measure/device_arena.h"
#include "measure/evict.h"
#include "measure/limits.h"
#include "measure/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM_BATCHES = 3, TICKS = 1000, BATCH_MAX = 1 << 24, SAMPLES_LEAST = 3 };
/* On a device: its events tell half a microsecond. */
static const double warm_s = 10e-3, later_warm_s = 2e-3, batch_s = 100e-6, device_batch_s = 200e-6;

static double least_batch_s(const struct bench *bench, const struct point *point)
{
    const struct clock *const clock = &bench->machine->clock;
    if (point_on_device(point))
        return device_batch_s;
    return fmax(TICKS * (clock->tick_s + clock->overhead_s), batch_s);
}

static uint64_t calls_for(double seconds, double call_s)
{
    const double calls = ceil(seconds / fmax(call_s, 1e-10));
    return calls < 1 ? 1 : calls > BATCH_MAX ? BATCH_MAX : (uint64_t)calls;
}

/* Less than 10 ms where that is much of the time there is, and 2 ms in later processes. */
static double enough_warm_s(const struct bench *bench)
{
    return fmin(bench->options->earlier ? later_warm_s : warm_s,
                measure_process_time_s(&bench->config->measure) / 10);
}

static void note_warm(const struct bench *bench, double seconds)
{
    if (bench->options->watch && seconds >= 0)
        bench->options->watch->effort.warmed_s += seconds;
}

/* Where it is known how many calls a sample has. */
static void warm_up_known(const struct entry *entry, const struct run *run, const struct bench *bench)
{
    const struct calls batch = {.count = entry->record->batch};
    double total_s = 0, seconds = 0;
    for (uint64_t calls = 0;
         (calls < 2 || total_s < enough_warm_s(bench)) && seconds >= 0 && !bench_stopping(bench);
         calls += batch.count) {
        seconds = batch_time(run, &bench->machine->clock, &batch, NULL).seconds;
        total_s += seconds;
        note_warm(bench, seconds);
    }
}

/* At least three calls, in batches that grow until three are long enough to be a sample: one alone may have
 * been interrupted. The fastest says how many calls that takes. */
static void warm_up(struct entry *entry, const struct run *run, const struct bench *bench)
{
    const double least_s = least_batch_s(bench, run->point);
    const double enough_s = enough_warm_s(bench);
    double total_s = 0, call_s = INFINITY;
    uint64_t calls = 1;
    unsigned batches = 0; /* long enough to be samples */
    while (!bench_stopping(bench)) {
        const struct calls batch = {.count = calls};
        const double seconds = batch_time(run, &bench->machine->clock, &batch, NULL).seconds;
        if (!(seconds >= 0)) /* a device failed */
            return;
        const bool long_enough = seconds >= least_s || calls == BATCH_MAX;
        total_s += seconds;
        note_warm(bench, seconds);
        call_s = fmin(call_s, seconds / (double)calls);
        entry->record->batch = calls_for(least_s, call_s);
        batches = entry->record->batch > 2 * calls ? 0 : batches + long_enough;
        if (batches >= WARM_BATCHES && total_s >= enough_s)
            return;
        calls = entry->record->batch > calls || long_enough ? entry->record->batch : calls + 1;
    }
}

/* Whether each call is a sample: something is done before it that is not timed. */
static bool is_sampled_alone(const struct block *block, const struct entry *entry)
{
    return block->cache == CACHE_COLD || point_in_place(&entry->record->point);
}

/* A few calls come before, which count for nothing. */
static void warm_up_alone(const struct block *block, const struct bench *bench, struct entry *entry)
{
    const struct run run = entry_run(block, bench, entry);
    const struct calls one = {.count = 1};
    for (unsigned i = 0; i < WARM_BATCHES && !bench_stopping(bench); i++) {
        arena_refill(block, bench, entry);
        if (block->cache == CACHE_COLD)
            evict_caches(block, bench, entry);
        note_warm(bench, batch_time(&run, &bench->machine->clock, &one, NULL).seconds);
    }
    entry->timed_s = 0;
}

/* Where a call takes longer than there is time, one sample is enough. */
enum stop_reason rounds_stop(const struct bench *bench, size_t samples, double timed_s)
{
    const double most_s = measure_process_time_s(&bench->config->measure);
    if (bench->options->smoke)
        return STOP_SMOKE;
    if (samples >= measure_process_samples(&bench->config->measure))
        return STOP_MAX_SAMPLES;
    const bool enough = samples >= SAMPLES_LEAST || timed_s >= (double)samples * most_s;
    return enough && timed_s >= most_s ? STOP_MAX_TIME : STOP_NONE;
}

bool rounds_decide_all(struct block *block, const struct bench *bench)
{
    bool any = false;
    for (size_t i = 0; i < block->planned_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active)
            continue;
        entry->record->stop_reason = rounds_stop(bench, entry->record->sample_count, entry->timed_s);
        entry->active = entry->record->stop_reason == STOP_NONE;
        any |= entry->active;
    }
    return any;
}

static double empty_dispatch_s(const struct bench *bench, const struct run *run)
{
    double *const empty = &bench->empty_dispatch_s[run->workers];
    if (point_on_device(run->point))
        return bench_device_of(bench, run->point)->empty_s;
    if (isnan(*empty))
        *empty = batch_empty_s(bench->team, run->workers, &bench->machine->clock);
    return *empty;
}

static void warm(struct block *block, struct bench *bench, struct entry *entry)
{
    const struct run run = entry_run(block, bench, entry);
    const struct record *const known = bench_known(bench, entry->record);
    entry->record->batch = known ? known->batch : 1;
    if (is_sampled_alone(block, entry))
        warm_up_alone(block, bench, entry);
    else if (known)
        warm_up_known(entry, &run, bench);
    else
        warm_up(entry, &run, bench);
    if (device_arena_good(block, bench, entry) && entry_is_foreign(entry))
        arena_mend(block, bench, entry);
}

static void prepare(struct block *block, struct bench *bench, struct entry *entry)
{
    const struct run run = entry_run(block, bench, entry);
    if (!point_on_device(run.point))
        entry->record->huge_fraction = block_set(block, run.point)->huge_fraction;
    entry->record->empty_dispatch_s = empty_dispatch_s(bench, &run);
    entry->record->batch = 1;
    block_progress(block, bench, &entry->record->point);
    if (!bench->options->smoke)
        warm(block, bench, entry);
}

bool rounds_wants(const struct block *block, size_t index)
{
    const struct entry *const entries = block->entries;
    if (index < block->planned_count || !entries[index].active)
        return entries[index].active;
    for (size_t i = 0; i < block->planned_count; i++)
        if (entries[i].active && limits_hold(block, &entries[index].record->point, &entries[i].record->point))
            return true;
    return false;
}

/* How the entries of a block follow each other in a round. */
struct round_order {
    uint32_t *entries;  /* of this round */
    uint32_t *shuffled; /* all, whatever their workers */
    uint32_t *workers;  /* the different numbers of workers */
    size_t count, workers_count;
};

static uint32_t workers_of(const struct block *block, uint32_t entry)
{
    return point_workers(&block->entries[entry].record->point);
}

static bool has_workers(const struct round_order *order, uint32_t workers)
{
    for (size_t i = 0; i < order->workers_count; i++)
        if (order->workers[i] == workers)
            return true;
    return false;
}

static void order_init(struct round_order *order, const struct block *block)
{
    const size_t count = block->entry_count;
    *order = (struct round_order){.entries = memory_array(3 * count, sizeof *order->entries), .count = count};
    order->shuffled = order->entries + count;
    order->workers = order->shuffled + count;
    for (uint32_t i = 0; i < count; i++) {
        order->shuffled[i] = i;
        if (!has_workers(order, workers_of(block, i)))
            order->workers[order->workers_count++] = workers_of(block, i);
    }
}

/* Entries with as many workers after each other, both in random order: workers that have nothing to do
 * sleep, and waking them takes as long as a sample and leaves them cold. */
static void order_draw(struct round_order *order, const struct block *block, struct random *random)
{
    size_t placed = 0;
    random_shuffle(random, order->shuffled, order->count);
    random_shuffle(random, order->workers, order->workers_count);
    for (size_t k = 0; k < order->workers_count; k++)
        for (size_t i = 0; i < order->count; i++)
            if (workers_of(block, order->shuffled[i]) == order->workers[k])
                order->entries[placed++] = order->shuffled[i];
}

static bool one_round(struct block *block, struct bench *bench, struct round_order *order, size_t round,
                      struct error *error)
{
    order_draw(order, block, &bench->random);
    for (size_t i = 0; i < block->entry_count && !bench_stopping(bench); i++) {
        struct entry *const entry = &block->entries[order->entries[i]];
        if (!rounds_wants(block, order->entries[i]))
            continue;
        block_progress(block, bench, &entry->record->point);
        bench_pass_turn(bench, round, i);
        if (!sample_take(block, bench, entry, error))
            return false;
    }
    return true;
}

bool rounds_active(const struct block *block)
{
    for (size_t i = 0; i < block->planned_count; i++)
        if (block->entries[i].active)
            return true;
    return false;
}

bool rounds_run(struct block *block, struct bench *bench, struct error *error)
{
    struct round_order order;
    order_init(&order, block);
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && !bench_stopping(bench))
            prepare(block, bench, &block->entries[i]);
    bool ok = true;
    block_agree_batches(block, bench);
    bool going = rounds_active(block);
    for (size_t round = 0; ok && going && !bench_stopping(bench); round++) {
        ok = one_round(block, bench, &order, round, error);
        if (ok && !bench_stopping(bench))
            going = rounds_decide_all(block, bench);
        limits_drop(block);
    }
    free(order.entries);
    return ok;
}
