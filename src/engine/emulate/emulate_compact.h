/* SPDX-License-Identifier: MIT */
/* The compiled kernels of counts and compactions, one table for each ISA and element type. */
#ifndef SCANBENCH_EMULATE_COMPACT_H
#define SCANBENCH_EMULATE_COMPACT_H

#include "kernels/launch.h"

struct compact_kernels {
    launch_kernel *count_sequence, *count_block;
    launch_kernel *move_sequence, *move_block;
    launch_kernel *lookback, *atomics;
};

#endif
