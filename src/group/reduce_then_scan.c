/* SPDX-License-Identifier: MIT */
/* Reduce-then-scan over groups: reduce each tile to a partial, scan the partials, rescan each tile from its
 * partial. Partials that exceed a tile are scanned by the same two kernels, one level further up. */
#include "group/group_scan.h"

static const void *level_input(const struct run *run, unsigned level)
{
    return level == 0 ? run->input : level_sums(run, level);
}

static void reduce_level(const struct run *run, unsigned level, launch_kernel *kernel, void (*local)(void))
{
    struct launch launch = emulate_start(run);
    launch.local = local;
    launch.argument[0].in = level_input(run, level);
    launch.argument[1].out = level_sums(run, level + 1);
    launch.argument[2].value = level_elements(run->point, level);
    emulate_launch(run, kernel, &launch, level_groups(run->point, level));
}

static void scan_level(const struct run *run, unsigned level, launch_kernel *kernel, void (*local)(void))
{
    const struct point *const point = run->point;
    struct launch launch = emulate_start(run);
    launch.local = local;
    launch.argument[0].in = level_input(run, level);
    launch.argument[1].out = level == 0 ? run->output : level_scans(run, level);
    launch.argument[2].in = level == top_level(point) ? scan_initial(run) : level_scans(run, level + 1);
    launch.argument[3].value = level_elements(point, level);
    launch.argument[4].value = level == 0 && point->mode == MODE_INCLUSIVE;
    emulate_launch(run, kernel, &launch, level_groups(point, level));
}

static void reduce_then_scan_run(const struct run *run, enum local local)
{
    const struct scan_kernels *const kernels = emulate_scan_kernels(run->point);
    const unsigned top = top_level(run->point);
    unsigned values = 0;
    emulate_values_index(run->point->values_per_thread, &values);
    for (unsigned level = 0; level < top; level++)
        reduce_level(run, level, kernels->reduce_tile[values], kernels->local_reduce[local]);
    for (unsigned level = top + 1; level-- > 0;)
        scan_level(run, level, kernels->scan_tile[values], kernels->local_scan[local]);
}

static size_t reduce_then_scan_roundings(const struct point *point)
{
    return (2 * top_level(point) + 1) * tile_roundings(point);
}

#define reduce_then_scan_scratch levels_bytes
FOR_EACH_LOCAL_SCAN(GROUP_SCAN, reduce_then_scan, "reduce-then-scan",
                    "reduce each tile, scan the partials, rescan each tile from its own", DTYPES_ALL, "")
