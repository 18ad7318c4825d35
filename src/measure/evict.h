/* SPDX-License-Identifier: MIT */
/* What a call finds of its data in the caches: emptying them, and filling them by calls that are not timed.
 * Of the first, more than twice as much as a cache holds is written and read, so that nothing from before it
 * is left in there whatever is thrown out first. */
#pragma once

#include "base/buffer.h"
#include "machine/workers/team.h"

/* How much is written to empty a cache of so many bytes: more than twice as much; 0 of 0. */
size_t evict_bytes(size_t cache_bytes);

/* Empty the host's caches: each of the workers writes its share of the memory, a byte a cache line, and reads
 * all of it. Returns the sum of what they read, so that none of it can be left out. */
uint64_t evict_host(struct team *team, unsigned workers, const struct buffer *memory);

/* Why what has a last cache of unknown size is refused. */
extern const char evict_unknown[];

/* Calls that go through `bytes`, after those of a neighbour, until what a core's own cache and the last cache
 * hold of them is what they hold after any number of calls. Caches of 0 bytes are not known. */
unsigned hot_calls(size_t bytes, size_t core_cache, size_t last_cache);
