/* SPDX-License-Identifier: MIT */
/* How large the caches of this machine are, for kernels that choose by them. */
#include "machine/caches.h"

#include <stdatomic.h>

/* By level. A kernel knows of its run alone, and a process runs on one machine. */
static _Atomic size_t known[CACHE_LEVELS + 1];

size_t cache_bytes(unsigned level)
{
    return level <= CACHE_LEVELS ? atomic_load_explicit(&known[level], memory_order_relaxed) : 0;
}

void cache_set_bytes(unsigned level, size_t bytes)
{
    if (level <= CACHE_LEVELS)
        atomic_store_explicit(&known[level], bytes, memory_order_relaxed);
}
