/* SPDX-License-Identifier: MIT */
/* The arrays of a block on the host: who writes them first, what pages they get, whether all in them is
 * right. */
#pragma once

#include "measure/block.h"
#include "problem/verify.h"

/* Write every page of the inputs from the worker that will use it, and solve the problem. */
bool host_arrays_fill(struct block *block, struct error *error);

/* Let the inputs be altered from here on, by the harness alone: after the proofs. False: the entry has
 * failed. */
bool host_let_alter(struct entry *entry);

/* Poison an entry's output from the workers that will use it, and its count; note how many elements are
 * selected. */
void host_poison(struct entry *entry, bool complement);

/* Before each call of an entry that works in place: its output becomes a copy of the input, as that is now,
 * each worker its part. Nothing for other entries. */
void host_refill(const struct entry *entry);

/* Read back what kind of pages the entry's arrays got, and on which NUMA nodes. */
void host_read_pages(struct entry *entry);

/* After an entry has been called on inputs that are as they were filled: put right what it has changed in
 * them, and take it out as wrong. False when it has changed nothing. */
bool host_mend(struct entry *entry);

/* Whether all of what an entry wrote is right, once it is in these arrays: compared by all workers where the
 * answer is bytes, else judged. Keeps what a limit that reads has answered with. */
bool host_is_right(struct entry *entry, struct finding *finding);

/* A hash of what it wrote: of its count, and of its output. Of an unordered compaction, of the count alone.
 */
uint64_t host_digest(const struct entry *entry);
