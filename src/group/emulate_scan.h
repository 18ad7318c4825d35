/* SPDX-License-Identifier: MIT */
/* The compiled scan kernels of the emulate engine, one table for each ISA and element type. */
#ifndef SCANBENCH_EMULATE_SCAN_H
#define SCANBENCH_EMULATE_SCAN_H

#include "kernels/launch.h"

/* The algorithms within a group. */
enum local {
    LOCAL_RAKING,
    LOCAL_COOPERATIVE,
    LOCAL_BLELLOCH,
    LOCAL_COUNT,
};

enum { VALUES_COUNT = 6 }; /* 1, 2, 4, 8, 16, 32 at index 0 … 5 */

struct scan_kernels {
    launch_kernel *reduce_tile[VALUES_COUNT];
    launch_kernel *scan_tile[VALUES_COUNT];
    void (*local_reduce[LOCAL_COUNT])(void); /* for reduce_tile's launch.local */
    void (*local_scan[LOCAL_COUNT])(void);   /* for scan_tile's */
};

#endif
