/* SPDX-License-Identifier: MIT */
/* A run's side of taking turns: when it waits, and how many calls a sample has in both runs. */
#pragma once

#include "measure/block.h"

/* Wait until nobody else measures; at once where no turns are taken. */
void bench_take_turn(const struct bench *bench);

/* Take the same batches as the program that takes turns, the larger of both for each point that both have:
 * how many calls a sample has is a part of what it says. Passes the turn; at once where none are taken. */
void block_agree_batches(struct block *block);

/* Let another run measure, until that is as far as this one: in this block, round and place of the round. */
void bench_pass_turn(const struct bench *bench, size_t round, size_t place);
