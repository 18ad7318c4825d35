/* SPDX-License-Identifier: MIT */
/* One sample of an entry: what comes before it, the batch that is timed, its judgement, what is kept of it.
 */
#ifndef SCANBENCH_SAMPLES_H
#define SCANBENCH_SAMPLES_H

#include "measure/block.h"

/* After the warm-up of an entry, which knows how many calls a sample has: judge some calls of foreign code
 * one by one, as long as that takes no longer than its samples may. */
void samples_begin(struct block *block, struct bench *bench, struct entry *entry);

/* Take the entry's next sample and judge its output; the entry fails where it is wrong. Of foreign code a
 * batch of another length is judged before. False when perf's control has failed. */
bool sample_take(struct block *block, struct bench *bench, struct entry *entry, struct error *error);

#endif
