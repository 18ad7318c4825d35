/* SPDX-License-Identifier: MIT */
/* Forming blocks: which points share a problem, and what is measured with them. */
#include "measure/block.h"

#include "base/memory.h"
#include "engine/program.h"
#include "machine/workers/thread_state.h"
#include "measure/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOW_EVERY_NS = 100 * 1000 * 1000 };

bool entry_is_foreign(const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    return point->implementation->family == FAMILY_PLUGIN && !point_on_device(point);
}

/* Seconds that the run still takes: of this launch and of those to come, and not more than the budget. */
static double left_s(const struct block *block, const struct bench *bench)
{
    const double passed_s = clock_since_s(&bench->machine->clock, block->began_ns);
    const double all_s = time_left_s(&bench->left, passed_s);
    return fmax(0, fmin(all_s, bench->options->budget_s - bench_elapsed_s(bench)));
}

static void show_progress(const struct block *block, struct bench *bench, const struct point *now,
                          bool compiling)
{
    if (!bench->options->progress)
        return;
    bench->shown_ns = bench_now_ns(bench);
    const struct runner_progress progress = {
        .launch = bench->options->launch,
        .launches = bench->config->measure.processes,
        .done = bench->points_done,
        .total = bench->plan->count,
        .now = now,
        .elapsed_s = bench_elapsed_s(bench),
        .left_s = left_s(block, bench),
        .compiling = compiling,
    };
    bench->options->progress(bench->options->context, &progress);
}

void block_progress(const struct block *block, struct bench *bench, const struct point *now)
{
    watch_note(bench->options->watch, WATCH_POINT, now);
    if (!bench->shown_ns || clock_between_ns(bench->shown_ns, bench_now_ns(bench)) >= SHOW_EVERY_NS)
        show_progress(block, bench, now, false);
}

/* Kernels for a device are compiled now; others were when this program was. It may take seconds: nobody is to
 * wonder, whenever something was shown last. */
static void show_compiling(const struct block *block, struct bench *bench, const struct point *now)
{
    const struct kernel_use *const first = now->implementation->kernels;
    if (point_on_device(now) && first && first->kernel)
        show_progress(block, bench, now, true);
}

void entry_fail(struct entry *entry, enum status status, const char *message)
{
    entry->active = false;
    record_fail(entry->record, status, message);
}

bool entry_blame(struct entry *entry, const char *changed)
{
    char message[128];
    if (!changed)
        return false;
    snprintf(message, sizeof message, "its call changed %s", changed);
    entry_fail(entry, STATUS_WRONG, message);
    return true;
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

/* Data of devices alone are made and looked at by all workers, wherever their pages are. */
static void measure_extent(struct block *block, const struct bench *bench)
{
    bool on_host = false;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct point *const point = &block->entries[i].record->point;
        on_host |= !point_on_device(point);
        if (point_workers(point) > block->workers)
            block->workers = point_workers(point);
    }
    if (!on_host && block->entry_count > 0)
        block->workers = bench->workers;
}

void block_init(struct block *block, struct bench *bench, const size_t *members, size_t count)
{
    const struct point *const leader = &bench->plan->points[members[0]].point;
    *block = (struct block){
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
    add_members(block, bench);
    measure_extent(block, bench);
}

struct buffer_set *block_set(const struct block *block, const struct point *point)
{
    for (size_t i = 0; i < block->set_count; i++)
        if (block->sets[i].workers == point_workers(point))
            return &block->sets[i];
    return &block->sets[block->set_count - 1];
}

const struct device_set *block_device(const struct block *block, const struct point *point)
{
    for (size_t i = 0; i < block->device_count; i++)
        if (block->devices[i].engine == point->engine && block->devices[i].name == point->device)
            return &block->devices[i];
    return NULL;
}

size_t block_answer_bytes(const struct block *block, const struct record *record)
{
    const struct implementation *const implementation = record->point.implementation;
    struct problem_key key = block->key;
    key.primitive = implementation->primitive;
    if (implementation->unordered)
        return 0;
    if (primitive_info(key.primitive)->output == OUTPUT_SELECTED)
        return record->selected * dtype_size(key.dtype);
    return problem_output_bytes(&key);
}

struct run entry_host_run(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    const enum primitive primitive = point->implementation->primitive;
    struct buffer_set *const set = block_set(block, point);
    return (struct run){
        .point = point,
        .input = point_in_place(point) ? set->output.data : set->input[0].data,
        .second = primitive_inputs(primitive) > 1 ? set->input[1].data : NULL,
        .output = set->output.data,
        .count = primitive_counts(primitive) ? &set->count : NULL,
        .initial = problem_initial(&block->key),
        .scratch = arena_scratch(block, entry),
        .team = bench->team,
        .workers = point_workers(point),
        .places = bench->places,
        .engine = engine_of(point),
        .state = entry->state,
    };
}

struct run entry_run(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    struct run run = entry_host_run(block, bench, entry);
    if (!point_on_device(run.point))
        return run;
    const struct device_set *const set = block_device(block, run.point);
    run.device = set->opened;
    run.input = set->input[0];
    run.second = run.second ? set->input[1] : NULL;
    run.output = set->output;
    run.count = run.count ? set->count : NULL;
    run.scratch = set->scratch;
    return run;
}

struct problem entry_problem(const struct block *block, const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    const struct buffer *const input = block_set(block, point)->input;
    struct problem problem = {
        .key = block->key,
        .input = {input[0].data, input[1].data},
        .expected = block->expected.data,
        .selected = block->selected,
        .fold = entry->fold,
        .unordered = point->implementation->unordered,
    };
    problem.key.primitive = point->implementation->primitive;
    return problem;
}

void block_prepare(struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        const struct implementation *const implementation = entry->record->point.implementation;
        struct error why = {0};
        struct thread_state state;
        if (!entry->active || !implementation->prepare)
            continue;
        const struct run run = entry_run(block, bench, entry);
        watch_note(bench->options->watch, WATCH_POINT, &entry->record->point);
        show_compiling(block, bench, &entry->record->point);
        thread_state_take(&state);
        const bool prepared = implementation->prepare(&run, &entry->state, &why);
        thread_state_restore(&state, true);
        if (!prepared)
            entry_fail(entry, why.code == EXIT_SYSTEM ? STATUS_SKIPPED : STATUS_UNSUPPORTED, why.text);
    }
}

void block_finish(struct block *block, const struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->state)
            continue;
        watch_note(bench->options->watch, WATCH_POINT, &entry->record->point);
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
    for (size_t i = 0; i < block->entry_count; i++) {
        free(block->entries[i].cores_s);
        free(block->entries[i].wides_s);
    }
    for (size_t i = 0; i < block->limit_count; i++)
        record_close(&block->limits[i]);
    ranks_close(&block->ranks);
    buffer_unmap(&block->expected);
    buffer_unmap(&block->scratch);
    free(block->sets);
    free(block->limits);
    free(block->entries);
    *block = (struct block){0};
}
