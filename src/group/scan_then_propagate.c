/* SPDX-License-Identifier: MIT */
/* Scan-then-propagate over groups: scan each tile and keep its total, scan the totals, add to each tile what
 * precedes it. Totals that exceed a tile are scanned in the same way, one level further up. */
#include "group/group_scan.h"

static const void *level_input(const struct run *run, unsigned level)
{
    return level == 0 ? run->input : level_sums(run, level);
}

static void *level_output(const struct run *run, unsigned level)
{
    return level == 0 ? run->output : level_scans(run, level);
}

static void scan_level(const struct run *run, unsigned level, launch_kernel *kernel, void (*local)(void))
{
    const struct point *const point = run->point;
    struct launch launch = emulate_start(run);
    launch.local = local;
    launch.argument[0].in = level_input(run, level);
    launch.argument[1].out = level_output(run, level);
    if (level == top_level(point))
        launch.argument[2].in = scan_initial(run);
    else
        launch.argument[2].out = level_sums(run, level + 1);
    launch.argument[3].value = level_elements(point, level);
    launch.argument[4].value = level == 0 && point->mode == MODE_INCLUSIVE;
    emulate_launch(run, kernel, &launch, level_groups(point, level));
}

static void add_level(const struct run *run, unsigned level, launch_kernel *kernel)
{
    struct launch launch = emulate_start(run);
    launch.argument[0].out = level_output(run, level);
    launch.argument[1].in = level_scans(run, level + 1);
    launch.argument[2].value = level_elements(run->point, level);
    emulate_launch(run, kernel, &launch, level_groups(run->point, level));
}

static void scan_then_propagate_run(const struct run *run, enum local local)
{
    const struct scan_kernels *const kernels = emulate_scan_kernels(run->point);
    const unsigned top = top_level(run->point);
    unsigned values = 0;
    emulate_values_index(run->point->values_per_thread, &values);
    for (unsigned level = 0; level < top; level++)
        scan_level(run, level, kernels->scan_tile_total[values], kernels->local_scan[local]);
    scan_level(run, top, kernels->scan_tile[values], kernels->local_scan[local]);
    for (unsigned level = top; level-- > 0;)
        add_level(run, level, kernels->add_partial[values]);
}

static size_t scan_then_propagate_roundings(const struct point *point)
{
    return (top_level(point) + 1) * (tile_roundings(point) + 1);
}

#define scan_then_propagate_scratch levels_bytes
FOR_EACH_LOCAL_SCAN(GROUP_SCAN, scan_then_propagate, "scan-then-propagate",
                    "scan each tile, scan the totals, add to each tile what precedes it", DTYPES_ALL, "")
