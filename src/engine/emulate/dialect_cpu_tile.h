/* SPDX-License-Identifier: MIT */
/* How a simdgroup loads and stores its part of a tile on a CPU core, in native vectors. For dialect_cpu.h,
 * after dialect_cpu_lanes.h. */
#ifndef SCANBENCH_DIALECT_CPU_TILE_H
#define SCANBENCH_DIALECT_CPU_TILE_H

#include "engine/emulate/dialect_cpu_rows.h"

/* Each lane's `count` consecutive elements joined, pair by pair: what rows_load and then adding rows in pairs
 * would give. */
static ALWAYS_INLINE void rows_total(elem *restrict total, const elem *restrict from, const elem_bits flip,
                                     const uint count)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_flipped(vector_load(from + (p * count + v) * VECTOR_LANES), flip);
#pragma GCC unroll 5
        for (uint left = count / 2; left > 0; left /= 2)
#pragma GCC unroll 16
            for (uint i = 0; i < left; i++)
                x[i] = vector_op(VECTOR_EVEN(x[2 * i], x[2 * i + 1]), VECTOR_ODD(x[2 * i], x[2 * i + 1]));
        vector_store(total + p * VECTOR_LANES, x[0]);
    }
}

static __attribute__((noinline, unused)) void rows_total_any(elem *restrict total, const elem *restrict from,
                                                             const elem_bits flip, const uint count)
{
    SWITCH_COUNT(count, rows_total, total, from, flip)
}

static ALWAYS_INLINE void lanes_total_blocked(elem *restrict total, const elem *restrict from,
                                              const elem_bits flip, const uint count)
{
    if (__builtin_constant_p(count) && count <= ROWS_HELD)
        rows_total(total, from, flip, count);
    else
        rows_total_any(total, from, flip, count);
}

/* The runs of a simdgroup's lanes, rows of lanes in own: rows by splitting where run is a power of two. */
static ALWAYS_INLINE void lanes_load_runs(elem *restrict own, const elem *restrict words, size run)
{
    if ((run & (run - 1)) == 0)
        lanes_load_blocked(own, words, (uint)run);
    else
        for (size lane = 0; lane < LANES; lane++)
            for (size j = 0; j < run; j++)
                own[j * LANES + lane] = words[lane * run + j];
}

static ALWAYS_INLINE void lanes_store_runs(elem *restrict words, const elem *restrict own, size run)
{
    if ((run & (run - 1)) == 0)
        lanes_store_blocked(words, own, (uint)run);
    else
        for (size lane = 0; lane < LANES; lane++)
            for (size j = 0; j < run; j++)
                words[lane * run + j] = own[j * LANES + lane];
}

/* Fetch early, in a core's own cache, as much as a simdgroup's `count` elements a lane that stand `ahead`
 * bytes on: hardware stops at every page, and a core that stores past the caches waits for its loads. */
static ALWAYS_INLINE void simdgroup_prefetch(const elem *buffer, size begin, const uint count, uint ahead)
{
    enum { LINE = 64 };
    const char *const from = (const char *)(buffer + begin) + ahead;
    for (size byte = 0; byte < count * LANES * ELEM_BYTES; byte += LINE)
        __builtin_prefetch(from + byte, 0, 2);
}

/* The part of a buffer that a simdgroup loads, `count` elements from `begin` on: where it stands, or in
 * `room` with the identity past n. One place for both, so that what is loaded is known to stay in registers.
 */
static __attribute__((noinline)) void pad_part(elem *restrict room, const elem *restrict buffer, size n,
                                               size begin, size count, elem_bits flip)
{
    const elem identity = cpu_flipped(IDENTITY, flip);
    for (size i = 0; i < count; i++)
        room[i] = begin + i < n ? buffer[begin + i] : identity;
}

static ALWAYS_INLINE const elem *whole_part(elem *restrict room, const elem *restrict buffer, size n,
                                            size begin, size count, elem_bits flip)
{
    if (begin + count <= n)
        return buffer + begin;
    pad_part(room, buffer, n, begin, count, flip);
    return room;
}

