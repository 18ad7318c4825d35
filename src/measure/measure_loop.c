/* SPDX-License-Identifier: MIT */
/* Sampling: every entry of a block once a round, in a fresh random order, until each has said enough. */
#include "measure/measure.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES_LEAST = 3 };

/* Keep a sample, and beside it how slow the cores were. */
static void keep_time(struct entry *entry, double seconds, const struct core_times *core)
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
static void keep_cpus(struct entry *entry, const struct sample *sample)
{
    struct record *const record = entry->record;
    const struct place *const places = entry->block->bench->places;
    for (unsigned w = 0; w < sample->cpu_count; w++) {
        if (w >= record->cpu_count)
            record->cpus[record->cpu_count++] = places ? places[w].cpu : sample->cpus[w];
        entry->disturbance.migrated |= record->cpus[w] != sample->cpus[w];
    }
}

/* An interruption only lengthens a probe of the cores: the better of both sides counts. */
static void keep_sample(struct entry *entry, const struct sample *sample, uint64_t calls,
                        const struct core_times *before)
{
    const struct core_times after = entry->memory->core_times(entry);
    const struct core_times better = {fmin(before->chain_s, after.chain_s),
                                      fmin(before->wide_s, after.wide_s)};
    entry->timed_s += sample->seconds;
    bench_effort(entry->block->bench)->sampled_s += sample->seconds;
    entry->disturbance.faulted += sample->faulted;
    entry->disturbance.preempted += sample->preempted;
    entry->disturbance.idle_s = fmax(entry->disturbance.idle_s, sample->idle_s);
    keep_cpus(entry, sample);
    keep_time(entry, sample->seconds / (double)calls, &better);
}

/* Where a call takes longer than there is time, one sample is enough, but where it chooses the limit of later
 * processes. */
enum stop_reason loop_stop(const struct bench *bench, size_t samples, double timed_s)
{
    const double most_s = measure_process_time_s(&bench->config->measure);
    if (bench->options->smoke)
        return STOP_SMOKE;
    if (samples >= measure_process_samples(&bench->config->measure))
        return STOP_MAX_SAMPLES;
    const bool chooses = !bench->options->earlier && bench->config->measure.processes > 1;
    const bool enough = samples >= SAMPLES_LEAST || (!chooses && timed_s >= (double)samples * most_s);
    return enough && timed_s >= most_s ? STOP_MAX_TIME : STOP_NONE;
}

/* Whether all of a sample's output is verified: the first and the last, and always what others wrote. */
static bool is_whole(const struct entry *entry, double seconds)
{
    const size_t samples = entry->record->sample_count;
    return samples == 0 || entry_is_foreign(entry) ||
           loop_stop(entry->block->bench, samples + 1, entry->timed_s + seconds) != STOP_NONE;
}

/* Between a perf's enable and disable when the entry is a point of the plan. */
static bool time_sample(struct entry *entry, const struct sample_check *check, struct sample *sample,
                        struct error *error)
{
    const bool watched = entry_is_planned(entry) && entry->memory->judged_here;
    const struct perf_control *const perf = watched ? entry->block->bench->options->perf_control : NULL;
    if (!perf_control_enable(perf, error))
        return false;
    *sample = entry->memory->time(entry, check);
    return perf_control_disable(perf, error);
}

/* One sample: all is as it is when it begins, a batch of calls is timed, its output judged, and the time
 * kept. False when perf's control has failed. */
static bool take_sample(struct entry *entry, struct error *error)
{
    const struct memory_kind *const memory = entry->memory;
    const struct core_times before = memory->core_times(entry);
    struct sample_check check;
    struct sample sample;
    if (!memory->begin(entry, &check))
        return true;
    if (!time_sample(entry, &check, &sample, error))
        return false;
    check.whole = is_whole(entry, sample.seconds);
    if (memory->judge(entry, &check, &sample))
        keep_sample(entry, &sample, check.calls, &before);
    return true;
}

bool loop_wants(const struct entry *entry)
{
    const struct block *const block = entry->block;
    if (entry_is_planned(entry) || !entry->active)
        return entry->active;
    for (size_t i = 0; i < block->planned_count; i++)
        if (block->entries[i].active &&
            limits_hold(block, &entry->record->point, &block->entries[i].record->point))
            return true;
    return false;
}

bool loop_active(const struct block *block)
{
    for (size_t i = 0; i < block->planned_count; i++)
        if (block->entries[i].active)
            return true;
    return false;
}

/* End the points that have said enough. Returns whether any goes on. */
static bool decide_all(struct block *block)
{
    for (size_t i = 0; i < block->planned_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active)
            continue;
        entry->record->stop_reason = loop_stop(block->bench, entry->record->sample_count, entry->timed_s);
        entry->active = entry->record->stop_reason == STOP_NONE;
    }
    return loop_active(block);
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

static bool one_round(struct block *block, struct round_order *order, size_t round, struct error *error)
{
    order_draw(order, block, &block->bench->random);
    for (size_t i = 0; i < block->entry_count && !bench_stopping(block->bench); i++) {
        struct entry *const entry = &block->entries[order->entries[i]];
        if (!loop_wants(entry))
            continue;
        entry_progress(entry);
        bench_pass_turn(block->bench, round, i);
        if (!take_sample(entry, error))
            return false;
    }
    return true;
}

static void warm_all(struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active || bench_stopping(block->bench))
            continue;
        entry->record->batch = 1;
        entry_progress(entry);
        entry->memory->warm(entry);
    }
}

bool measure_loop(struct block *block, struct error *error)
{
    struct round_order order;
    order_init(&order, block);
    warm_all(block);
    bool ok = true;
    bool going = loop_active(block);
    for (size_t round = 0; ok && going && !bench_stopping(block->bench); round++) {
        ok = one_round(block, &order, round, error);
        if (ok && !bench_stopping(block->bench))
            going = decide_all(block);
        limits_drop(block);
    }
    free(order.entries);
    return ok;
}
