/* SPDX-License-Identifier: MIT */
/* How a simdgroup loads and stores its part of a tile on a CPU core, in native vectors. For dialect_cpu.h,
 * after dialect_cpu_lanes.h. */
#ifndef SCANBENCH_DIALECT_CPU_TILE_H
#define SCANBENCH_DIALECT_CPU_TILE_H

/* Where value v stands after log2(count) rounds of splitting even from odd: its bits reversed. */
static ALWAYS_INLINE uint reversed_bits(uint v, uint count)
{
    uint reversed = 0;
    for (uint bit = 1; bit < count; bit *= 2)
        reversed = reversed * 2 + (v & bit ? 1 : 0);
    return reversed;
}

/* From `count` consecutive elements a lane to a row of lanes for each: to[v][lane] = from[lane][v]. Vectors
 * at a time, by splitting even elements from odd ones log2(count) times. */
static ALWAYS_INLINE void rows_load(elem *restrict to, const elem *restrict from, const uint count)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32], y[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_load(from + (p * count + v) * VECTOR_LANES);
#pragma GCC unroll 5
        for (uint block = count; block > 1; block /= 2) {
#pragma GCC unroll 16
            for (uint i = 0; i < count / 2; i++) {
                const uint at = i / (block / 2) * block + i % (block / 2);
                const uint pair = i / (block / 2) * block + 2 * (i % (block / 2));
                y[at] = VECTOR_EVEN(x[pair], x[pair + 1]);
                y[at + block / 2] = VECTOR_ODD(x[pair], x[pair + 1]);
            }
#pragma GCC unroll 32
            for (uint v = 0; v < count; v++)
                x[v] = y[v];
        }
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            vector_store(to + v * LANES + p * VECTOR_LANES, x[reversed_bits(v, count)]);
    }
}

/* The inverse: to[lane][v] = from[v][lane]; `past` the caches, to an array that is aligned to a vector. */
static ALWAYS_INLINE void rows_put(elem *restrict to, const elem *restrict from, const uint count,
                                   const bool past)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32], y[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[reversed_bits(v, count)] = vector_load(from + v * LANES + p * VECTOR_LANES);
#pragma GCC unroll 5
        for (uint block = 2; block <= count; block *= 2) {
#pragma GCC unroll 16
            for (uint i = 0; i < count / 2; i++) {
                const uint at = i / (block / 2) * block + i % (block / 2);
                const uint pair = i / (block / 2) * block + 2 * (i % (block / 2));
                y[pair] = VECTOR_ZIP_LOW(x[at], x[at + block / 2]);
                y[pair + 1] = VECTOR_ZIP_HIGH(x[at], x[at + block / 2]);
            }
#pragma GCC unroll 32
            for (uint v = 0; v < count; v++)
                x[v] = y[v];
        }
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            if (past)
                vector_stream(to + (p * count + v) * VECTOR_LANES, x[v]);
            else
                vector_store(to + (p * count + v) * VECTOR_LANES, x[v]);
    }
}

static ALWAYS_INLINE void rows_store(elem *restrict to, const elem *restrict from, const uint count)
{
    rows_put(to, from, count, false);
}

static ALWAYS_INLINE void rows_stream(elem *restrict to, const elem *restrict from, const uint count)
{
    rows_put(to, from, count, true);
}

/* Each lane's `count` consecutive elements joined, pair by pair: what rows_load and then adding rows in pairs
 * would give. */
