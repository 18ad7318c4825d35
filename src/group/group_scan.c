/* SPDX-License-Identifier: MIT */
/* What the scans over groups share, and reduce-then-scan: reduce each tile to a partial, scan the partials,
 * rescan each tile from its partial. Partials that exceed a tile are scanned by the same two kernels, one
 * level further up. */
#include "group/group.h"

struct group_scan group_scan_of(const struct run *run)
{
    return (struct group_scan){
        .run = run,
        .levels = levels_of(run->point),
        .in = run->input,
        .out = run->output,
        .initial = group_scan_initial(run),
        .scratch = run->scratch,
        .inclusive = run->point->scan_mode == MODE_INCLUSIVE,
    };
}

const void *group_scan_input(const struct group_scan *scan, unsigned level)
{
    return level == 0 ? scan->in : level_sums(&scan->levels, scan->scratch, level);
}

size_t tile_roundings(const struct point *point)
{
    return point->values_per_thread + point->threads_per_group + 2;
}

static void reduce_level(const struct group_scan *scan, unsigned level)
{
    const struct reduce_tile_arguments arguments = {
        .in = group_scan_input(scan, level),
        .partials = level_sums(&scan->levels, scan->scratch, level + 1),
        .n = level_elements(&scan->levels, level),
        .width = 1,
    };
    const struct built *const kernel = level > 0 && scan->reduce_sums ? scan->reduce_sums : scan->reduce_tile;
    scan->run->engine->launch(scan->run, kernel, &arguments, level_groups(&scan->levels, level));
}

static void scan_level(const struct group_scan *scan, unsigned level, bool top)
{
    const struct levels *const levels = &scan->levels;
    const struct scan_tile_arguments arguments = {
        .in = group_scan_input(scan, level),
        .out = level == 0 ? scan->out : level_scans(levels, scan->scratch, level),
        .partials = top ? scan->initial : level_scans(levels, scan->scratch, level + 1),
        .n = level_elements(levels, level),
        .inclusive = level == 0 && scan->inclusive,
    };
    const struct built *const kernel = level > 0 && scan->scan_sums ? scan->scan_sums : scan->scan_tile;
    scan->run->engine->launch(scan->run, kernel, &arguments, level_groups(levels, level));
}

void reduce_then_scan(const struct group_scan *scan)
{
    const unsigned top = level_top(&scan->levels);
    for (unsigned level = 0; level < top; level++)
        reduce_level(scan, level);
    for (unsigned level = top + 1; level-- > 0;)
        scan_level(scan, level, level == top);
}

/* Sums of tiles are in order, whatever the order of the input is. */
static bool has_sums_in_order(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return point_reversed(point) && level_top(&levels) > 0;
}

static void build_reduction_of_sums(const struct point *point, struct build *build)
{
    build_reduction_of_scan(point, build);
    build->reversed = false;
}

static void build_scan_of_sums(const struct point *point, struct build *build)
{
    build_scan(point, build);
    build->reversed = false;
}

enum { REDUCE_TILE, SCAN_TILE, REDUCE_SUMS, SCAN_SUMS };
#define USES_OF(scan_kernel)                                                                            \
    {                                                                                                   \
        [REDUCE_TILE] = {&kernels.reduce_tile, .choose = build_reduction_of_scan},                      \
        [SCAN_TILE] = {&(scan_kernel), .choose = build_scan},                                           \
        [REDUCE_SUMS] = {&kernels.reduce_tile, build_reduction_of_sums, .needed = has_sums_in_order},   \
        [SCAN_SUMS] = {&(scan_kernel), .choose = build_scan_of_sums, .needed = has_sums_in_order}, {0}, \
    }
static const struct kernel_use uses[] = USES_OF(kernels.scan_tile);
static const struct kernel_use uses_shared[] = USES_OF(kernels.scan_tile_shared); /* of the same arguments */

static void reduce_then_scan_run(const struct run *run)
{
    struct group_scan scan = group_scan_of(run);
    scan.reduce_tile = program_kernel(run, REDUCE_TILE);
    scan.scan_tile = program_kernel(run, SCAN_TILE);
    scan.reduce_sums = program_kernel(run, REDUCE_SUMS);
    scan.scan_sums = program_kernel(run, SCAN_SUMS);
    reduce_then_scan(&scan);
}

static size_t reduce_then_scan_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (2 * level_top(&levels) + 1) * (tile_roundings(point) + 1);
}

#define REDUCE_THEN_SCAN(id, title, flow, last, kernels_)                                                   \
    const struct implementation id = {                                                                      \
        GROUP_SCAN_BY_LOCALS,                                                                               \
        .name = title,                                                                                      \
        .summary = flow,                                                                                    \
        .source = M1_SCAN,                                                                                  \
        .family = FAMILY_GROUP,                                                                             \
        .deterministic = true,                                                                              \
        .reverses = true,                                                                                   \
        .axes = GROUP_SCAN_AXES,                                                                            \
        .dtypes = EVERY_DTYPE,                                                                              \
        .phases = "reduce_tile: each group reduces its tile to a partial\n"                                 \
                  "scan: the partials are scanned, exclusively; where they exceed a tile, by these phases " \
                  "again\n" last,                                                                           \
        .preconditions = THREADS_ANY "\n" VALUES_ANY,                                                       \
        .costs_hold = ONE_LEVEL,                                                                            \
        .costs = COSTS({"device_loads", "2n + 2G + 1"}, {"device_stores", "n + 2G"}, {"launches", "3"}),    \
        .scratch_bytes = levels_scratch_bytes,                                                              \
        .roundings = reduce_then_scan_roundings,                                                            \
        .kernels = kernels_,                                                                                \
        .prepare = program_prepare,                                                                         \
        .finish = program_finish,                                                                           \
        .run = reduce_then_scan_run,                                                                        \
    };

REDUCE_THEN_SCAN(group_reduce_then_scan, "group/reduce-then-scan",
                 "reduce each tile, scan the partials, rescan each tile from its own",
                 "scan_tile: each group scans its tile from its own partial, which every thread reads", uses)
REDUCE_THEN_SCAN(
    group_reduce_then_scan_shared, "group/reduce-then-scan/shared-partial",
    "the same as published, a tile's partial handed to its threads through a shared word",
    "scan_tile_shared: each group scans its tile; the first thread stores the group's partial to "
    "a shared word, and all add it to their prefixes: a store, a barrier, T loads and T adds "
    "more in a group",
    uses_shared)
