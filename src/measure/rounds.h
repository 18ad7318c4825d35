/* SPDX-License-Identifier: MIT */
/* Sampling: every entry of a block once a round, in a fresh random order, until each has said enough. */
#pragma once

#include "measure/block.h"

/* Warm the entries up, choose their batches, and sample them in rounds until they are done or the bench is
 * stopping. */
bool rounds_run(struct block *block, struct bench *bench, struct error *error);

/* Of a block's rounds, on ranks too. Whether an entry is to be sampled: a limit that nobody asked for goes on
 * as long as a point that it bounds does. */
bool rounds_wants(const struct block *block, size_t index);

/* Why no more samples are taken after as many, of which these are seconds: by their number and the time
 * alone. */
enum stop_reason rounds_stop(const struct bench *bench, size_t samples, double timed_s);

/* Whether any point goes on. */
bool rounds_active(const struct block *block);

/* End the points that have said enough. Returns whether any goes on. */
bool rounds_decide_all(struct block *block, const struct bench *bench);
