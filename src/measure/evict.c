/* SPDX-License-Identifier: MIT */
/* Emptying caches between calls: what a cold call finds of its data. */
#include "measure/evict.h"

#include "base/buffer.h"
#include "measure/bench_device.h"

#include <stdatomic.h>
#include <stdio.h>

/* MARGIN: above twice the cache. */
enum { MARGIN = 1 << 20 };

size_t evict_bytes(size_t cache_bytes)
{
    return cache_bytes > 0 ? 2 * cache_bytes + MARGIN : 0;
}

static bool is_cold(const struct block *block)
{
    return block->cache == CACHE_COLD;
}

static bool any_on_host(const struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (!point_on_device(&block->entries[i].record->point))
            return true;
    return false;
}

size_t evict_host_bytes(const struct block *block, const struct bench *bench)
{
    const bool wanted = is_cold(block) && any_on_host(block) && !bench->evicting.map;
    return wanted ? evict_bytes(topology_last_cache(bench->machine->topology)) : 0;
}

struct evict_job {
    struct team *team;
    unsigned workers;
    volatile unsigned char *data;
    size_t bytes;
    _Atomic uint64_t sum;
};

static void evict_worker(void *argument, unsigned worker)
{
    struct evict_job *const job = argument;
    const struct span own = team_part(job->bytes, CACHE_LINE, worker, job->workers);
    uint64_t sum = 0;
    for (size_t at = own.first; at < own.last; at += CACHE_LINE)
        job->data[at]++;
    team_barrier(job->team, worker);
    for (size_t at = 0; at < job->bytes; at += CACHE_LINE)
        sum += job->data[at];
    atomic_fetch_add(&job->sum, sum);
}

uint64_t evict_host(struct team *team, unsigned workers, const struct buffer *memory)
{
    struct evict_job job = {.team = team, .workers = workers, .data = memory->data, .bytes = memory->bytes};
    team_run(team, workers, evict_worker, &job);
    return job.sum;
}

/* What is refused of one is refused of all in the same place. */
static void refuse(struct block *block, const struct point *like, enum status status, const char *why)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        const struct point *const point = &entry->record->point;
        const bool same = point_on_device(like) ? points_of_one_device(point, like) : !point_on_device(point);
        if (entry->active && same)
            entry_fail(entry, status, why);
    }
}

static void refuse_unknown(struct block *block, const struct point *like)
{
    refuse(block, like, STATUS_UNSUPPORTED,
           "the size of the last cache is not known, so that it cannot be emptied; expected cache hot");
}

static void prepare_host(struct block *block, struct bench *bench, const struct point *point)
{
    const size_t bytes = evict_bytes(topology_last_cache(bench->machine->topology));
    const struct buffer_shape shape = {.bytes = bytes, .placement = PLACE_OFFSET, .pages = PAGES_HUGE};
    struct error why = {0};
    if (bench->evicting.map)
        return;
    if (bytes == 0)
        refuse_unknown(block, point);
    else if (!buffer_map(&bench->evicting, &shape, &why))
        refuse(block, point, STATUS_SKIPPED, why.text);
}

static void prepare_device(struct block *block, const struct bench *bench, const struct point *point)
{
    struct bench_device *const device = bench_device_of(bench, point);
    struct error why = {0};
    if (!device || device->evicting)
        return;
    device->evicting_bytes = evict_bytes(device->cache_bytes);
    if (device->evicting_bytes == 0) {
        refuse_unknown(block, point);
        return;
    }
    device->evicting =
        device->opened->engine->allocate(device->opened, "eviction", device->evicting_bytes, &why);
    if (!device->evicting)
        refuse(block, point, STATUS_SKIPPED, why.text);
}

void evict_prepare(struct block *block, struct bench *bench)
{
    for (size_t i = 0; is_cold(block) && i < block->entry_count; i++) {
        const struct entry *const entry = &block->entries[i];
        const struct point *const point = &entry->record->point;
        if (entry->active && point_on_device(point))
            prepare_device(block, bench, point);
        else if (entry->active)
            prepare_host(block, bench, point);
    }
}

void evict_caches(const struct block *block, const struct bench *bench, struct entry *entry)
{
    const struct bench_device *const device = bench_device_of(bench, &entry->record->point);
    const uint64_t start_ns = clock_read(&bench->machine->clock);
    if (device)
        device->opened->engine->fill(device->opened, device->evicting, 0, device->evicting_bytes);
    else
        evict_host(bench->team, block->workers, &bench->evicting);
    const double seconds = clock_since_s(&bench->machine->clock, start_ns);
    entry->timed_s += seconds;
    if (bench->options->watch)
        bench->options->watch->effort.evicted_s += seconds;
}
