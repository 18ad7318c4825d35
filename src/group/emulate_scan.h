/* SPDX-License-Identifier: MIT */
/* The compiled scan kernels of the emulate engine, one table for each ISA, element type and operator. */
#ifndef SCANBENCH_EMULATE_SCAN_H
#define SCANBENCH_EMULATE_SCAN_H

#include "group/local_scans.h"
#include "kernels/launch.h"

enum { VALUES_COUNT = 6 }; /* 1, 2, 4, 8, 16, 32 at index 0 … 5 */

struct scan_kernels {
    launch_kernel *reduce_tile[VALUES_COUNT];
    launch_kernel *scan_tile[VALUES_COUNT];
    launch_kernel *scan_tile_total[VALUES_COUNT];
    launch_kernel *add_partial[VALUES_COUNT];
    launch_kernel *chained[VALUES_COUNT];
    launch_kernel *lookback[VALUES_COUNT];
    launch_kernel *fallback[VALUES_COUNT];   /* 32-bit elements only, else NULL */
    void (*local_reduce[LOCAL_COUNT])(void); /* for the launch of reduce_tile */
    void (*local_scan[LOCAL_COUNT])(void);   /* for that of the others */
};

struct point;

/* The table of a point. */
const struct scan_kernels *emulate_scan_kernels(const struct point *point);

#endif
