/* SPDX-License-Identifier: MIT */
/* The arrays of a block on the host: whether they fit, and where they lie. */

#include "base/memory.h"
#include "base/text.h"
#include "machine/conditions/conditions.h"
#include "measure/measure.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static size_t add_sizes(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

size_t host_output_bytes(const struct block *block)
{
    struct problem_key limit = block->key;
    limit.primitive = primitive_limit(limit.primitive);
    const size_t own = problem_output_bytes(&block->key);
    const size_t others = block->guarded ? 0 : problem_output_bytes(&limit);
    size_t slack = 0;
    for (size_t i = 0; i < block->entry_count; i++) {
        const size_t wanted = block->entries[i].record->point.implementation->slack;
        slack = wanted > slack ? wanted : slack;
    }
    return add_sizes(own > others ? own : others, slack * dtype_size(problem_output_dtype(&block->key)));
}

static struct buffer_shape shape(size_t bytes, size_t offset, enum pages pages)
{
    return (struct buffer_shape){.bytes = bytes, .offset = offset, .placement = PLACE_OFFSET, .pages = pages};
}

static size_t footprint(size_t bytes, enum pages pages)
{
    const struct buffer_shape largest = shape(bytes, PAGE - CACHE_LINE, pages);
    return buffer_footprint(&largest);
}

/* One set for all workers, or on several NUMA nodes one for each number of workers, so that each set lies
 * where its workers are. */
static bool set_needed(const struct block *block, unsigned workers)
{
    if (topology_facts(block->bench->machine->topology)->nodes <= 1)
        return workers == block->workers;
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && point_workers(&block->entries[i].record->point) == workers)
            return true;
    return false;
}

static size_t count_sets(const struct block *block)
{
    size_t count = 0;
    if (block->guarded)
        return GUARDS;
    for (unsigned workers = 1; workers <= block->workers; workers++)
        count += set_needed(block, workers);
    return count;
}

/* Where data of any kind is filled in, no kind expects more than there is output. */
static size_t expected_bytes(const struct block *block)
{
    struct problem_key exact = block->key;
    exact.data = DATA_EXACT;
    const size_t output = problem_output_bytes(&exact), solved = problem_expected_bytes(&exact);
    if (!block->guarded)
        return problem_expected_bytes(&block->key);
    return solved > output ? solved : output;
}

static size_t common_bytes(const struct block *block)
{
    size_t set = footprint(host_output_bytes(block), block->pages);
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
        set = add_sizes(set, footprint(problem_input_bytes(&block->key, stream), block->pages));
    size_t total = footprint(expected_bytes(block), block->pages);
    if (block->cache == CACHE_COLD && !block->bench->evicting.map)
        total = add_sizes(total, evict_bytes(topology_last_cache(block->bench->machine->topology)));
    for (size_t i = count_sets(block); i > 0; i--)
        total = add_sizes(total, set);
    return total;
}

static void skip(struct entry *entry, size_t need, size_t have, const char *which)
{
    char need_text[32], have_text[32], message[256];
    snprintf(message, sizeof message, "needs %s, %s allows %s",
             text_format_bytes(need_text, sizeof need_text, (double)need), which,
             text_format_bytes(have_text, sizeof have_text, (double)have));
    entry_fail(entry, STATUS_SKIPPED, message);
}

/* Returns whether any is left. */
static bool refuse_what_does_not_fit(struct block *block)
{
    char which[128] = "";
    /* What is guarded is small. */
    const size_t have = block->guarded ? SIZE_MAX : environment_memory("", which, sizeof which);
    const size_t common = common_bytes(block);
    bool any = false;
    for (size_t i = 0; i < block->entry_count; i++) {
        struct entry *const entry = &block->entries[i];
        const size_t scratch = entry_scratch_bytes(entry);
        const size_t need = add_sizes(common, footprint(scratch, block->pages));
        if (!entry->memory->judged_here)
            continue;
        if (need > have) {
            skip(entry, need, have, which);
            continue;
        }
        any |= entry_is_planned(entry);
        if (scratch > block->scratch_bytes)
            block->scratch_bytes = scratch;
    }
    return any;
}

/* At a seeded place within a page, so that no accident of alignment is measured again and again. */
static bool map_data(struct buffer *buffer, size_t bytes, const struct block *block, struct error *why)
{
    const size_t offset = random_below(&block->bench->random, PAGE / CACHE_LINE) * CACHE_LINE;
    const struct buffer_shape wanted = shape(bytes, offset, block->pages);
    return buffer_map(buffer, &wanted, why);
}

