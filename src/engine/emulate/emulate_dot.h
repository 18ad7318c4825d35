/* SPDX-License-Identifier: MIT */
/* The compiled kernels of dot products, one table for each ISA and type of floats. */
#ifndef SCANBENCH_EMULATE_DOT_H
#define SCANBENCH_EMULATE_DOT_H

#include "kernels/launch.h"

/* The algorithms within a group, for the launch of any kernel but the device ones. */
enum dot_local {
    DOT_SHARED,
    DOT_SHUFFLE,
    DOT_SIMD_SUM,
    DOT_LOCAL_COUNT,
};

struct dot_kernels {
    launch_kernel *first, *second;
    launch_kernel *first_device, *second_device;
    launch_kernel *exchange, *counter, *tagged;
    void (*local[DOT_LOCAL_COUNT])(void);
};

#endif