static ALWAYS_INLINE void lanes_flip(elem *to, const elem *from, const uint count, elem_bits flip)
{
    for (size at = 0; at < count * LANES; at += VECTOR_LANES)
        vector_store(to + at, vector_flipped(vector_load(from + at), flip));
}

/* A simdgroup's blocked part of a tile, which starts at `begin`: a partial one reads the identity past n and
 * writes nothing there. */
static ALWAYS_INLINE void simdgroup_load_blocked(elem *restrict values, const elem *restrict buffer, size n,
                                                 size begin, const uint count, elem_bits flip)
{
    elem room[32 * LANES];
    lanes_load_blocked(values, whole_part(room, buffer, n, begin, count * LANES, flip), count);
    if (FLIPS)
        lanes_flip(values, values, count, flip);
}

/* The same for a launch that fetches early. */
static ALWAYS_INLINE void simdgroup_load_ahead(elem *restrict values, const elem *restrict buffer, size n,
                                               size begin, const uint count, uint ahead, elem_bits flip)
{
    if (ahead)
        simdgroup_prefetch(buffer, begin, count, ahead);
    simdgroup_load_blocked(values, buffer, n, begin, count, flip);
}

/* What is left of n at the end of a tile, from an array that holds more. One place, as pad_part. */
static __attribute__((noinline, unused)) void store_part(elem *restrict buffer, const elem *restrict part,
                                                         size n, size begin)
{
    for (size i = 0; begin + i < n; i++)
        buffer[begin + i] = part[i];
}

/* `streamed`: past the caches, to an array that is aligned to a cache line. */
static ALWAYS_INLINE void simdgroup_store_blocked(elem *restrict buffer, const elem *restrict values, size n,
                                                  size begin, const uint count, uint streamed, elem_bits flip)
{
    elem room[32 * LANES], flipped[32 * LANES];
    if (FLIPS) {
        lanes_flip(flipped, values, count, flip);
        values = flipped;
    }
    const bool whole = begin + count * LANES <= n;
    if (whole && streamed) {
        lanes_stream_blocked(buffer + begin, values, count);
        return;
    }
    lanes_store_blocked(whole ? buffer + begin : room, values, count);
    if (!whole)
        store_part(buffer, room, n, begin);
}

static ALWAYS_INLINE void tile_load_blocked(elem *restrict values, const elem *restrict buffer, size n,
                                            size tile, uint threads, const uint count, elem_bits flip)
{
    for (size first = 0; first < threads; first += LANES)
        simdgroup_load_blocked(values + first * count, buffer, n, (tile * threads + first) * count, count,
                               flip);
}

static ALWAYS_INLINE void tile_store_blocked(elem *restrict buffer, const elem *restrict values, size n,
                                             size tile, uint threads, const uint count, uint streamed,
                                             elem_bits flip)
{
    for (size first = 0; first < threads; first += LANES)
        simdgroup_store_blocked(buffer, values + first * count, n, (tile * threads + first) * count, count,
                                streamed, flip);
}

/* A row: 32 consecutive elements, one a lane, the identity past n. */
static ALWAYS_INLINE void row_load(elem *restrict row, const elem *restrict buffer, size n, size begin,
                                   elem_bits flip)
{
    if (begin + LANES <= n)
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_store(row + lane, vector_flipped(vector_load(buffer + begin + lane), flip));
    else
        for (size lane = 0; lane < LANES; lane++)
            row[lane] = begin + lane < n ? cpu_flipped(buffer[begin + lane], flip) : IDENTITY;
}

static ALWAYS_INLINE void row_store(elem *restrict buffer, const elem *restrict row, size n, size begin,
                                    uint streamed, elem_bits flip)
{
    if (begin + LANES > n)
        for (size lane = 0; begin + lane < n; lane++)
            buffer[begin + lane] = cpu_flipped(row[lane], flip);
    else if (streamed)
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_stream(buffer + begin + lane, vector_flipped(vector_load(row + lane), flip));
    else
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_store(buffer + begin + lane, vector_flipped(vector_load(row + lane), flip));
}

