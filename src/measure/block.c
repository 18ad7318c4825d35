/* SPDX-License-Identifier: MIT */
/* Forming blocks: which points share a problem, and what is measured with them. */
#include "measure/block.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

unsigned point_workers(const struct point *point)
{
    return point->workers ? (unsigned)point->workers : 1;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Where a tiled scan starts again is part of its problem. */
static uint64_t restart_of(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_TILED_SCAN ? point_tile(point) : 0;
}

int problem_compare(const struct point *a, const struct point *b)
{
    int order = compare_numbers(a->implementation->primitive, b->implementation->primitive);
    for (unsigned axis = 0; axis < AXIS_COUNT && !order; axis++)
        if (PROBLEM_AXES & AXIS_BIT(axis))
            order = compare_numbers(a->axis[axis], b->axis[axis]);
    return order ? order : compare_numbers(restart_of(a), restart_of(b));
}

static int compare_members(const void *a, const void *b, void *context)
{
    const struct plan *const plan = context;
    const size_t i = *(const size_t *)a;
    const size_t j = *(const size_t *)b;
    const int order = problem_compare(&plan->points[i].point, &plan->points[j].point);
    return order ? order : compare_numbers(i, j);
}

/* context[i] is the first member of the block that plan point i is in. */
static int compare_blocks(const void *a, const void *b, void *context)
{
    const size_t *const leader = context;
    const size_t i = *(const size_t *)a;
    const size_t j = *(const size_t *)b;
    const int order = compare_numbers(leader[i], leader[j]);
    return order ? order : compare_numbers(i, j);
}

size_t block_extent(const struct plan *plan, const size_t *order, size_t count, size_t first)
{
    const struct point *const leader = &plan->points[order[first]].point;
    size_t end = first + 1;
    while (end < count && !problem_compare(leader, &plan->points[order[end]].point))
        end++;
    return end - first;
}

bool block_order(const struct plan *plan, size_t *order, size_t count, struct error *error)
{
    size_t *const leader = malloc(plan->count * sizeof *leader);
    if (!leader)
        return error_set(error, EXIT_SYSTEM, "out of memory for a plan of %zu points", plan->count);
    qsort_r(order, count, sizeof *order, compare_members, (void *)plan);
    for (size_t first = 0, extent; first < count; first += extent) {
        extent = block_extent(plan, order, count, first);
        for (size_t i = first; i < first + extent; i++)
            leader[order[i]] = order[first];
    }
    qsort_r(order, count, sizeof *order, compare_blocks, leader);
    free(leader);
    return true;
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
