/* SPDX-License-Identifier: MIT */
/* What the caches of this machine mean for a call: when to prefetch and when to store past them. */
#include "cpu/tuning.h"

#include "base/divide.h"
#include "cpu/kernels.h"
#include "machine/caches.h"

enum {
    TILE_MOST = 256 << 10, /* input bytes: tiles of 64 Ki words pay for their ticket */
    TILE_STREAMED = 32 << 10,
    TILE_LEAST = 16 << 10,
    TILES_PER_WORKER = 2,
    GRAIN = 256,          /* elements */
    CORE_CACHE = 1 << 20, /* where the topology does not say */
    /* A last cache that is larger than this is shared with many: no one call has it to itself. */
    LAST_CACHE_MOST = 64 << 20,
};

static size_t core_cache_bytes(void)
{
    const size_t bytes = cache_bytes(2);
    return bytes ? bytes : CORE_CACHE;
}

static size_t whole_last_cache_bytes(void)
{
    const size_t bytes = cache_bytes(3);
    return bytes ? bytes : LAST_CACHE_MOST;
}

static size_t last_cache_bytes(void)
{
    const size_t bytes = whole_last_cache_bytes();
    return bytes < LAST_CACHE_MOST ? bytes : LAST_CACHE_MOST;
}

/* From the last cache an EPYC of Zen 4 reduces at 97 GB/s by its hardware alone and at 64 with READ_AHEAD; a
 * Xeon and Zen 5 gain a quarter by it. */
static bool reads_ahead_itself(void)
{
#if defined __x86_64__
    return __builtin_cpu_is("amdfam19h");
#else
    return false;
#endif
}

bool own_caches_hold(size_t bytes, unsigned workers)
{
    return bytes <= workers * core_cache_bytes();
}

/* A last cache of many slices all over the chip. */
static bool last_cache_is_sliced(void)
{
    return whole_last_cache_bytes() > LAST_CACHE_MOST;
}

bool read_twice_pays(size_t bytes, unsigned workers)
{
    return own_caches_hold(last_cache_is_sliced() ? bytes / 4 : bytes, workers);
}

size_t prefetch_ahead_of_many(size_t bytes, unsigned workers)
{
    const bool from_last_cache = !own_caches_hold(bytes, workers) && bytes <= last_cache_bytes();
    return from_last_cache && !reads_ahead_itself() ? READ_AHEAD : 0;
}

/* From memory an EPYC of Zen 4 reads 16 to 32 bytes at a time up to a tenth faster than 64: one core 64 MiB
 * at 33 GB/s and at 30. */
enum read_mode read_mode_of_many(size_t bytes, unsigned workers)
{
    if (prefetch_ahead(bytes, workers))
        return READING_AHEAD;
    return bytes > last_cache_bytes() && reads_ahead_itself() ? READING_HALVES : READING_PLAIN;
}

size_t stream_ahead(void)
{
    return reads_ahead_itself() ? 0 : STREAM_AHEAD;
}

/* A last cache of many slices takes what is written more slowly than memory does: on a Xeon with 300 MB of
 * it, copies of 2 × 64 MiB ran at 20 GB/s by ordinary stores and at 36 past the caches. Another one is full
 * before it is, as others are in it too: on an EPYC with 32 MiB scans of 2 × 12 MiB ran at 34 and 50. */
bool stream_pays(size_t bytes, unsigned workers)
{
    return bytes > (last_cache_is_sliced() ? workers * core_cache_bytes() : last_cache_bytes() / 8 * 5);
}

size_t cache_tile(size_t n, size_t size, unsigned workers, size_t bytes)
{
    const size_t most = stream_pays(bytes, workers) ? TILE_STREAMED : TILE_MOST;
    const size_t even = n * size / workers / TILES_PER_WORKER;
    const size_t tile = even < TILE_LEAST ? TILE_LEAST : even > most ? most : even;
    return round_up(tile, CACHE_LINE) / size;
}

size_t ticketed_tile(size_t n, size_t size, unsigned workers, size_t bytes)
{
    const size_t tile = cache_tile(n, size, workers, bytes), most = TILE_MOST / size;
    const size_t even = (n / workers / MANY_TILES_EACH / GRAIN + 1) * GRAIN;
    if (workers < MANY_WORKERS || !stream_pays(bytes, workers))
        return tile;
    return even < tile ? tile : even < most ? even : most;
}

size_t ticketed_tiles_most(size_t n, size_t tile, unsigned workers)
{
    const size_t tiles = divide_up(n, tile), cut = (size_t)MANY_TILES_EACH * workers;
    return tiles > cut ? tiles : cut;
}
