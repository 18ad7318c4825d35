/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as flags: seen in its samples, its interval and its place. */
#pragma once

#include "measure/block.h"

/* Around the rounds: note in the block's flags what others took from the workers meanwhile. */
void disturbance_begin(struct block *block, const struct bench *bench);
void disturbance_end(struct block *block, const struct bench *bench);

/* Set the flags of a measured entry from its statistics, its samples and its place. */
void disturbance_flag(const struct block *block, const struct bench *bench, const struct entry *entry);

/* Grade the points of the block, which are rated by their limits. */
void disturbance_grade(const struct block *block);
