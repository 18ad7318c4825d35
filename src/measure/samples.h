/* SPDX-License-Identifier: MIT */
/* One sample of an entry: what comes before it, the batch that is timed, its judgement, what is kept of it.
 */
#pragma once

#include "measure/block.h"

/* Take the entry's next sample and verify its output; the entry fails where it is wrong. False when perf's
 * control has failed. */
bool sample_take(struct block *block, struct bench *bench, struct entry *entry, struct error *error);
