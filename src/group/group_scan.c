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
