/* SPDX-License-Identifier: MIT */
/* Scan-then-propagate over groups: scan each tile and keep its total, scan the totals, add to each tile what
 * precedes it. Totals that exceed a tile are scanned in the same way, one level further up. */
#include "group/group_scan.h"

static void *level_output(const struct group_scan *scan, unsigned level)
{
    return level == 0 ? scan->out : level_scans(&scan->levels, scan->scratch, level);
}

static void scan_level(const struct group_scan *scan, unsigned level, bool top)
{
    const struct levels *const levels = &scan->levels;
    struct launch launch = scan->launch;
    launch.local = scan->kernels->local_scan[scan->local];
    launch.argument[0].in = level == 0 ? scan->in : level_sums(levels, scan->scratch, level);
    launch.argument[1].out = level_output(scan, level);
    if (top)
        launch.argument[2].in = scan->initial;
    else
        launch.argument[2].out = level_sums(levels, scan->scratch, level + 1);
    launch.argument[3].value = level_elements(levels, level);
    launch.argument[4].value = level == 0 && scan->inclusive;
    emulate_launch(scan->run, (top ? scan->kernels->scan_tile : scan->kernels->scan_tile_total)[scan->values],
                   &launch, level_groups(levels, level));
}

static void add_level(const struct group_scan *scan, unsigned level)
{
    struct launch launch = scan->launch;
    launch.argument[0].out = level_output(scan, level);
    launch.argument[1].in = level_scans(&scan->levels, scan->scratch, level + 1);
    launch.argument[2].value = level_elements(&scan->levels, level);
    emulate_launch(scan->run, scan->kernels->add_partial[scan->values], &launch,
                   level_groups(&scan->levels, level));
}

static void scan_then_propagate_run(const struct run *run)
{
    const struct group_scan scan = group_scan_of(run);
    const unsigned top = level_top(&scan.levels);
    for (unsigned level = 0; level <= top; level++)
        scan_level(&scan, level, level == top);
    for (unsigned level = top; level-- > 0;)
        add_level(&scan, level);
}

static size_t scan_then_propagate_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (level_top(&levels) + 1) * (tile_roundings(point) + 1);
}

static const struct cost costs[] = {
    {"device_loads", "2n + 2G + 1"}, {"device_stores", "2n + 2G"}, {"launches", "3"}, {0}};

const struct implementation group_scan_then_propagate = {
    .name = "group/scan-then-propagate",
    .summary = "scan each tile, scan the totals, add to each tile what precedes it",
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
        "scan_tile_total: each group scans its tile and keeps its sum\n"
        "scan_tile: the sums are scanned, exclusively; where they exceed a tile, by these phases again\n"
        "add_partial: each group adds to its tile what precedes it",
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = ONE_LEVEL,
    .costs = costs,
    .supports = locals_support,
    .scratch_bytes = group_scan_scratch,
    .roundings = scan_then_propagate_roundings,
    .run = scan_then_propagate_run,
};