static bool map_scratch(struct block *block, struct error *why)
{
    const struct buffer_shape guarded = {
        .bytes = block->scratch_bytes, .align = CACHE_LINE, .placement = PLACE_BACK, .pages = block->pages};
    for (size_t i = 0; i < block->entry_count; i++)
        if (registry_plugin_of(block->entries[i].record->point.implementation))
            return buffer_map(&block->scratch, &guarded, why);
    return map_data(&block->scratch, block->scratch_bytes, block, why);
}

static bool map_set(struct buffer_set *set, const struct block *block, struct error *why)
{
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++)
        if (!map_data(&set->input[stream], problem_input_bytes(&block->key, stream), block, why))
            return false;
    return map_data(&set->output, host_output_bytes(block), block, why);
}

/* Where there are as many pages as it needs, it stays in them: most cases want other bytes than the one
 * before. */
static bool map_at_guard(struct buffer *buffer, const struct buffer_shape *wanted, enum guard guard,
                         struct error *why)
{
    struct buffer_shape shape = *wanted;
    shape.placement = guard == GUARD_FRONT ? PLACE_OFFSET : PLACE_BACK;
    shape.pages = PAGES_4K;
    if (buffer_reshape(buffer, &shape))
        return true;
    buffer_unmap(buffer);
    return buffer_map(buffer, &shape, why);
}

/* Inputs are sealed: most cases have other data than the one before. */
static bool map_guarded_set(const struct block *block, enum guard guard, struct error *why)
{
    struct buffer_set *const set = &block->sets[guard];
    for (unsigned stream = 0; stream < primitive_inputs(block->key.primitive); stream++) {
        const struct buffer_shape input = {
            .bytes = problem_input_bytes(&block->key, stream),
            .align = primitive_input_size(block->key.primitive, block->key.dtype, stream),
            .sealed = true};
        if (!map_at_guard(&set->input[stream], &input, stream == 0 ? guard : !guard, why))
            return false;
    }
    const struct buffer_shape output = {.bytes = host_output_bytes(block),
                                        .align = dtype_size(problem_output_dtype(&block->key))};
    return map_at_guard(&set->output, &output, !guard, why);
}

/* A block may have the arrays of the one before. */
static bool map_guarded(struct block *block, struct error *why)
{
    if (!block->sets)
        block->sets = memory_array(GUARDS, sizeof *block->sets);
    block->set_count = GUARDS;
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        block->sets[guard].workers = block->workers;
        if (!map_guarded_set(block, guard, why))
            return false;
    }
    const struct buffer_shape expected = {.bytes = expected_bytes(block), .align = CACHE_LINE};
    return map_at_guard(&block->expected, &expected, GUARD_FRONT, why);
}

bool host_hold_scratch(const struct entry *entry, struct error *why)
{
    const struct buffer_shape scratch = {.bytes = entry_scratch_bytes(entry), .align = CACHE_LINE};
    return !entry->block->guarded || map_at_guard(&entry_set(entry)->scratch, &scratch, !entry->guard, why);
}

static bool map_all(struct block *block, struct error *why)
{
    if (block->guarded)
        return map_guarded(block, why);
    block->sets = memory_array(count_sets(block), sizeof *block->sets);
    for (unsigned workers = 1; workers <= block->workers; workers++) {
        if (!set_needed(block, workers))
            continue;
        struct buffer_set *const set = &block->sets[block->set_count++];
        *set = (struct buffer_set){.workers = workers, .huge_fraction = NAN, .remote_fraction = NAN};
        if (!map_set(set, block, why))
            return false;
    }
    return map_data(&block->expected, expected_bytes(block), block, why) && map_scratch(block, why);
}

/* Memory that was there a moment ago and is refused now costs these points, not the run. */
void host_arrays_map(struct block *block)
{
    struct error why = {0};
    if (!refuse_what_does_not_fit(block) || map_all(block, &why))
        return;
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active)
            entry_fail(&block->entries[i], STATUS_SKIPPED, why.text);
}

void host_arrays_unmap(struct block *block)
{
    for (size_t i = 0; i < block->set_count; i++) {
        for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
            buffer_unmap(&block->sets[i].input[stream]);
        buffer_unmap(&block->sets[i].output);
        buffer_unmap(&block->sets[i].scratch);
    }
    buffer_unmap(&block->expected);
    buffer_unmap(&block->scratch);
    ranks_close(&block->ranks);
    free(block->sets);
    block->sets = NULL;
    block->set_count = 0;
}
