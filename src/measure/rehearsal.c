/* SPDX-License-Identifier: MIT */
/* How long some blocks of a plan really take, beside what was expected of them. */
#include "measure/measure.h"

#include "base/memory.h"
#include "registry/registry.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS_MOST = 8, FAR = 4 };

/* Of the time that the plan is expected to take, between the least and the most seconds; one block takes a
 * part of it at most, and all are ended after `patience` times as long. */
static const double budget_share = 0.1, least_s = 1.5, most_s = 3, block_share = 0.8, patience = 2;

/* The least share of the points of a block that is rehearsed. */
static const double least_part = 0.1;

/* Points that are measured together, of which a part is rehearsed. */
struct block_part {
    const size_t *members; /* of the plan */
    size_t count;
    double part;              /* of its members, about */
    double log_bytes, plan_s; /* log2 of what a point moves; what all of them are expected to take */
    double expected_s[PROCESS_KINDS], took_s[PROCESS_KINDS]; /* what is rehearsed; took_s 0: not known */
    bool chosen;
    double far; /* how far its size is from the nearest that is chosen, as a power of two; FAR at most */
};

struct rehearsal {
    const struct config *config;
    const struct machine *machine;
    const struct plan *plan;
    size_t *order; /* of the plan's points */
    struct block_part *blocks;
    size_t block_count;
    struct plan parts; /* what is rehearsed, by block */
    size_t *block_of;  /* by point of the parts */
    uint64_t last_ns;  /* when a block ended last */
};

static bool is_rehearsed(const struct planned_point *planned)
{
    return planned->supported && memory_kind_of(&planned->point)->calls_here &&
           !registry_plugin_of(planned->point.implementation);
}

static const struct planned_point *member(const struct rehearsal *rehearsal, const struct block_part *block,
                                          size_t index)
{
    return &rehearsal->plan->points[block->members[index]];
}

/* Whether a member is in that part of its block: multiples of the golden ratio leave no period of a plan out,
 * as all points with one worker. */
static bool is_in_part(size_t index, double part)
{
    return fmod((double)index * 0.6180339887, 1) < part;
}

static double part_s(const struct block_part *block)
{
    return block->expected_s[PROCESS_FIRST] + block->expected_s[PROCESS_LATER];
}

static void expect_part(const struct rehearsal *rehearsal, struct block_part *block)
{
    const struct measure_settings *const settings = &rehearsal->config->measure;
    size_t sharers = 0;
    for (size_t i = 0; i < block->count; i++)
        sharers += is_in_part(i, block->part);
    for (enum process_kind kind = 0; kind < PROCESS_KINDS; kind++) {
        block->expected_s[kind] = 0;
        for (size_t i = 0; i < block->count; i++)
            if (is_in_part(i, block->part))
                block->expected_s[kind] +=
                    time_of_point(member(rehearsal, block, i), settings, kind, sharers);
    }
}

/* Take as many members of a block as are expected to take no longer than that, a tenth of them at least. */
static void thin_block(const struct rehearsal *rehearsal, struct block_part *block, double seconds)
{
    block->part = 1;
    expect_part(rehearsal, block);
    while (part_s(block) > seconds && block->part > least_part) {
        block->part -= 0.1;
        expect_part(rehearsal, block);
    }
}

static void find_blocks(struct rehearsal *rehearsal, double budget_s)
{
    const struct plan *const plan = rehearsal->plan;
    double *const expected_s = time_of_points(plan, &rehearsal->config->measure, PROCESS_LATER);
    rehearsal->order = order_all(plan);
    rehearsal->blocks = memory_array(plan->count + 1, sizeof *rehearsal->blocks);
    for (size_t first = 0, extent; first < plan->count; first += extent) {
        size_t *const members = rehearsal->order + first;
        struct block_part *const block = &rehearsal->blocks[rehearsal->block_count];
        extent = order_extent(plan, rehearsal->order, plan->count, first);
        *block = (struct block_part){.members = members, .far = FAR};
        for (size_t i = 0; i < extent; i++) {
            if (!is_rehearsed(&plan->points[members[i]]))
                continue;
            block->plan_s += expected_s[members[i]];
            members[block->count++] = members[i];
        }
        if (block->count == 0)
            continue;
        block->log_bytes = log2(time_bytes(&member(rehearsal, block, 0)->point));
        thin_block(rehearsal, block, budget_s * block_share);
        rehearsal->block_count++;
    }
    free(expected_s);
}

static double distance(const struct block_part *a, const struct block_part *b)
{
    return fabs(a->log_bytes - b->log_bytes);
}

/* How much nearer the plan's seconds are to something that is rehearsed, with that block too. */
static double worth(const struct rehearsal *rehearsal, const struct block_part *added)
{
    double sum = 0;
    for (size_t i = 0; i < rehearsal->block_count; i++) {
        const struct block_part *const block = &rehearsal->blocks[i];
        sum += block->plan_s * fmax(0, block->far - distance(added, block));
    }
    return sum;
}

static void choose(struct rehearsal *rehearsal, struct block_part *chosen)
{
    chosen->chosen = true;
    for (size_t i = 0; i < rehearsal->block_count; i++) {
        struct block_part *const block = &rehearsal->blocks[i];
        block->far = fmin(block->far, distance(chosen, block));
    }
}

