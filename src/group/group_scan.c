/* SPDX-License-Identifier: MIT */
/* What the scans over groups share. */
#include "group/group_scan.h"

struct group_scan group_scan_of(const struct run *run)
{
    return (struct group_scan){
        .run = run,
        .levels = levels_of(run->point),
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .scratch = run->scratch,
        .inclusive = run->point->mode == MODE_INCLUSIVE,
    };
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
