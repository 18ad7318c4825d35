/* SPDX-License-Identifier: MIT */
/* Sampling: every entry of a block once a round, in a fresh random order, until each has said enough. */
#pragma once

#include "measure/block.h"

/* Warm the entries up, choose their batches, and sample them in rounds until they are done or the run is
 * stopping. False with perf's control. */
bool measure_loop(struct block *block, struct error *error);

/* Whether any point goes on. */
bool loop_active(const struct block *block);

/* Whether an entry is to be sampled: a limit that nobody asked for goes on as long as a point that it bounds
 * does. */
bool loop_wants(const struct entry *entry);

/* Why no more samples are taken after as many, of which these are seconds: by their number and the time
 * alone. */
enum stop_reason loop_stop(const struct bench *bench, size_t samples, double timed_s);