static ALWAYS_INLINE void tile_load_striped(elem *restrict values, const elem *restrict buffer, size n,
                                            size tile, uint threads, const uint count, elem_bits flip)
{
    for (size first = 0; first < threads; first += LANES)
        for (size v = 0; v < count; v++)
            row_load(values + first * count + v * LANES, buffer, n, (tile * count + v) * threads + first,
                     flip);
}

static ALWAYS_INLINE void tile_store_striped(elem *restrict buffer, const elem *restrict values, size n,
                                             size tile, uint threads, const uint count, uint streamed,
                                             elem_bits flip)
{
    for (size first = 0; first < threads; first += LANES)
        for (size v = 0; v < count; v++)
            row_store(buffer, values + first * count + v * LANES, n, (tile * count + v) * threads + first,
                      streamed, flip);
}

static ALWAYS_INLINE void simdgroup_total_blocked(elem *restrict total, const elem *restrict buffer, size n,
                                                  size begin, const uint count, uint ahead, elem_bits flip)
{
    elem room[32 * LANES];
    if (ahead)
        simdgroup_prefetch(buffer, begin, count, ahead);
    lanes_total_blocked(total, whole_part(room, buffer, n, begin, count * LANES, flip), flip, count);
}

/* Rows that are `stride` apart joined in pairs, then pairs in pairs. */
static ALWAYS_INLINE void rows_join(elem *restrict total, const elem *restrict rows, size stride,
                                    const uint count, elem_bits flip)
{
    for (uint lane = 0; lane < LANES; lane += VECTOR_LANES) {
        vector x[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_flipped(vector_load(rows + v * stride + lane), flip);
#pragma GCC unroll 5
        for (uint left = count / 2; left > 0; left /= 2)
#pragma GCC unroll 16
            for (uint i = 0; i < left; i++)
                x[i] = vector_op(x[2 * i], x[2 * i + 1]);
        vector_store(total + lane, x[0]);
    }
}

/* Striped, `width` consecutive elements a lane at a time. */
static ALWAYS_INLINE void tile_total_striped(elem *restrict total, const elem *restrict buffer, size n,
                                             size tile, uint threads, const uint count, const uint width,
                                             elem_bits flip)
{
    const size begin = tile * threads * count;
    const bool whole = begin + threads * count <= n;
    for (size first = 0; first < threads; first += LANES) {
        elem value[32 * LANES];
        if (width == 1 && whole) {
            rows_join(total + first, buffer + begin + first, threads, count, flip);
            continue;
        }
        for (size v = 0; v < count; v += width)
            simdgroup_load_blocked(value + v * LANES, buffer, n, begin + v * threads + first * width, width,
                                   flip);
        rows_join(total + first, value, LANES, count, 0);
    }
}

static ALWAYS_INLINE void tile_load_total(elem *restrict total, const elem *restrict buffer, size n,
                                          size tile, uint threads, const uint count, uint layout, uint width,
                                          uint ahead, elem_bits flip)
{
    if (layout != LAYOUT_STRIPED)
        for (size first = 0; first < threads; first += LANES)
            simdgroup_total_blocked(total + first, buffer, n, (tile * threads + first) * count, count, ahead,
                                    flip);
    else if (width == 1)
        tile_total_striped(total, buffer, n, tile, threads, count, 1, flip);
    else if (width == 2)
        tile_total_striped(total, buffer, n, tile, threads, count, 2, flip);
    else
        tile_total_striped(total, buffer, n, tile, threads, count, 4, flip);
}

static ALWAYS_INLINE void simdgroup_load_rows(elem *restrict values, const elem *restrict buffer, size n,
                                              size begin, const uint count, elem_bits flip)
{
    for (size first = 0; first < count * LANES; first += LANES)
        row_load(values + first, buffer, n, begin + first, flip);
}

#endif
