/* SPDX-License-Identifier: MIT */
/* Forming blocks: which points share a problem, and what is measured with them. */
#include "measure/block.h"

#include "base/memory.h"
#include "machine/workers/thread_state.h"

#include <stdio.h>
#include <stdlib.h>

static void refuse(struct record *record, const char *reason)
{
    record->status = STATUS_UNSUPPORTED;
    snprintf(record->message, sizeof record->message, "%s", reason);
}

struct entry entry_of(struct block *block, struct record *record)
{
    return (struct entry){
        .block = block, .memory = memory_kind_of(&record->point), .record = record, .active = true};
}

static void add_members(struct block *block)
{
    const struct bench *const bench = block->bench;
    for (size_t i = 0; i < block->member_count; i++) {
        const struct planned_point *const planned = &bench->plan->points[block->members[i]];
        struct record *const record = &bench->results->records[block->members[i]];
        if (!planned->supported)
            refuse(record, planned->reason);
        else
            block->entries[block->entry_count++] = entry_of(block, record);
    }
    block->planned_count = block->entry_count;
}

/* Data of devices alone are made and looked at by all workers, wherever their pages are. */
static void measure_extent(struct block *block)
{
    bool on_host = false;
    for (size_t i = 0; i < block->entry_count; i++) {
        const unsigned workers = point_workers(&block->entries[i].record->point);
        on_host |= block->entries[i].memory->calls_here;
        if (workers > block->workers)
            block->workers = workers;
    }
    if (!on_host && block->entry_count > 0)
        block->workers = block->bench->workers;
}

void block_init(struct block *block, struct bench *bench, const size_t *members, size_t count)
{
    const struct point *const leader = &bench->plan->points[members[0]].point;
    *block = (struct block){
        .bench = bench,
        .members = members,
        .member_count = count,
        .key = point_problem(leader, bench->config->measure.seed),
        .pages = leader->pages,
        .cache = leader->cache,
        .entries = memory_array(count, sizeof *block->entries),
        .workers = 1,
        .cpus = (unsigned)bench->place_count,
        .began_ns = bench_now_ns(bench),
    };
    add_members(block);
    measure_extent(block);
}

bool block_fill(struct block *block, size_t cover, struct error *error)
{
    bool filled = true;
    watch_note(block->bench->options->watch, WATCH_FILL, &block->entries[0].record->point);
    block->key.cover = cover;
    for (size_t i = 0; filled && i < MEMORY_KINDS; i++)
        filled = memory_kinds[i]->fill(block, error);
    return filled;
}

size_t block_covers(const struct block *block)
{
    size_t most = 1;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct problem_key key =
            problem_over_ranks(&block->key, (unsigned)block->entries[i].record->point.ranks);
        const size_t covers = problem_covers(&key);
        most = covers > most ? covers : most;
    }
    return most;
}

void block_prepare(struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        struct error why = {0};
        struct thread_state state;
        if (!entry->active)
            continue;
        watch_note(block->bench->options->watch, WATCH_POINT, &entry->record->point);
        entry_compiling(entry);
        entry->prepared = true;
        thread_state_take(&state);
        const bool ready = entry->memory->prepare(entry, &why);
        thread_state_restore(&state, true);
        if (!ready)
            entry_refuse(entry, &why);
    }
}

void block_finish(struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->prepared)
            continue;
        watch_note(block->bench->options->watch, WATCH_POINT, &entry->record->point);
        entry->memory->finish(entry);
    }
}

void block_close(struct block *block)
{
    for (size_t i = MEMORY_KINDS; i > 0; i--)
        memory_kinds[i - 1]->unmap(block);
    for (size_t i = 0; i < block->entry_count; i++) {
        free(block->entries[i].cores_s);
        free(block->entries[i].wides_s);
    }
    for (size_t i = block->planned_count; i < block->entry_count; i++) {
        record_close(block->entries[i].record);
        free(block->entries[i].record);
    }
    free(block->entries);
    *block = (struct block){0};
}
