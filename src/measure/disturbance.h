/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as flags: seen in its samples, its interval and its place. */
#pragma once

#include "measure/block.h"

/* Around the rounds: note in the block's flags what others took from the workers meanwhile. */
void disturbance_begin(struct block *block);
void disturbance_end(struct block *block);

/* Flags of a measured entry, from its statistics and samples. */
unsigned disturbance_of_samples(const struct entry *entry);

/* Flags of what the host's memory, places and clock may have done to it. */
unsigned disturbance_of_host(struct entry *entry);

/* Flags of what a device says of itself; what slowed it down, into the record. */
unsigned disturbance_of_device(struct entry *entry);

/* Grade the points of the block, which are rated by their limits. */
void disturbance_grade(const struct block *block);
