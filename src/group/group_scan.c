/* SPDX-License-Identifier: MIT */
/* What the scans over groups share. */
#include "group/group_scan.h"

const void *scan_initial(const struct run *run)
{
    static const uint64_t nothing = 0;
    (void)run;
    return &nothing;
}

size_t tile_roundings(const struct point *point)
{
    return point->values_per_thread + point->threads_per_group + 2;
}
