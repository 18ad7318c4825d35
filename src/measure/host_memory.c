/* SPDX-License-Identifier: MIT */
/* Memory of the host: calls of this process, timed by its clock. */
#include "machine/caches.h"
#include "measure/measure.h"

#include <math.h>

/* What is refused of one is refused of all on the host. */
static void refuse_all(struct block *block, const struct error *why)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && block->entries[i].memory->calls_here)
            entry_refuse(&block->entries[i], why);
}

/* Memory that empties the caches, once a run. */
static void map_eviction(struct block *block)
{
    struct bench *const bench = block->bench;
    const size_t bytes = evict_bytes(topology_last_cache(bench->machine->topology));
    const struct buffer_shape shape = {.bytes = bytes, .placement = PLACE_OFFSET, .pages = PAGES_HUGE};
    struct error why = {0};
    if (bytes == 0)
        error_set(&why, EXIT_USAGE, "%s", evict_unknown);
    if (bytes == 0 || (!bench->evicting.map && !buffer_map(&bench->evicting, &shape, &why)))
        refuse_all(block, &why);
}

static void host_map(struct block *block)
{
    bool any = false;
    host_arrays_map(block);
    for (size_t i = 0; i < block->entry_count; i++)
        any |= block->entries[i].active && block->entries[i].memory->calls_here;
    if (any && block->cache == CACHE_COLD)
        map_eviction(block);
}

static bool host_prepare(struct entry *entry, struct error *why)
{
    if (!host_hold_scratch(entry, why))
        return false;
    const struct run run = entry_run(entry);
    return entry_prepare(entry, &run, why);
}

static bool host_call(struct entry *entry)
{
    const struct run run = entry_run(entry);
    host_refill(entry);
    return !entry_blame(entry, batch_run(&run, 1)) && !(entry_is_foreign(entry) && host_mend(entry));
}

/* As each call of a sample finds them. */
static void evict(struct entry *entry)
{
    const struct block *const block = entry->block;
    const uint64_t start_ns = bench_now_ns(block->bench);
    if (block->cache != CACHE_COLD)
        return;
    evict_host(block->bench->team, block->workers, &block->bench->evicting);
    entry_evicted(entry, start_ns);
}

static double repeat(struct entry *entry, uint64_t calls)
{
    const struct run run = entry_run(entry);
    const struct calls plain = {.count = calls};
    if (entry_is_sampled_alone(entry)) {
        host_refill(entry);
        evict(entry);
    }
    return batch_time(&run, &entry->block->bench->machine->clock, &plain, NULL).seconds;
}

static double empty_dispatch_s(const struct bench *bench, unsigned workers)
{
    double *const empty = &bench->empty_dispatch_s[workers];
    if (isnan(*empty))
        *empty = batch_empty_s(bench->team, workers, &bench->machine->clock);
    return *empty;
}

static void host_warm(struct entry *entry)
{
    entry->record->empty_dispatch_s =
        empty_dispatch_s(entry->block->bench, point_workers(&entry->record->point));
    warm_up(entry);
    if (entry_is_foreign(entry))
        host_mend(entry);
}

static unsigned host_untimed_calls(size_t bytes, size_t last_cache)
{
    return hot_calls(bytes, cache_bytes(2), last_cache);
}

static void run_untimed(const struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    const struct run run = entry_run(entry);
    const uint64_t start_ns = bench_now_ns(bench);
    const unsigned calls = entry_untimed_calls(entry);
    if (calls)
        batch_run(&run, calls);
    bench_effort(bench)->untimed_s += clock_since_s(&bench->machine->clock, start_ns);
}

static void poison_lines(const struct entry *entry, const struct sample_check *check)
{
    struct buffer_set *const set = entry_set(entry);
    set->count = verify_poison_count(check->complement);
    for (unsigned i = 0; i < WINDOWS; i++)
        verify_poison(set->output.data + check->windows[i].line, check->windows[i].line_bytes,
                      check->complement);
}

/* What is verified is not what the untimed calls did: the input changes after them, before the batch or
 * within it. */
static bool host_begin(struct entry *entry, struct sample_check *check)
{
    if (!host_let_alter(entry))
        return false;
    sample_check_draw(entry, check);
    host_refill(entry);
    run_untimed(entry);
    if (!check->before)
        sample_check_alter(check);
    poison_lines(entry, check);
    host_refill(entry);
    evict(entry);
    return true;
}

static struct sample host_time(struct entry *entry, const struct sample_check *check)
{
    const struct bench *const bench = entry->block->bench;
    const struct run run = entry_run(entry);
    const bool counted = implementation_callers(run.point->implementation, run.workers) == run.workers;
    struct counters *const counters = counted ? bench->counters : NULL; /* of our workers alone */
    const struct calls calls = {check->calls, check->before, check->before ? sample_check_alter : NULL,
                                check};
    const struct sample sample = batch_time(&run, &bench->machine->clock, &calls, counters);
    counters_take(counters, run.workers, &entry->record->counts);
    entry->record->counted_calls += check->calls;
    return sample;
}

static bool host_judge(struct entry *entry, const struct sample_check *check, const struct sample *sample)
{
    const struct run run = entry_run(entry);
    struct finding finding = {0};
    const bool right = sample_check_is_right(entry, check, &finding);
    sample_check_undo(check);
    const bool mended = entry_is_foreign(entry) && host_mend(entry);
    const bool proved = !mended && sample_check_end(entry, check, right, &finding);
    batch_rest(&run);
    return proved && !entry_blame(entry, sample->changed);
}

static struct core_times host_core_times(const struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    return batch_core_times(bench->team, point_workers(&entry->record->point), &bench->machine->clock);
}

static bool read_energy(const struct entry *entry, struct energy_reading *reading)
{
    (void)entry;
    return energy_read(reading);
}

static bool counts_energy(const struct point *point)
{
    struct energy_reading ignored;
    (void)point;
    return energy_read(&ignored);
}

static unsigned host_note(struct entry *entry)
{
    host_read_pages(entry);
    entry->record->huge_fraction = entry_set(entry)->huge_fraction;
    return disturbance_of_host(entry);
}

const struct memory_kind host_memory = {
    .calls_here = true,
    .judged_here = true,
    .batch_s = 100e-6,
    .batch_ticks = 1000,
    .bytes_per_s = 12e9,
    .calls_most = 1 << 24,
    .map = host_map,
    .unmap = host_arrays_unmap,
    .fill = host_arrays_fill,
    .prepare = host_prepare,
    .finish = entry_finish,
    .poison = host_poison,
    .call = host_call,
    .is_right = host_is_right,
    .repeat = repeat,
    .counts_energy = counts_energy,
    .read_energy = read_energy,
    .energy_step_s = 1e-3,
    .warm = host_warm,
    .begin = host_begin,
    .time = host_time,
    .judge = host_judge,
    .untimed_calls = host_untimed_calls,
    .core_times = host_core_times,
    .note = host_note,
};
