/* SPDX-License-Identifier: MIT */
/* Runs of elements in the model: loaded and stored element by element, so many of a thread one access. */
#include "engine/model/model_state.h"

/* Runs whose mirror image in all tiles is what a thread has, its last value first, where the launch's order
 * is reversed. */
static struct model_runs in_order(struct model_runs runs)
{
    const struct group *const group = model_now;
    const size_t last = (runs.count / runs.run - 1) * runs.step + runs.run;
    if (group->launch.reversed)
        runs.at = model_all_tiles(group, runs.n) - runs.at - last;
    return runs;
}

/* Which of a thread's values has value v of the runs that are in order. */
static size_t own_value(struct model_runs runs, size_t v)
{
    return runs.apart * (model_now->launch.reversed ? runs.count - 1 - v : v);
}

/* The first tile that a group loads is the one that its counts are about. */
static void enter_tile(struct model_runs runs)
{
    struct group *const group = model_now;
    const size_t last = runs.count - 1;
    if (!group->tile_known)
        group->tile = runs.at / (group->launch.threads * runs.count);
    group->tile_known = true;
    runs = in_order(runs);
    group->tile_partial |= runs.at < runs.from;
    group->tile_partial |= runs.at + last / runs.run * runs.step + last % runs.run >= runs.n;
}

/* Element v, where it is within n; all accesses of the same v in a subgroup are one. */
static bool find_part(struct part *part, const void *buffer, struct model_runs runs, size_t v)
{
    const size_t within = v % runs.run, begin = runs.at + v / runs.run * runs.step, at = begin + within;
    const size_t first = begin < runs.from ? runs.from : begin;
    if (at >= runs.n || at < runs.from)
        return false;
    const size_t left = runs.n - at, rest = runs.run - within, together = left < rest ? left : rest;
    *part = (struct part){buffer, at, (unsigned)model_array_bytes(model_now, runs.of),
                          at == first ? (unsigned)together : 0, UINT32_MAX - (unsigned)v};
    return true;
}

void model_read_runs(struct model_elem *own, const void *buffer, struct model_runs runs)
{
    enter_tile(runs);
    runs = in_order(runs);
    for (size_t v = 0; v < runs.count; v++) {
        struct model_elem value = model_identity();
        struct part part;
        if (find_part(&part, buffer, runs, v))
            value = model_read_as(read_part(&part), runs.of);
        own[own_value(runs, v)] = value;
    }
}

void model_write_runs(void *buffer, const struct model_elem *own, struct model_runs runs)
{
    struct part part;
    runs = in_order(runs);
    for (size_t v = 0; v < runs.count; v++)
        if (find_part(&part, buffer, runs, v)) {
            const struct model_elem value = own[own_value(runs, v)];
            write_part(&part, model_array_bits(value, runs.of), value.depth);
        }
}

size_t model_row_width(void)
{
    const size_t most = 16 / model_elem_bytes(model_now), values = model_values();
    return most < values ? most : values;
}
