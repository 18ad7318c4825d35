/* SPDX-License-Identifier: MIT */
/* Arrays in memory of the host: their mapping, their fill, what is right. */
#pragma once

#include "measure/block.h"
#include "problem/verify.h"

/* ---- The arrays of a block on the host: whether they fit, and where they lie (host_map.c) */

/* Refuse what does not fit into memory, before anything is touched: those entries are skipped. Then map the
 * arrays; where that is refused all are. Nothing where no entry is judged by them. */
void host_arrays_map(struct block *block);
void host_arrays_unmap(struct block *block);

/* Have scratch of an entry in a guarded block, as large as it asks for, on the side of its output. In another
 * block it is there. EXIT_SYSTEM. */
bool host_hold_scratch(const struct entry *entry, struct error *why);

/* Bytes of an output: it has room for the limits' answers too, and for what an implementation may write
 * after it. */
size_t host_output_bytes(const struct block *block);

/* ---- The arrays of a block on the host: who writes them first, what pages they get, whether all in them is
 * right (host_arrays.c) */

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
