/* SPDX-License-Identifier: MIT */
/* What the scans over groups share. */
#include "group/group_scan.h"

struct group_scan group_scan_of(const struct run *run)
{
    struct group_scan scan = {
        .run = run,
        .levels = levels_of(run->point),
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .scratch = run->scratch,
        .inclusive = run->point->mode == MODE_INCLUSIVE,
        .kernels = emulate_scan_kernels(run->point->isa, run->point->dtype, run->point->op),
        .local = (enum local)run->point->local,
        .launch = emulate_start(run),
    };
    emulate_values_index(run->point->values_per_thread, &scan.values);
    return scan;
}

size_t group_scan_scratch(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return levels_bytes(&levels);
}

size_t tile_roundings(const struct point *point)
{
    return point->values_per_thread + point->threads_per_group + 2;
}
