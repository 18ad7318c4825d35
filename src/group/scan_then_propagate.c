/* SPDX-License-Identifier: MIT */
/* Scan-then-propagate over groups: scan each tile and keep its total, scan the totals, add to each tile what
 * precedes it. Totals that exceed a tile are scanned in the same way, one level further up. */
#include "group/group.h"

static void *level_output(const struct group_scan *scan, unsigned level)
{
    return level == 0 ? scan->out : level_scans(&scan->levels, scan->scratch, level);
}

enum { SCAN_TILE, SCAN_TILE_TOTAL, ADD_PARTIAL };
static void scan_top(const struct group_scan *scan, unsigned level)
{
    const struct scan_tile_arguments arguments = {
        .in = group_scan_input(scan, level),
        .out = level_output(scan, level),
        .partials = scan->initial,
        .n = level_elements(&scan->levels, level),
        .inclusive = level == 0 && scan->inclusive,
    };
    program_launch(scan->run, SCAN_TILE, &arguments, level_groups(&scan->levels, level));
}

static void scan_level(const struct group_scan *scan, unsigned level)
{
    const struct scan_tile_total_arguments arguments = {
        .in = group_scan_input(scan, level),
        .out = level_output(scan, level),
        .totals = level_sums(&scan->levels, scan->scratch, level + 1),
        .n = level_elements(&scan->levels, level),
        .inclusive = level == 0 && scan->inclusive,
    };
    program_launch(scan->run, SCAN_TILE_TOTAL, &arguments, level_groups(&scan->levels, level));
}

static void add_level(const struct group_scan *scan, unsigned level)
{
    const struct add_partial_arguments arguments = {
        .out = level_output(scan, level),
        .partials = level_scans(&scan->levels, scan->scratch, level + 1),
        .n = level_elements(&scan->levels, level),
    };
    program_launch(scan->run, ADD_PARTIAL, &arguments, level_groups(&scan->levels, level));
}

static void scan_then_propagate_run(const struct run *run)
{
    const struct group_scan scan = group_scan_of(run);
    const unsigned top = level_top(&scan.levels);
    for (unsigned level = 0; level < top; level++)
        scan_level(&scan, level);
    scan_top(&scan, top);
    for (unsigned level = top; level-- > 0;)
        add_level(&scan, level);
}

static size_t scan_then_propagate_roundings(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return (level_top(&levels) + 1) * (tile_roundings(point) + 1);
}

const struct implementation group_scan_then_propagate = {
    GROUP_SCAN_BY_LOCALS,
    .name = "group/scan-then-propagate",
    .summary = "scan each tile, scan the totals, add to each tile what precedes it",
    .source = M1_SCAN,
    .deterministic = true,
    .axes = GROUP_SCAN_AXES,
    .dtypes = EVERY_DTYPE,
    .phases =
        "scan_tile_total: each group scans its tile and keeps its sum\n"
        "scan_tile: the sums are scanned, exclusively; where they exceed a tile, by these phases again\n"
        "add_partial: each group adds to its tile what precedes it",
    .preconditions = THREADS_ANY "\n" VALUES_ANY,
    .costs_hold = ONE_LEVEL,
    .costs = COSTS({"device_loads", "2n + 2G + 1"}, {"device_stores", "2n + 2G"}, {"launches", "3"}),
    .scratch_bytes = levels_scratch_bytes,
    .roundings = scan_then_propagate_roundings,
    GROUP_USES([SCAN_TILE] = {&kernels.scan_tile, .choose = build_scan},
               [SCAN_TILE_TOTAL] = {&kernels.scan_tile_total, .choose = build_scan},
               [ADD_PARTIAL] = {.kernel = &kernels.add_partial}),
    .run = scan_then_propagate_run,
};
