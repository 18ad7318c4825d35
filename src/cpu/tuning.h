/* SPDX-License-Identifier: MIT */
/* What the caches of this machine mean for a call: when to prefetch and when to store past them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Bytes that the own caches of any core hold: for so few nobody asks how large they are, which takes as long
 * as reading a kibibyte. */
enum { OWN_CACHES_LEAST = 32 << 10 };

/* Bytes by which to prefetch in software when `workers` together go through `bytes`; 0: not at all. Hardware
 * is enough for a core's own caches, and does better in memory. */
size_t prefetch_ahead_of_many(size_t bytes, unsigned workers);
static inline size_t prefetch_ahead(size_t bytes, unsigned workers)
{
    return bytes > OWN_CACHES_LEAST ? prefetch_ahead_of_many(bytes, workers) : 0;
}

/* How a kernel that only reads gets at its input: READING_AHEAD fetches READ_AHEAD bytes early,
 * READING_HALVES takes a vector that is a whole cache line by two accesses. */
enum read_mode { READING_PLAIN, READING_AHEAD, READING_HALVES };
enum { READ_AHEAD = 1024 };

/* The fastest when `workers` together read `bytes`. */
enum read_mode read_mode_of_many(size_t bytes, unsigned workers);
static inline enum read_mode read_mode_of(size_t bytes, unsigned workers)
{
    return bytes > OWN_CACHES_LEAST ? read_mode_of_many(bytes, workers) : READING_PLAIN;
}

/* True when `workers` that together move `bytes` should store past the caches, which will not hold them or
 * are no faster than memory for what is written. */
bool stream_pays(size_t bytes, unsigned workers);

/* True when the own caches of so many workers' cores hold `bytes`. */
bool own_caches_hold(size_t bytes, unsigned workers);

/* True when a few workers that together move `bytes` lose less by reading their input twice than by waiting
 * for each other at every tile: while it stays in their own caches, or in a last cache of many slices. With
 * two workers of a Xeon scans of 1 Mi and 2 Mi u32 take 130 and 329 us, by tiles 150 and 345, of 4 Mi equally
 * long. */
bool read_twice_pays(size_t bytes, unsigned workers);

/* Bytes by which input and lines to be written are fetched early. */
enum { STREAM_AHEAD = 8192, WRITE_AHEAD = 512 };

/* The bytes at which the next tile follows this one are fetched early in a core's own cache while a call
 * streams: hardware stops at every page, and a core that stores past the caches waits for its loads. */
static inline void prefetch_far(const void *from)
{
    __builtin_prefetch(from, 0, 2);
}

/* STREAM_AHEAD for a call that streams through its input without gaps; 0 where hardware does better alone. */
size_t stream_ahead(void);

/* Orders stores past the caches, which x86 does not, before those that follow. */
static inline void stream_fence(void)
{
#if defined __x86_64__
    __builtin_ia32_sfence();
#endif
}

/* The elements of `size` bytes in a tile whose input and output stay in a core's own cache, for n elements
 * and so many workers that together move `bytes`: a multiple of a cache line, smaller for a small n so that
 * every worker gets some, and where the call streams small enough for the next one beside it. */
size_t cache_tile(size_t n, size_t size, unsigned workers, size_t bytes);

/* Many workers meet at the ticket and at the slowest of them: beyond the caches larger tiles pay. */
enum { MANY_WORKERS = 8, MANY_TILES_EACH = 4 };

/* As cache_tile where workers draw a ticket for each tile. */
size_t ticketed_tile(size_t n, size_t size, unsigned workers, size_t bytes);

/* The most of such tiles of n elements or fewer: these may be cut into more, but never into more than
 * MANY_TILES_EACH a worker. `tile`: of n elements. */
size_t ticketed_tiles_most(size_t n, size_t tile, unsigned workers);
