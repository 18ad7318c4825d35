/* SPDX-License-Identifier: MIT */
/* The memory of a block: whether it fits, who writes it first, what pages it got. */
#pragma once

#include "measure/block.h"

/* Refuse what does not fit into memory, before anything is touched: those records become skipped. Returns
 * whether a point of the plan is left. */
bool arena_fit(struct block *block, const struct bench *bench);

/* The scratch of an entry. That of a plugin ends, but for its alignment, where a page begins that nobody may
 * touch. */
void *arena_scratch(const struct block *block, const struct entry *entry);

/* Bytes of an output: it has room for the limits' answers too, and for what an implementation may write
 * after it. */
size_t arena_output_bytes(const struct block *block);

/* Map the buffers. EXIT_SYSTEM. */
bool arena_map(struct block *block, struct bench *bench, struct error *error);

/* Write every page of the inputs from the worker that will use it, with data of this cover, and solve it. */
bool arena_fill(struct block *block, struct bench *bench, size_t cover, struct error *error);

/* Poison an entry's output from the workers that will use it, and its count. */
void arena_poison(struct block *block, struct bench *bench, const struct entry *entry, bool complement);

/* Before each call of an entry that works in place: its output becomes a copy of the input, as that is now,
 * each worker its part. Nothing for other entries. */
void arena_refill(const struct block *block, const struct bench *bench, const struct entry *entry);

/* Read back what kind of pages the buffers got, and on which NUMA nodes. */
void arena_read_pages(struct block *block, const struct bench *bench);

/* After an entry has been called on inputs of the host that are as they were filled: put right what it has
 * changed in them, and take it out as wrong. False when it has changed nothing. */
bool arena_mend(const struct block *block, const struct bench *bench, struct entry *entry);
