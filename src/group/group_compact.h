/* SPDX-License-Identifier: MIT */
/* What compactions over groups share. */
#pragma once

#include "implementation/run.h"

#define RANKS "a lane's place is the number of valid lanes below it, by ballot and population count"

/* What all that select have, by groups of another shape. */
#define GROUP_SELECTION(shape) \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(shape), .dtypes = EVERY_DTYPE

/* Of the arguments of a kernel what a run of a compaction gives to all. */
#define COMPACT_ARGUMENTS(run) \
    .in = (run)->input, .out = (run)->output, .total = (run)->count, .n = (run)->point->n

/* The number of a run in the words of kernels/count_word.h: program_turn as far as there is room for it. */
uint32_t count_turn(const struct run *run);