static void choose_blocks(struct rehearsal *rehearsal, double budget_s)
{
    for (unsigned chosen = 0; chosen < BLOCKS_MOST; chosen++) {
        struct block_part *best = NULL;
        double most = 0;
        for (size_t i = 0; i < rehearsal->block_count; i++) {
            struct block_part *const block = &rehearsal->blocks[i];
            const double gain = !block->chosen && part_s(block) <= budget_s ? worth(rehearsal, block) : 0;
            if (gain > most)
                best = block;
            most = fmax(most, gain);
        }
        if (!best)
            return;
        choose(rehearsal, best);
        budget_s -= part_s(best);
    }
}

static void take_parts(struct rehearsal *rehearsal)
{
    struct plan *const parts = &rehearsal->parts;
    parts->points = memory_array(rehearsal->plan->count + 1, sizeof *parts->points);
    rehearsal->block_of = memory_array(rehearsal->plan->count + 1, sizeof *rehearsal->block_of);
    for (size_t b = 0; b < rehearsal->block_count; b++) {
        const struct block_part *const block = &rehearsal->blocks[b];
        for (size_t i = 0; i < block->count; i++) {
            if (!block->chosen || !is_in_part(i, block->part))
                continue;
            rehearsal->block_of[parts->count] = b;
            parts->points[parts->count++] = *member(rehearsal, block, i);
        }
    }
}

/* The records of a block are final together, so the time since the last ones is the block's; what crashes
 * is no measure of others. */
static bool keep_time(void *context, size_t launch, size_t index, const struct record *record,
                      struct error *error)
{
    struct rehearsal *const rehearsal = context;
    const struct clock *const clock = &rehearsal->machine->clock;
    struct block_part *const block = &rehearsal->blocks[rehearsal->block_of[index]];
    (void)error;
    if (record_measured(record))
        block->took_s[launch == 0 ? PROCESS_FIRST : PROCESS_LATER] +=
            clock_since_s(clock, rehearsal->last_ns);
    rehearsal->last_ns = clock_read(clock);
    return true;
}

/* A first process and a later one, each as long as one of the config's. */
static void time_parts(struct rehearsal *rehearsal, double budget_s)
{
    struct config brief = *rehearsal->config;
    struct measure_settings *const measure = &brief.measure;
    const struct workload workload = {&rehearsal->parts, &brief, rehearsal->machine};
    const struct launch_options options = {
        .running = {.budget_s = budget_s}, .keep = keep_time, .context = rehearsal};
    struct results *found;
    struct error ignored = {0};
    measure->processes = PROCESS_KINDS;
    measure->time_s = PROCESS_KINDS * measure_process_time_s(&rehearsal->config->measure);
    measure->samples = PROCESS_KINDS * measure_process_samples(&rehearsal->config->measure);
    launches_make(&found, PROCESS_KINDS, &rehearsal->parts);
    rehearsal->last_ns = clock_read(&rehearsal->machine->clock);
    launches_run(&workload, &options, found, &ignored);
    launches_close(found, PROCESS_KINDS);
}

/* How many times as long as expected a block took; where no time was left for a later
 * process, the first. */
static double block_pace(const struct block_part *block, enum process_kind kind)
{
    const enum process_kind known = block->took_s[kind] > 0 ? kind : PROCESS_FIRST;
    return block->took_s[known] / block->expected_s[known];
}

/* The same where a call moves so many bytes: between the blocks below and above as their logarithms say; 1:
 * nothing is known. */
static double pace_at(const struct rehearsal *rehearsal, enum process_kind kind, double log_bytes)
{
    const struct block_part *below = NULL, *above = NULL;
    for (size_t i = 0; i < rehearsal->block_count; i++) {
        const struct block_part *const block = &rehearsal->blocks[i];
        if (block->took_s[PROCESS_FIRST] == 0)
            continue;
        if (block->log_bytes <= log_bytes && (!below || block->log_bytes > below->log_bytes))
            below = block;
        if (block->log_bytes >= log_bytes && (!above || block->log_bytes < above->log_bytes))
            above = block;
    }
    if (!below && !above)
        return 1;
    below = below ? below : above;
    above = above ? above : below;
    const double low = block_pace(below, kind), high = block_pace(above, kind),
                 span = above->log_bytes - below->log_bytes;
    return span > 0 ? low + (high - low) * (log_bytes - below->log_bytes) / span : low;
}

static void note_paces(const struct rehearsal *rehearsal, struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct planned_point *const planned = &plan->points[i];
        if (!is_rehearsed(planned))
            continue;
        const double log_bytes = log2(time_bytes(&planned->point));
        for (enum process_kind kind = 0; kind < PROCESS_KINDS; kind++)
            planned->pace[kind] = time_pace(planned, kind) * pace_at(rehearsal, kind, log_bytes);
    }
}

void rehearsal_run(struct plan *plan, const struct config *config, const struct machine *machine)
{
    struct rehearsal rehearsal = {.config = config, .machine = machine, .plan = plan};
    const double budget_s = fmin(fmax(budget_share * time_of_plan(plan, config), least_s), most_s);
    find_blocks(&rehearsal, budget_s);
    choose_blocks(&rehearsal, budget_s);
    take_parts(&rehearsal);
    time_parts(&rehearsal, patience * budget_s);
    note_paces(&rehearsal, plan);
    free(rehearsal.order);
    free(rehearsal.blocks);
    free(rehearsal.parts.points);
    free(rehearsal.block_of);
}
