/* SPDX-License-Identifier: MIT */
/* Forming blocks: which points share a problem, and what is measured with them. */
#include "measure/block.h"

#include "base/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

unsigned point_workers(const struct point *point)
{
    return point->workers ? (unsigned)point->workers : 1;
}

uint64_t problem_restart(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_TILED_SCAN ? point_tile(point) : 0;
}

int problem_compare(const struct point *a, const struct point *b)
{
    const int order = point_compare_problems(a, b, 0);
    return order ? order : compare_numbers(problem_restart(a), problem_restart(b));
}

void entry_fail(struct entry *entry, enum status status, const char *message)
{
    entry->active = false;
    record_fail(entry->record, status, message);
}

static void refuse(struct record *record, const char *reason)
{
    record->status = STATUS_UNSUPPORTED;
    snprintf(record->message, sizeof record->message, "%s", reason);
}

static void add_members(struct block *block, const struct bench *bench)
{
    for (size_t i = 0; i < block->member_count; i++) {
        const struct planned_point *const planned = &bench->plan->points[block->members[i]];
        struct record *const record = &bench->results->records[block->members[i]];
        if (!planned->supported)
            refuse(record, planned->reason);
        else
            block->entries[block->entry_count++] = (struct entry){.record = record, .active = true};
    }
    block->planned_count = block->entry_count;
}

static void measure_extent(struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct point *const point = &block->entries[i].record->point;
        if (point_workers(point) > block->workers)
            block->workers = point_workers(point);
    }
}

bool block_init(struct block *block, struct bench *bench, const size_t *members, size_t count,
                struct error *error)
{
    const struct point *const leader = &bench->plan->points[members[0]].point;
    *block = (struct block){
        .members = members,
        .member_count = count,
        .key = point_problem(leader, bench->config->measure.seed),
        .pages = leader->pages,
        .entries = calloc(count, sizeof *block->entries),
        .workers = 1,
    };
    if (!block->entries)
        return error_set(error, EXIT_SYSTEM, "out of memory for a block of %zu points", count);
    add_members(block, bench);
    if (!limits_join(block, bench, error))
        return false;
    measure_extent(block);
    return true;
}

void block_prepare(struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        const struct implementation *const implementation = entry->record->point.implementation;
        const struct run run = block_run(block, bench, entry);
        struct error why = {0};
        if (!entry->active || !implementation->prepare)
            continue;
        bench_watch(bench, WATCH_POINT, &entry->record->point);
        if (!implementation->prepare(&run, &entry->state, &why))
            entry_fail(entry, why.code == EXIT_SYSTEM ? STATUS_SKIPPED : STATUS_UNSUPPORTED, why.text);
    }
}

void block_finish(struct block *block, const struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->state)
            continue;
        bench_watch(bench, WATCH_POINT, &entry->record->point);
        entry->record->point.implementation->finish(entry->state);
        entry->state = NULL;
    }
}

void block_close(struct block *block)
{
    for (size_t i = 0; i < block->set_count; i++) {
        for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
            buffer_unmap(&block->sets[i].input[stream]);
        buffer_unmap(&block->sets[i].output);
    }
    for (size_t i = 0; i < block->entry_count; i++)
        free(block->entries[i].cores_s);
    for (size_t i = 0; i < block->limit_count; i++)
        record_close(&block->limits[i]);
    buffer_unmap(&block->expected);
    buffer_unmap(&block->scratch);
    free(block->sets);
    free(block->limits);
    free(block->entries);
    *block = (struct block){0};
}
