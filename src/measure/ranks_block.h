/* SPDX-License-Identifier: MIT */
/* A block whose arrays are distributed over ranks, measured from the first of them. */
#pragma once

#include "measure/block.h"
#include "measure/ranks_open.h"

/* Whether the points of a block are on ranks. */
bool ranks_block_is(const struct block *block);

/* Have the ranks hold, fill, prove and time the block's entries in rounds, and rate them. A rank that fails
 * costs its point. */
void ranks_block_measure(struct block *block, struct bench *bench);
