/* SPDX-License-Identifier: MIT */
/* What the caches of this machine mean for a call: when to prefetch and when to store past them. */
#ifndef SCANBENCH_TUNING_H
#define SCANBENCH_TUNING_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes by which to prefetch in software when `workers` together go through `bytes`; 0: not at all. Hardware
 * is enough for a core's own caches, and does better in memory. */
size_t prefetch_ahead(size_t bytes, unsigned workers);

/* True when a call that moves `bytes` should store past the caches, which will not hold them. */
bool stream_pays(size_t bytes);

/* Orders stores past the caches, which x86 does not, before those that follow. */
static inline void stream_fence(void)
{
#if defined __x86_64__
    __builtin_ia32_sfence();
#endif
}

/* The elements of `size` bytes in a tile whose input and output stay in a core's own cache, for n elements
 * and so many workers: a multiple of a cache line, smaller for a small n so that every worker gets some. */
size_t cache_tile(size_t n, size_t size, unsigned workers);

#endif
