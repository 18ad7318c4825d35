/* SPDX-License-Identifier: MIT */
/* One sample of an entry: what comes before it, the batch that is timed, its judgement, what is kept of it.
 */
#include "measure/samples.h"

#include "base/memory.h"
#include "machine/caches.h"
#include "measure/arena.h"
#include "measure/batch.h"
#include "measure/bench_device.h"
#include "measure/evict.h"
#include "measure/hot.h"
#include "measure/rounds.h"
#include "measure/sample_check.h"

#include <math.h>

/* Keep a sample, and beside it how slow the cores were. */
static void keep(struct entry *entry, double seconds, const struct core_times *core)
{
    struct record *const record = entry->record;
    if (record->sample_count == record->sample_capacity) {
        const size_t capacity = record->sample_capacity ? 2 * record->sample_capacity : 64;
        record->samples_s = memory_resize(record->samples_s, capacity, sizeof *record->samples_s);
        entry->cores_s = memory_resize(entry->cores_s, capacity, sizeof *entry->cores_s);
        entry->wides_s = memory_resize(entry->wides_s, capacity, sizeof *entry->wides_s);
        record->sample_capacity = capacity;
    }
    entry->cores_s[record->sample_count] = core->chain_s;
    entry->wides_s[record->sample_count] = core->wide_s;
    record->samples_s[record->sample_count++] = seconds;
}

/* The CPUs a worker should be on: its place, or where nobody is pinned the CPU of the first sample. */
static void watch_cpus(struct entry *entry, const struct sample *sample, const struct bench *bench)
{
    struct record *const record = entry->record;
    const unsigned workers = point_workers(&record->point);
    const bool first = record->cpu_count == 0;
    if (point_on_device(&record->point))
        return;
    record->cpu_count = workers < BATCH_CPUS ? workers : BATCH_CPUS;
    for (unsigned w = 0; w < record->cpu_count; w++) {
        if (first)
            record->cpus[w] = bench->places ? bench->places[w].cpu : sample->cpus[w];
        entry->disturbance.migrated |= record->cpus[w] != sample->cpus[w];
    }
}

/* On a device one call brings what its one cache holds. */
static unsigned untimed_calls(const struct block *block, const struct bench *bench, const struct point *point)
{
    const struct problem_key *const key = &block->key;
    const size_t inputs = primitive_inputs(key->primitive) * problem_input_bytes(key);
    if (block->cache != CACHE_HOT)
        return 0;
    if (point_on_device(point))
        return 1;
    return hot_calls(inputs + problem_output_bytes(key), cache_bytes(2),
                     topology_last_cache(bench->machine->topology));
}

static void run_untimed(const struct run *run, unsigned calls, const struct bench *bench)
{
    const uint64_t start_ns = clock_read(&bench->machine->clock);
    if (calls)
        batch_run(run, calls);
    if (bench->options->watch)
        bench->options->watch->effort.untimed_s += clock_since_s(&bench->machine->clock, start_ns);
}

/* Have everything as it is when a batch begins. What is verified is not what the untimed calls did: the input
 * changes after them, before the batch or within it. */
static void set_up(const struct block *block, const struct bench *bench, struct entry *entry,
                   const struct sample_check *check)
{
    const struct run run = entry_run(block, bench, entry);
    arena_refill(block, bench, entry);
    run_untimed(&run, untimed_calls(block, bench, run.point), bench);
    sample_check_prepare(block, entry, check);
    arena_refill(block, bench, entry);
    if (block->cache == CACHE_COLD)
        evict_caches(block, bench, entry);
}

/* A sample that is timed, and then verified. */
struct timed {
    struct sample_check check;
    struct sample sample;
};

