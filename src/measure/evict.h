/* SPDX-License-Identifier: MIT */
/* Emptying caches between calls: what a cold call finds of its data. More than twice as much as a cache holds
 * is written and read, so that nothing from before it is left in there whatever is thrown out first. */
#pragma once

#include "measure/block.h"

/* How much is written to empty a cache of so many bytes: more than twice as much; 0 of 0. */
size_t evict_bytes(size_t cache_bytes);

/* Bytes of the host that a block needs for that: 0 where its calls are hot. */
size_t evict_host_bytes(const struct block *block, const struct bench *bench);

/* Take memory for it on the host, once a run, and on the devices of the block's entries, which are open. An
 * entry is refused where the size of the cache is not known, or there is no memory. Nothing is done for a
 * block whose calls are hot. */
void evict_prepare(struct block *block, struct bench *bench);

/* Empty the caches for the next call of an entry: its device's, in the order of the queue, or those of the
 * CPUs of all workers of the block. That takes milliseconds, which count among the time that a point may
 * take. */
void evict_caches(const struct block *block, const struct bench *bench, struct entry *entry);

/* The host's part of it: each of the workers writes its share of the memory, a byte a cache line, and reads
 * all of it. Returns the sum of what they read, so that none of it can be left out. */
uint64_t evict_host(struct team *team, unsigned workers, const struct buffer *memory);
