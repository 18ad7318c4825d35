/* SPDX-License-Identifier: MIT */
/* One sample of an entry: what comes before it, the batch that is timed, its judgement, what is kept of it.
 */
#include "measure/samples.h"

#include "base/memory.h"
#include "base/random.h"
#include "machine/caches.h"
#include "measure/arena.h"
#include "measure/batch.h"
#include "measure/bench_device.h"
#include "measure/evict.h"
#include "measure/hot.h"
#include "measure/timed_trial.h"

#include <math.h>

/* LOOKS: calls of foreign code that are judged one by one before its first sample. LENGTHS: how many calls a
 * look has at most where a sample has fewer. */
enum { LOOKS = 128, LENGTHS = 3 };
static const double looks_least_s = 1; /* that they may take, whatever the samples may */

/* Keep a sample, and beside it how slow the cores were. */
static void keep(struct entry *entry, double seconds, const struct core_times *core)
{
    struct record *const record = entry->record;
    if (record->sample_count == record->sample_capacity) {
        const size_t capacity = record->sample_capacity ? 2 * record->sample_capacity : 64;
        record->samples_s = memory_resize(record->samples_s, capacity, sizeof *record->samples_s);
        entry->cores_s = memory_resize(entry->cores_s, capacity, sizeof *entry->cores_s);
        entry->wides_s = memory_resize(entry->wides_s, capacity, sizeof *entry->wides_s);
        if (entry->placed)
            record->trips_s = memory_resize(record->trips_s, capacity, sizeof *record->trips_s);
        record->sample_capacity = capacity;
    }
    entry->cores_s[record->sample_count] = core->chain_s;
    entry->wides_s[record->sample_count] = core->wide_s;
    if (record->trips_s)
        record->trips_s[record->sample_count] = NAN; /* until the round is over */
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

/* A sample, and what it was taken of. */
struct trial_sample {
    struct trial trial;
    struct sample sample;
};

static void note_untimed(const struct bench *bench, struct entry *entry, double seconds)
{
    entry->untimed_s += seconds;
    if (bench->options->watch)
        bench->options->watch->effort.untimed_s += seconds;
}

static void run_untimed(const struct run *run, unsigned calls, const struct bench *bench, struct entry *entry)
{
    const uint64_t start_ns = clock_read(&bench->machine->clock);
    if (calls)
        batch_run(run, calls);
    note_untimed(bench, entry, clock_since_s(&bench->machine->clock, start_ns));
}

/* Have everything as it is when a batch begins that was drawn, after so many untimed calls. What is judged is
 * not what they did: the input changes after them, before the batch or within it. */
static void set_up(const struct block *block, const struct bench *bench, struct entry *entry,
                   unsigned untimed, const struct trial *trial)
{
    const struct run run = entry_run(block, bench, entry);
    arena_refill(block, bench, entry);
    run_untimed(&run, untimed, bench, entry);
    trial_prepare(block, bench, entry, trial);
    arena_refill(block, bench, entry);
    if (block->cache == CACHE_COLD)
        evict_caches(block, bench, entry);
}

static struct calls calls_of(const struct trial *trial)
{
    return (struct calls){.count = trial->calls,
                          .before = trial->before,
                          .change = trial->before ? trial_change : NULL,
                          .context = trial};
}

/* A timed batch, between a perf's enable and disable when the entry is a point of the plan. */
static bool time_batch(const struct block *block, const struct bench *bench, struct entry *entry,
                       struct trial_sample *timed, struct error *error)
{
    const struct run run = entry_run(block, bench, entry);
    const bool planned = entry < block->entries + block->planned_count;
    const struct perf_control *const perf = planned ? bench->options->perf_control : NULL;
    const bool counted = implementation_callers(run.point->implementation, run.workers) == run.workers &&
                         !point_on_device(run.point);
    struct counters *const counters = counted ? bench->counters : NULL; /* of our workers alone */
    trial_draw(block, bench, entry, entry->record->batch, &timed->trial);
    timed->trial.timed = true;
    set_up(block, bench, entry, untimed_calls(block, bench, run.point), &timed->trial);
    const struct calls calls = calls_of(&timed->trial);
    if (!perf_control_enable(perf, error))
        return false;
    timed->sample = batch_time(&run, &bench->machine->clock, &calls, counters);
    counters_take(counters, run.workers, &entry->record->counts);
    entry->record->counted_calls += entry->record->batch;
    return perf_control_disable(perf, error);
}

/* Whether an entry is judged more often than it is timed: who wrote it may want it to look fast. */
static bool is_looked_at(const struct bench *bench, const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    return point->implementation->family == FAMILY_PLUGIN && !point_on_device(point) &&
           !bench->options->smoke;
}

/* A batch that is judged as samples are, and not kept. */
static void look(struct block *block, struct bench *bench, struct entry *entry, unsigned untimed,
                 struct trial *trial)
{
    const struct run run = entry_run(block, bench, entry);
    const struct calls calls = calls_of(trial);
    set_up(block, bench, entry, untimed, trial);
    const struct sample sample = batch_time(&run, &bench->machine->clock, &calls, NULL);
    note_untimed(bench, entry, sample.seconds);
    trial_judge(block, bench, entry, trial);
    entry_blame(entry, sample.changed);
    batch_rest(&run);
}

/* Of any length up to a sample's: who skips calls, and knows how many a sample has, does not know which one
 * is judged. */
static uint64_t look_length(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    const uint64_t random = random_at(~bench->block_number, entry->trials);
    const uint64_t batch = entry->record->batch, most = batch > LENGTHS ? batch : LENGTHS;
    const bool alone = block->cache == CACHE_COLD || point_in_place(&entry->record->point);
    return alone ? 1 : 1 + random % most;
}

static void look_between(struct block *block, struct bench *bench, struct entry *entry)
{
    struct trial trial;
    trial_draw(block, bench, entry, look_length(block, bench, entry), &trial);
    look(block, bench, entry, untimed_calls(block, bench, &entry->record->point), &trial);
}

void samples_begin(struct block *block, struct bench *bench, struct entry *entry)
{
    const uint64_t start_ns = clock_read(&bench->machine->clock);
    const double most_s = fmax(bench->config->measure.max_time_s, looks_least_s);
    struct trial trial;
    if (!is_looked_at(bench, entry))
        return;
    for (unsigned i = 0; i < LOOKS && entry->active && !bench_stopping(bench); i++) {
        if (clock_since_s(&bench->machine->clock, start_ns) >= most_s)
            return;
        trial_draw(block, bench, entry, 1, &trial);
        look(block, bench, entry, 0, &trial);
        block_progress(block, bench, &entry->record->point);
    }
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
                        const struct core_times *core)
{
    entry->timed_s += sample->seconds;
    if (bench->options->watch)
        bench->options->watch->effort.sampled_s += sample->seconds;
    entry->disturbance.faulted += sample->faulted;
    entry->disturbance.preempted += sample->preempted;
    entry->disturbance.idle_s = fmax(entry->disturbance.idle_s, sample->idle_s);
    watch_cpus(entry, sample, bench);
    watch_device(bench, entry);
    keep(entry, sample->seconds / (double)entry->record->batch, core);
}

/* An interruption only lengthens the chain of additions: the better of both sides counts. */
static bool time_and_judge(struct block *block, struct bench *bench, struct entry *entry,
                           enum trial_verdict *verdict, struct error *error)
{
    const struct point *const point = &entry->record->point;
    struct trial_sample timed;
    const struct core_times before = core_times(bench, point);
    if (!time_batch(block, bench, entry, &timed, error))
        return false;
    *verdict = trial_judge(block, bench, entry, &timed.trial);
    if (entry_blame(entry, timed.sample.changed))
        *verdict = TRIAL_WRONG;
    const struct run run = entry_run(block, bench, entry);
    batch_rest(&run);
    if (*verdict != TRIAL_RIGHT)
        return true;
    const struct core_times after = core_times(bench, point);
    const struct core_times better = {fmin(before.chain_s, after.chain_s), fmin(before.wide_s, after.wide_s)};
    note_sample(entry, bench, &timed.sample, &better);
    return true;
}

/* Once more where another entry had spoilt the input. */
bool sample_take(struct block *block, struct bench *bench, struct entry *entry, struct error *error)
{
    enum trial_verdict verdict = TRIAL_SPOILED;
    bool ok = true;
    if (is_looked_at(bench, entry))
        look_between(block, bench, entry);
    while (ok && entry->active && verdict == TRIAL_SPOILED && !bench_stopping(bench))
        ok = time_and_judge(block, bench, entry, &verdict, error);
    return ok;
}