/* A timed batch, between a perf's enable and disable when the entry is a point of the plan. */
static bool time_batch(const struct block *block, const struct bench *bench, struct entry *entry,
                       struct timed *timed, struct error *error)
{
    const struct sample_check *const check = &timed->check;
    const struct run run = entry_run(block, bench, entry);
    const bool planned = entry < block->entries + block->planned_count;
    const struct perf_control *const perf = planned ? bench->options->perf_control : NULL;
    const bool counted = implementation_callers(run.point->implementation, run.workers) == run.workers &&
                         !point_on_device(run.point);
    struct counters *const counters = counted ? bench->counters : NULL; /* of our workers alone */
    const struct calls calls = {check->calls, check->before, check->before ? sample_check_change : NULL,
                                check};
    if (!perf_control_enable(perf, error))
        return false;
    timed->sample = batch_time(&run, &bench->machine->clock, &calls, counters);
    counters_take(counters, run.workers, &entry->record->counts);
    entry->record->counted_calls += check->calls;
    return perf_control_disable(perf, error);
}

/* How slow the cores were that an entry runs on. */
static struct core_times core_times(const struct bench *bench, const struct point *point)
{
    if (point_on_device(point))
        return (struct core_times){bench_device_core_s(bench_device_of(bench, point)), NAN};
    return batch_core_times(bench->team, point_workers(point), &bench->machine->clock);
}

/* What the device says of itself around a sample. */
static void watch_device(const struct bench *bench, struct entry *entry)
{
    struct record *const record = entry->record;
    struct bench_device *const device = bench_device_of(bench, &record->point);
    if (!device)
        return;
    bench_device_look(bench, device);
    entry->disturbance.slowed += device->slowed_since != 0;
    entry->disturbance.slowed_by |= device->slowed_since;
    entry->disturbance.shared += device->shared;
    if (device->condition.clock_mhz)
        record->clock_mhz = fmin(record->clock_mhz, device->condition.clock_mhz);
    if (device->condition.temperature_c)
        record->temperature_c = fmax(record->temperature_c, device->condition.temperature_c);
}

static void note_sample(struct entry *entry, const struct bench *bench, const struct sample *sample,
                        uint64_t calls, const struct core_times *core)
{
    entry->timed_s += sample->seconds;
    if (bench->options->watch)
        bench->options->watch->effort.sampled_s += sample->seconds;
    entry->disturbance.faulted += sample->faulted;
    entry->disturbance.preempted += sample->preempted;
    entry->disturbance.idle_s = fmax(entry->disturbance.idle_s, sample->idle_s);
    watch_cpus(entry, sample, bench);
    watch_device(bench, entry);
    keep(entry, sample->seconds / (double)calls, core);
}

/* Whether all of a sample's output is verified: the first and the last, and always what others wrote. */
static bool is_whole(const struct bench *bench, const struct entry *entry, double seconds)
{
    const size_t samples = entry->record->sample_count;
    return samples == 0 || entry_is_foreign(entry) ||
           rounds_stop(bench, samples + 1, entry->timed_s + seconds) != STOP_NONE;
}

/* An interruption only lengthens the chain of additions: the better of both sides counts. */
bool sample_take(struct block *block, struct bench *bench, struct entry *entry, struct error *error)
{
    const struct point *const point = &entry->record->point;
    const struct run run = entry_run(block, bench, entry);
    struct timed timed;
    const struct core_times before = core_times(bench, point);
    sample_check_draw(block, bench, entry, &timed.check);
    set_up(block, bench, entry, &timed.check);
    if (!time_batch(block, bench, entry, &timed, error))
        return false;
    timed.check.whole = is_whole(bench, entry, timed.sample.seconds);
    const bool right = sample_check_passes(block, bench, entry, &timed.check);
    batch_rest(&run);
    if (!right || entry_blame(entry, timed.sample.changed))
        return true;
    const struct core_times after = core_times(bench, point);
    const struct core_times better = {fmin(before.chain_s, after.chain_s), fmin(before.wide_s, after.wide_s)};
    note_sample(entry, bench, &timed.sample, timed.check.calls, &better);
    return true;
}
