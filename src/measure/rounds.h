/* SPDX-License-Identifier: MIT */
/* Sampling: every entry of a block once a round, in a fresh random order, until each has said enough. */
#ifndef SCANBENCH_ROUNDS_H
#define SCANBENCH_ROUNDS_H

#include "measure/block.h"

/* Warm the entries up, choose their batches, and sample them in rounds until they are done or the bench is
 * stopping. */
bool rounds_run(struct block *block, struct bench *bench, struct error *error);

/* Whether an entry has said enough, and why; asked after each of its rounds. */
enum stop_reason rounds_decide(struct entry *entry, const struct bench *bench);

#endif
