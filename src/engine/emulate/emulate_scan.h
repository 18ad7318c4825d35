/* SPDX-License-Identifier: MIT */
/* The compiled scan kernels of the emulate engine, one table for each ISA, element type and operator. */
#ifndef SCANBENCH_EMULATE_SCAN_H
#define SCANBENCH_EMULATE_SCAN_H

#include "implementation/local.h"
#include "kernels/launch.h"
#include "machine/isa.h"
#include "problem/primitive.h"

enum { VALUES_COUNT = 6 }; /* 1, 2, 4, 8, 16, 32 at index 0 … 5 */

struct scan_kernels {
    launch_kernel *reduce_tile[VALUES_COUNT];
    launch_kernel *reduce_atomic[VALUES_COUNT]; /* 32-bit integers only, else NULL */
    launch_kernel *scan_tile[VALUES_COUNT];
    launch_kernel *scan_tile_total[VALUES_COUNT];
    launch_kernel *add_partial[VALUES_COUNT];
    launch_kernel *chained[VALUES_COUNT];
    launch_kernel *lookback[VALUES_COUNT];
    launch_kernel *fallback[VALUES_COUNT];                /* 32-bit elements only, else NULL */
    launch_kernel *naive, *shared, *double_buffer, *warp; /* tiled scans of one value a thread */
    launch_kernel *coarsened[VALUES_COUNT];
    void (*local_reduce[LOCAL_COUNT])(void); /* for launches of reduce_tile and reduce_atomic */
    void (*local_scan[LOCAL_COUNT])(void);   /* for those of the scans but the tiled ones */
};

/* The table of a type and operator; the model's for ISA_NONE. */
const struct scan_kernels *emulate_scan_kernels(enum isa isa, enum dtype dtype, enum op op);

#endif
