/* SPDX-License-Identifier: MIT */
/* What is measured in a block: its arrays, its run, and what becomes of it. */
#include "measure/block.h"

#include "engine/engine.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>

enum { SHOW_EVERY_NS = 100 * 1000 * 1000 };

/* Seconds that the run still takes: of this launch and of those to come, and not more than the budget. */
static double left_s(const struct block *block)
{
    const struct bench *const bench = block->bench;
    const double passed_s = clock_since_s(&bench->machine->clock, block->began_ns);
    const double all_s = time_left_s(&bench->left, passed_s);
    return fmax(0, fmin(all_s, bench->options->budget_s - bench_elapsed_s(bench)));
}

static void show_progress(const struct entry *entry, bool compiling)
{
    struct bench *const bench = entry->block->bench;
    if (!bench->options->progress)
        return;
    bench->shown_ns = bench_now_ns(bench);
    const struct runner_progress progress = {
        .launch = bench->options->launch,
        .launches = bench->config->measure.processes,
        .done = bench->points_done,
        .total = bench->plan->count,
        .now = &entry->record->point,
        .left_s = left_s(entry->block),
        .compiling = compiling,
    };
    bench->options->progress(bench->options->context, &progress);
}

void entry_progress(const struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    watch_note(bench->options->watch, WATCH_POINT, &entry->record->point);
    if (!bench->shown_ns || clock_between_ns(bench->shown_ns, bench_now_ns(bench)) >= SHOW_EVERY_NS)
        show_progress(entry, false);
}

void entry_compiling(const struct entry *entry)
{
    const struct kernel_use *const first = entry->record->point.implementation->kernels;
    if (!entry->memory->calls_here && first && first->kernel)
        show_progress(entry, true);
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

void entry_refuse(struct entry *entry, const struct error *why)
{
    entry_fail(entry, why->code == EXIT_SYSTEM ? STATUS_SKIPPED : STATUS_UNSUPPORTED, why->text);
}

struct buffer_set *entry_set(const struct entry *entry)
{
    const struct block *const block = entry->block;
    if (block->guarded)
        return &block->sets[entry->guard];
    for (size_t i = 0; i < block->set_count; i++)
        if (block->sets[i].workers == point_workers(&entry->record->point))
            return &block->sets[i];
    return &block->sets[block->set_count - 1];
}

size_t entry_answer_bytes(const struct entry *entry)
{
    const struct implementation *const implementation = entry->record->point.implementation;
    struct problem_key key = entry->block->key;
    key.primitive = implementation->primitive;
    if (implementation->unordered)
        return 0;
    if (primitive_info(key.primitive)->output == OUTPUT_SELECTED)
        return entry->record->selected * dtype_size(key.dtype);
    return problem_output_bytes(&key);
}

size_t entry_scratch_bytes(const struct entry *entry)
{
    const struct implementation *const implementation = entry->record->point.implementation;
    return implementation->scratch_bytes ? implementation->scratch_bytes(&entry->record->point) : 0;
}

/* That of a plugin ends, but for its alignment, where a page begins that nobody may touch. */
static void *scratch_of(const struct entry *entry)
{
    const struct buffer *const scratch =
        entry->block->guarded ? &entry_set(entry)->scratch : &entry->block->scratch;
    if (!registry_plugin_of(entry->record->point.implementation))
        return scratch->data;
    return scratch->data + (scratch->bytes - entry_scratch_bytes(entry)) / CACHE_LINE * CACHE_LINE;
}

struct run entry_run(const struct entry *entry)
{
    const struct point *const point = &entry->record->point;
    const enum primitive primitive = point->implementation->primitive;
    struct buffer_set *const set = entry_set(entry);
    return (struct run){
        .point = point,
        .input = point_in_place(point) ? set->output.data : set->input[0].data,
        .second = primitive_inputs(primitive) > 1 ? set->input[1].data : NULL,
        .output = set->output.data,
        .count = primitive_counts(primitive) ? &set->count : NULL,
        .initial = problem_initial(&entry->block->key),
        .scratch = scratch_of(entry),
        .team = entry->block->bench->team,
        .workers = point_workers(point),
        .places = entry->block->bench->places,
        .engine = engine_of(point),
        .state = entry->state,
        .unanswered = entry->unanswered,
    };
}

struct problem entry_problem(const struct entry *entry)
{
    const struct block *const block = entry->block;
    const struct buffer *const input = entry_set(entry)->input;
    struct problem problem = {
        .key = block->key,
        .input = {input[0].data, input[1].data},
        .expected = block->expected.data,
        .selected = block->selected,
        .fold = entry->fold,
        .unordered = entry->record->point.implementation->unordered,
    };
    problem.key.primitive = entry->record->point.implementation->primitive;
    return problem;
}

const struct record *entry_known(const struct entry *entry)
{
    const struct bench *const bench = entry->block->bench;
    const struct results *const earlier = bench->options->earlier;
    const struct record *const known = earlier && entry_is_planned(entry)
                                           ? &earlier->records[entry->record - bench->results->records]
                                           : NULL;
    return known && known->status == STATUS_OK ? known : NULL;
}

bool entry_is_planned(const struct entry *entry)
{
    return entry < entry->block->entries + entry->block->planned_count;
}

bool entry_is_foreign(const struct entry *entry)
{
    return entry->record->point.implementation->family == FAMILY_PLUGIN && entry->memory->calls_here;
}

bool entry_is_sampled_alone(const struct entry *entry)
{
    return entry->block->cache == CACHE_COLD || point_in_place(&entry->record->point);
}

unsigned entry_untimed_calls(const struct entry *entry)
{
    const struct problem_key *const key = &entry->block->key;
    if (entry->block->cache != CACHE_HOT)
        return 0;
    return entry->memory->untimed_calls(problem_all_input_bytes(key) + problem_output_bytes(key),
                                        topology_last_cache(entry->block->bench->machine->topology));
}

void entry_evicted(struct entry *entry, uint64_t start_ns)
{
    const struct bench *const bench = entry->block->bench;
    const double seconds = clock_since_s(&bench->machine->clock, start_ns);
    entry->timed_s += seconds;
    bench_effort(bench)->evicted_s += seconds;
}

bool entry_prepare(struct entry *entry, const struct run *run, struct error *why)
{
    const struct implementation *const implementation = entry->record->point.implementation;
    return !implementation->prepare || implementation->prepare(run, &entry->state, why);
}

void entry_finish(struct entry *entry)
{
    if (entry->state)
        entry->record->point.implementation->finish(entry->state);
    entry->state = NULL;
}