static ALWAYS_INLINE void rows_total(elem *restrict total, const elem *restrict from, const uint count)
{
    for (uint p = 0; p < PARTS; p++) {
        vector x[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_load(from + (p * count + v) * VECTOR_LANES);
#pragma GCC unroll 5
        for (uint left = count / 2; left > 0; left /= 2)
#pragma GCC unroll 16
            for (uint i = 0; i < left; i++)
                x[i] = vector_op(VECTOR_EVEN(x[2 * i], x[2 * i + 1]), VECTOR_ODD(x[2 * i], x[2 * i + 1]));
        vector_store(total + p * VECTOR_LANES, x[0]);
    }
}

/* So many rows stay in registers on their way; more of them go through memory, for which one copy of the code
 * does. */
enum { ROWS_HELD = VECTOR_BYTES == 64 ? 16 : 8 };

/* The same for a count that need not be a constant. */
#define CASE_COUNT(count, function, to, from) \
    case count:                               \
        function(to, from, count);            \
        return;
#define DEFINE_ANY_COUNT(name, function)                                                                   \
    static __attribute__((noinline, unused)) void name##_any(elem *restrict to, const elem *restrict from, \
                                                             uint count)                                   \
    {                                                                                                      \
        switch (count) {                                                                                   \
            CASE_COUNT(1, function, to, from)                                                              \
            CASE_COUNT(2, function, to, from)                                                              \
            CASE_COUNT(4, function, to, from)                                                              \
            CASE_COUNT(8, function, to, from)                                                              \
            CASE_COUNT(16, function, to, from)                                                             \
            CASE_COUNT(32, function, to, from)                                                             \
        }                                                                                                  \
    }                                                                                                      \
    static ALWAYS_INLINE void name(elem *restrict to, const elem *restrict from, const uint count)         \
    {                                                                                                      \
        if (__builtin_constant_p(count) && count <= ROWS_HELD)                                             \
            function(to, from, count);                                                                     \
        else                                                                                               \
            name##_any(to, from, count);                                                                   \
    }
DEFINE_ANY_COUNT(lanes_load_blocked, rows_load)
DEFINE_ANY_COUNT(lanes_store_blocked, rows_store)
DEFINE_ANY_COUNT(lanes_stream_blocked, rows_stream)
DEFINE_ANY_COUNT(lanes_total_blocked, rows_total)

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
                                               size begin, size count)
{
    for (size i = 0; i < count; i++)
        room[i] = begin + i < n ? buffer[begin + i] : IDENTITY;
}

static ALWAYS_INLINE const elem *whole_part(elem *restrict room, const elem *restrict buffer, size n,
                                            size begin, size count)
{
    if (begin + count <= n)
        return buffer + begin;
    pad_part(room, buffer, n, begin, count);
    return room;
}

/* A simdgroup's blocked part of a tile, which starts at `begin`: a partial one reads the identity past n and
 * writes nothing there. */
static ALWAYS_INLINE void simdgroup_load_blocked(elem *restrict values, const elem *restrict buffer, size n,
                                                 size begin, const uint count)
{
    elem room[32 * LANES];
    lanes_load_blocked(values, whole_part(room, buffer, n, begin, count * LANES), count);
}

/* The same for a launch that fetches early. */
static ALWAYS_INLINE void simdgroup_load_ahead(elem *restrict values, const elem *restrict buffer, size n,
                                               size begin, const uint count, uint ahead)
{
    if (ahead)
        simdgroup_prefetch(buffer, begin, count, ahead);
    simdgroup_load_blocked(values, buffer, n, begin, count);
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
                                                  size begin, const uint count, uint streamed)
{
    elem room[32 * LANES];
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
                                            size tile, uint threads, const uint count)
{
    for (size first = 0; first < threads; first += LANES)
        simdgroup_load_blocked(values + first * count, buffer, n, (tile * threads + first) * count, count);
}

static ALWAYS_INLINE void tile_store_blocked(elem *restrict buffer, const elem *restrict values, size n,
                                             size tile, uint threads, const uint count, uint streamed)
{
    for (size first = 0; first < threads; first += LANES)
        simdgroup_store_blocked(buffer, values + first * count, n, (tile * threads + first) * count, count,
                                streamed);
}

