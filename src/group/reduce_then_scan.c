/* SPDX-License-Identifier: MIT */
/* Reduce-then-scan over groups: reduce each tile to a partial, scan the partials, rescan each tile from its
 * partial. Partials that exceed a tile are scanned by the same two kernels, one level further up. */
#include "group/group_scan.h"

static const void *level_input(const struct group_scan *scan, unsigned level)
{
    return level == 0 ? scan->in : level_sums(&scan->levels, scan->scratch, level);
}

static void reduce_level(const struct group_scan *scan, unsigned level)
{
    struct launch launch = scan->launch;
    launch.local = scan->kernels->local_reduce[scan_locals[scan->local].reduction];
    launch.argument[0].in = level_input(scan, level);
    launch.argument[1].out = level_sums(&scan->levels, scan->scratch, level + 1);
    launch.argument[2].value = level_elements(&scan->levels, level);
    launch.argument[3].value = LAYOUT_BLOCKED;
    launch.argument[4].value = 1;
    launch.argument[5].value = false;
    emulate_launch(scan->run, scan->kernels->reduce_tile[scan->values], &launch,
                   level_groups(&scan->levels, level));
}

static void scan_level(const struct group_scan *scan, unsigned level, bool top)
{
    const struct levels *const levels = &scan->levels;
    struct launch launch = scan->launch;
    launch.local = scan->kernels->local_scan[scan->local];
    launch.argument[0].in = level_input(scan, level);
    launch.argument[1].out = level == 0 ? scan->out : level_scans(levels, scan->scratch, level);
    launch.argument[2].in = top ? scan->initial : level_scans(levels, scan->scratch, level + 1);
    launch.argument[3].value = level_elements(levels, level);
    launch.argument[4].value = level == 0 && scan->inclusive;
    emulate_launch(scan->run, scan->kernels->scan_tile[scan->values], &launch, level_groups(levels, level));
}

void reduce_then_scan(const struct group_scan *scan)
{
    const unsigned top = level_top(&scan->levels);
    for (unsigned level = 0; level < top; level++)
        reduce_level(scan, level);
    for (unsigned level = top + 1; level-- > 0;)
        scan_level(scan, level, level == top);
}

static void reduce_then_scan_run(const struct run *run)
{
    const struct group_scan scan = group_scan_of(run);
    reduce_then_scan(&scan);
}

static size_t reduce_then_scan_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (2 * level_top(&levels) + 1) * tile_roundings(point);
}

static const struct cost costs[] = {
    {"device_loads", "2n + 2G + 1"}, {"device_stores", "n + 2G"}, {"launches", "3"}, {0}};

const struct implementation group_reduce_then_scan = {
    .name = "group/reduce-then-scan",
    .summary = "reduce each tile, scan the partials, rescan each tile from its own",
    .source = M1_SCAN,
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_GROUP,
    .axes = GROUP_SCAN_AXES,
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .locals = scan_locals,
    .takes_initial = true,
    .in_place = true,
    .phases =
        "reduce_tile: each group reduces its tile to a partial\n"
        "scan_tile: the partials are scanned, exclusively; where they exceed a tile, by these phases again\n"
        "scan_tile: each group scans its tile from its own partial",
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = ONE_LEVEL,
    .costs = costs,
    .supports = locals_support,
    .scratch_bytes = group_scan_scratch,
    .roundings = reduce_then_scan_roundings,
    .run = reduce_then_scan_run,
};
