/* SPDX-License-Identifier: MIT */
/* How large the caches of this machine are, for kernels that choose by them. */
#pragma once

#include <stddef.h>

enum { CACHE_LEVELS = 5 };

/* Bytes of the first allowed core's data cache of this level, as the topology of this machine has it; 0 where
 * it has none, and as long as no topology was made. */
size_t cache_bytes(unsigned level);

/* Say it to all that ask from then on: the topology's to do. */
void cache_set_bytes(unsigned level, size_t bytes);