/* A row: 32 consecutive elements, one a lane, the identity past n. */
static ALWAYS_INLINE void row_load(elem *restrict row, const elem *restrict buffer, size n, size begin)
{
    if (begin + LANES <= n)
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_store(row + lane, vector_load(buffer + begin + lane));
    else
        for (size lane = 0; lane < LANES; lane++)
            row[lane] = begin + lane < n ? buffer[begin + lane] : IDENTITY;
}

static ALWAYS_INLINE void row_store(elem *restrict buffer, const elem *restrict row, size n, size begin,
                                    uint streamed)
{
    if (begin + LANES > n)
        for (size lane = 0; begin + lane < n; lane++)
            buffer[begin + lane] = row[lane];
    else if (streamed)
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_stream(buffer + begin + lane, vector_load(row + lane));
    else
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_store(buffer + begin + lane, vector_load(row + lane));
}

static ALWAYS_INLINE void tile_load_striped(elem *restrict values, const elem *restrict buffer, size n,
                                            size tile, uint threads, const uint count)
{
    for (size first = 0; first < threads; first += LANES)
        for (size v = 0; v < count; v++)
            row_load(values + first * count + v * LANES, buffer, n, (tile * count + v) * threads + first);
}

static ALWAYS_INLINE void tile_store_striped(elem *restrict buffer, const elem *restrict values, size n,
                                             size tile, uint threads, const uint count, uint streamed)
{
    for (size first = 0; first < threads; first += LANES)
        for (size v = 0; v < count; v++)
            row_store(buffer, values + first * count + v * LANES, n, (tile * count + v) * threads + first,
                      streamed);
}

static ALWAYS_INLINE void simdgroup_total_blocked(elem *restrict total, const elem *restrict buffer, size n,
                                                  size begin, const uint count, uint ahead)
{
    elem room[32 * LANES];
    if (ahead)
        simdgroup_prefetch(buffer, begin, count, ahead);
    lanes_total_blocked(total, whole_part(room, buffer, n, begin, count * LANES), count);
}

/* Rows that are `stride` apart joined in pairs, then pairs in pairs. */
static ALWAYS_INLINE void rows_join(elem *restrict total, const elem *restrict rows, size stride,
                                    const uint count)
{
    for (uint lane = 0; lane < LANES; lane += VECTOR_LANES) {
        vector x[32];
#pragma GCC unroll 32
        for (uint v = 0; v < count; v++)
            x[v] = vector_load(rows + v * stride + lane);
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
                                             size tile, uint threads, const uint count, const uint width)
{
    const size begin = tile * threads * count;
    const bool whole = begin + threads * count <= n;
    for (size first = 0; first < threads; first += LANES) {
        elem value[32 * LANES];
        if (width == 1 && whole) {
            rows_join(total + first, buffer + begin + first, threads, count);
            continue;
        }
        for (size v = 0; v < count; v += width)
            simdgroup_load_blocked(value + v * LANES, buffer, n, begin + v * threads + first * width, width);
        rows_join(total + first, value, LANES, count);
    }
}

static ALWAYS_INLINE void tile_load_total(elem *restrict total, const elem *restrict buffer, size n,
                                          size tile, uint threads, const uint count, uint layout, uint width,
                                          uint ahead)
{
    if (layout != LAYOUT_STRIPED)
        for (size first = 0; first < threads; first += LANES)
            simdgroup_total_blocked(total + first, buffer, n, (tile * threads + first) * count, count, ahead);
    else if (width == 1)
        tile_total_striped(total, buffer, n, tile, threads, count, 1);
    else if (width == 2)
        tile_total_striped(total, buffer, n, tile, threads, count, 2);
    else
        tile_total_striped(total, buffer, n, tile, threads, count, 4);
}

static ALWAYS_INLINE void simdgroup_load_rows(elem *restrict values, const elem *restrict buffer, size n,
                                              size begin, const uint count)
{
    for (size first = 0; first < count * LANES; first += LANES)
        row_load(values + first, buffer, n, begin + first);
}

#endif
