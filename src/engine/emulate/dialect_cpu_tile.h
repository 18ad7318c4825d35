/* SPDX-License-Identifier: MIT */
/* How a subgroup loads and stores its part of a tile on a CPU core, in native vectors. For dialect_cpu.h,
 * after dialect_cpu_lanes.h. */
#pragma once

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

/* Fetch early, in a core's own cache, as much as a subgroup's `count` elements a lane that stand `ahead`
 * bytes on: hardware stops at every page, and a core that stores past the caches waits for its loads. */
static ALWAYS_INLINE void subgroup_prefetch(const in_elem *buffer, size begin, const uint count, uint ahead)
{
    enum { LINE = 64 };
    const char *const from = (const char *)(buffer + begin) + ahead;
    for (size byte = 0; byte < count * LANES * sizeof *buffer; byte += LINE)
        __builtin_prefetch(from + byte, 0, 2);
}

/* Which elements of a buffer: those from `begin` on, and none past n. Where the launch's order is from the
 * last one to the first, TURNED and where they end: two words are passed in registers, and `begin` is past n.
 */
struct extent {
    size n, begin;
};
#define TURNED ((size)1 << 63)

/* A tile of a buffer: its number, `count` elements for each of the threads, and none past n; `mirror` is 0,
 * or where the order is turned the size of all tiles. */
struct tile_extent {
    size n, tile, mirror;
    uint threads, count;
};

/* From element `begin` of the order on. */
static ALWAYS_INLINE struct extent extent_of(size n, size begin, size mirror)
{
    return (struct extent){n, mirror ? TURNED | (mirror - begin) : begin};
}

/* What comes `by` elements later. */
static ALWAYS_INLINE struct extent extent_after(struct extent at, size by)
{
    return (struct extent){at.n, at.begin & TURNED ? at.begin - by : at.begin + by};
}

static ALWAYS_INLINE bool extent_is_whole(struct extent at, size count)
{
    return at.begin + count <= at.n;
}

static ALWAYS_INLINE bool is_turned(struct extent at)
{
    return at.begin & TURNED;
}

static ALWAYS_INLINE size turned_place(struct extent at, size i)
{
    return (at.begin & ~TURNED) - 1 - i;
}

/* Where element i lies in the buffer; past n: nowhere. */
static ALWAYS_INLINE size extent_place(struct extent at, size i)
{
    return is_turned(at) ? turned_place(at, i) : at.begin + i;
}

/* Whether all elements of a turned one are in the buffer. */
static ALWAYS_INLINE bool is_turned_whole(struct extent at)
{
    return is_turned(at) && turned_place(at, 0) < at.n;
}

/* How a launch moves elements: whose bits are flipped, how many bytes it fetches ahead, and whether it stores
 * past the caches, to an array that is aligned to a cache line. */
struct transfer {
    elem_bits flip;
    uint ahead, streamed;
};

/* The part of a buffer that a subgroup loads, `count` elements of it: where it is, or in
 * `room` in the launch's order, with the identity past n. One place for both, so that what is loaded is known
 * to stay in registers.
 */
static __attribute__((noinline)) void pad_part(elem *restrict room, const in_elem *restrict buffer,
                                               struct extent at, size count, elem_bits flip)
{
    const elem identity = cpu_flipped(IDENTITY, flip);
    if (is_turned_whole(at))
        for (size i = 0; i < count; i++)
            room[i] = WIDENED(buffer[turned_place(at, i)]);
    else
        for (size i = 0; i < count; i++)
            room[i] = extent_place(at, i) < at.n ? WIDENED(buffer[extent_place(at, i)]) : identity;
}

static ALWAYS_INLINE const elem *whole_part(elem *restrict room, const in_elem *restrict buffer,
                                            struct extent at, size count, elem_bits flip)
{
    const bool whole = extent_is_whole(at, count);
    if (whole && CONVERTS)
        for (size i = 0; i < count; i++)
            room[i] = WIDENED(buffer[at.begin + i]);
    else if (whole)
        return (const elem *)(const void *)(buffer + at.begin);
    else
        pad_part(room, buffer, at, count, flip);
    return room;
}

static ALWAYS_INLINE void lanes_flip(elem *to, const elem *from, const uint count, elem_bits flip)
{
    for (size at = 0; at < count * LANES; at += VECTOR_LANES)
        vector_store(to + at, vector_flipped(vector_load(from + at), flip));
}

/* A subgroup's blocked part of a tile: a partial one reads the identity past n and writes nothing there. */
static ALWAYS_INLINE void subgroup_load_blocked(elem *restrict values, const in_elem *restrict buffer,
                                                struct extent at, const uint count, elem_bits flip)
{
    elem room[32 * LANES];
    lanes_load_blocked(values, whole_part(room, buffer, at, count * LANES, flip), count);
    if (FLIPS)
        lanes_flip(values, values, count, flip);
}

/* The same for a launch that fetches early. */
static ALWAYS_INLINE void subgroup_load_ahead(elem *restrict values, const in_elem *restrict buffer,
                                              struct extent at, const uint count, struct transfer how)
{
    if (how.ahead)
        subgroup_prefetch(buffer, at.begin, count, how.ahead);
    subgroup_load_blocked(values, buffer, at, count, how.flip);
}

/* Those of `count` elements that are not past n, in the launch's order. One place, as pad_part. */
static __attribute__((noinline, unused)) void store_part(out_elem *restrict buffer, const elem *restrict part,
                                                         struct extent at, size count)
{
    if (is_turned_whole(at))
        for (size i = 0; i < count; i++)
            buffer[turned_place(at, i)] = NARROWED(part[i]);
    else
        for (size i = 0; i < count; i++)
            if (extent_place(at, i) < at.n)
                buffer[extent_place(at, i)] = NARROWED(part[i]);
}

static ALWAYS_INLINE void subgroup_store_blocked(out_elem *restrict buffer, const elem *restrict values,
                                                 struct extent at, const uint count, struct transfer how)
{
    elem room[32 * LANES], flipped[32 * LANES];
    if (FLIPS) {
        lanes_flip(flipped, values, count, how.flip);
        values = flipped;
    }
    const bool whole = extent_is_whole(at, count * LANES);
    elem *const to = (elem *)(void *)(buffer + (whole ? at.begin : 0));
    if (whole && how.streamed && !CONVERTS) {
        lanes_stream_blocked(to, values, count);
        return;
    }
    lanes_store_blocked(whole && !CONVERTS ? to : room, values, count);
    if (!whole)
        store_part(buffer, room, at, count * LANES);
    else if (CONVERTS)
        for (size i = 0; i < count * LANES; i++)
            buffer[at.begin + i] = NARROWED(room[i]);
}

/* Where the blocked part of the subgroup whose first thread is `first` begins. */
static ALWAYS_INLINE struct extent blocked_extent(struct tile_extent at, size first)
{
    return extent_of(at.n, (at.tile * at.threads + first) * at.count, at.mirror);
}

/* Where row v of the striped part begins. */
static ALWAYS_INLINE struct extent striped_extent(struct tile_extent at, size first, size v)
{
    return extent_of(at.n, (at.tile * at.count + v) * at.threads + first, at.mirror);
}

static ALWAYS_INLINE void tile_load_blocked(elem *restrict values, const in_elem *restrict buffer,
                                            struct tile_extent at, struct transfer how)
{
    for (size first = 0; first < at.threads; first += LANES)
        subgroup_load_ahead(values + first * at.count, buffer, blocked_extent(at, first), at.count, how);
}

static ALWAYS_INLINE void tile_store_blocked(out_elem *restrict buffer, const elem *restrict values,
                                             struct tile_extent at, struct transfer how)
{
    for (size first = 0; first < at.threads; first += LANES)
        subgroup_store_blocked(buffer, values + first * at.count, blocked_extent(at, first), at.count, how);
}

/* A row: 32 consecutive elements, one a lane, the identity past n. */
static ALWAYS_INLINE void row_load(elem *restrict row, const in_elem *restrict buffer, struct extent at,
                                   elem_bits flip)
{
    elem room[LANES];
    const elem *const from = whole_part(room, buffer, at, LANES, flip);
    for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
        vector_store(row + lane, vector_flipped(vector_load(from + lane), flip));
}

/* As subgroup_load_ahead. */
static ALWAYS_INLINE void row_load_ahead(elem *restrict row, const in_elem *restrict buffer, struct extent at,
                                         struct transfer how)
{
    if (how.ahead)
        subgroup_prefetch(buffer, at.begin, 1, how.ahead);
    row_load(row, buffer, at, how.flip);
}

static ALWAYS_INLINE void row_store(out_elem *restrict buffer, const elem *restrict row, struct extent at,
                                    struct transfer how)
{
    const bool whole = extent_is_whole(at, LANES);
    elem *const to = (elem *)(void *)(buffer + (whole ? at.begin : 0));
    if (!whole || CONVERTS) {
        for (size lane = 0; lane < LANES; lane++)
            if (extent_place(at, lane) < at.n)
                buffer[extent_place(at, lane)] = NARROWED(cpu_flipped(row[lane], how.flip));
    } else if (how.streamed)
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_stream(to + lane, vector_flipped(vector_load(row + lane), how.flip));
    else
        for (size lane = 0; lane < LANES; lane += VECTOR_LANES)
            vector_store(to + lane, vector_flipped(vector_load(row + lane), how.flip));
}

static ALWAYS_INLINE void tile_load_striped(elem *restrict values, const in_elem *restrict buffer,
                                            struct tile_extent at, struct transfer how)
{
    for (size first = 0; first < at.threads; first += LANES)
        for (size v = 0; v < at.count; v++)
            row_load_ahead(values + first * at.count + v * LANES, buffer, striped_extent(at, first, v), how);
}

static ALWAYS_INLINE void tile_store_striped(out_elem *restrict buffer, const elem *restrict values,
                                             struct tile_extent at, struct transfer how)
{
    for (size first = 0; first < at.threads; first += LANES)
        for (size v = 0; v < at.count; v++)
            row_store(buffer, values + first * at.count + v * LANES, striped_extent(at, first, v), how);
}

static ALWAYS_INLINE void subgroup_total_blocked(elem *restrict total, const in_elem *restrict buffer,
                                                 struct extent at, const uint count, struct transfer how)
{
    elem room[32 * LANES];
    if (how.ahead)
        subgroup_prefetch(buffer, at.begin, count, how.ahead);
    lanes_total_blocked(total, whole_part(room, buffer, at, count * LANES, how.flip), how.flip, count);
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

/* Striped, `width` consecutive elements a lane at a time; in all, a tile fetches as much early as a blocked
 * one. */
static ALWAYS_INLINE void tile_total_striped(elem *restrict total, const in_elem *restrict buffer,
                                             struct tile_extent at, const uint width, struct transfer how)
{
    const size begin = at.tile * at.threads * at.count;
    const bool whole = begin + at.threads * at.count <= at.n && at.mirror == 0;
    for (size first = 0; first < at.threads; first += LANES) {
        elem value[32 * LANES];
        if (how.ahead)
            subgroup_prefetch(buffer, begin + first * at.count, at.count, how.ahead);
        if (width == 1 && whole && !CONVERTS) {
            rows_join(total + first, (const elem *)(const void *)(buffer + begin + first), at.threads,
                      at.count, how.flip);
            continue;
        }
        for (size v = 0; v < at.count; v += width)
            subgroup_load_blocked(value + v * LANES, buffer,
                                  extent_of(at.n, begin + v * at.threads + first * width, at.mirror), width,
                                  how.flip);
        rows_join(total + first, value, LANES, at.count, 0);
    }
}

/* `run`: the consecutive elements that a thread takes at a time, 1, 2 or 4; 0: all of its own. */
static ALWAYS_INLINE void tile_load_total(elem *restrict total, const in_elem *restrict buffer,
                                          struct tile_extent at, uint run, struct transfer how)
{
    if (run == 0)
        for (size first = 0; first < at.threads; first += LANES)
            subgroup_total_blocked(total + first, buffer, blocked_extent(at, first), at.count, how);
    else if (run == 1)
        tile_total_striped(total, buffer, at, 1, how);
    else if (run == 2)
        tile_total_striped(total, buffer, at, 2, how);
    else
        tile_total_striped(total, buffer, at, 4, how);
}

/* Rows of 16 bytes a lane, whose moves are compiled in line, and of fewer where a lane has less. */
enum { FULL_WIDTH = 16 / ELEM_BYTES };

static UNUSED ONE_COPY void subgroup_load_wide(elem *restrict values, const in_elem *restrict buffer,
                                               struct extent at, const uint count, elem_bits flip)
{
    if (count < FULL_WIDTH)
        subgroup_load_blocked(values, buffer, at, count, flip);
    for (size first = 0; first + FULL_WIDTH * LANES <= count * LANES; first += FULL_WIDTH * LANES)
        subgroup_load_blocked(values + first, buffer, extent_after(at, first), FULL_WIDTH, flip);
}

static UNUSED ONE_COPY void subgroup_store_wide(out_elem *restrict buffer, const elem *restrict values,
                                                struct extent at, const uint count, struct transfer how)
{
    if (count < FULL_WIDTH)
        subgroup_store_blocked(buffer, values, at, count, how);
    for (size first = 0; first + FULL_WIDTH * LANES <= count * LANES; first += FULL_WIDTH * LANES)
        subgroup_store_blocked(buffer, values + first, extent_after(at, first), FULL_WIDTH, how);
}

/* Which elements of a buffer: those from at.begin on, and none before `from` or past at.n. */
struct span_extent {
    struct extent at;
    size from;
};

/* The same of a span: what it does not cover is the identity, and is not stored. One place, as pad_part. */
static __attribute__((noinline, unused)) void pad_span(elem *restrict room, const in_elem *restrict buffer,
                                                       struct span_extent span, size count, elem_bits flip)
{
    for (size i = 0, index = span.at.begin; i < count; i++, index++)
        room[i] =
            index >= span.from && index < span.at.n ? cpu_flipped(WIDENED(buffer[index]), flip) : IDENTITY;
}

static ALWAYS_INLINE bool span_has_all(struct span_extent span, size count)
{
    return span.at.begin >= span.from && span.at.begin + count <= span.at.n;
}

static UNUSED ONE_COPY void subgroup_load_span(elem *restrict values, const in_elem *restrict buffer,
                                               struct span_extent span, const uint count, elem_bits flip)
{
    const size elements = count * LANES;
    elem room[32 * LANES];
    if (span_has_all(span, elements)) {
        subgroup_load_wide(values, buffer, span.at, count, flip);
        return;
    }
    pad_span(room, buffer, span, elements, flip);
    if (count < FULL_WIDTH)
        lanes_load_blocked(values, room, count);
    for (size first = 0; first + FULL_WIDTH * LANES <= elements; first += FULL_WIDTH * LANES)
        lanes_load_blocked(values + first, room + first, FULL_WIDTH);
}

static UNUSED ONE_COPY void subgroup_store_span(out_elem *restrict buffer, const elem *restrict values,
                                                struct span_extent span, const uint count,
                                                struct transfer how)
{
    const size elements = count * LANES;
    elem room[32 * LANES];
    how.streamed &= span.at.begin * sizeof(elem) % VECTOR_BYTES == 0;
    if (span_has_all(span, elements)) {
        subgroup_store_wide(buffer, values, span.at, count, how);
        return;
    }
    if (count < FULL_WIDTH)
        lanes_store_blocked(room, values, count);
    for (size first = 0; first + FULL_WIDTH * LANES <= elements; first += FULL_WIDTH * LANES)
        lanes_store_blocked(room + first, values + first, FULL_WIDTH);
    for (size i = 0, index = span.at.begin; i < elements && index < span.at.n; i++, index++)
        if (index >= span.from)
            buffer[index] = NARROWED(cpu_flipped(room[i], how.flip));
}

static ALWAYS_INLINE void subgroup_load_rows(elem *restrict values, const in_elem *restrict buffer,
                                             struct extent at, const uint count, elem_bits flip)
{
    for (size first = 0; first < count * LANES; first += LANES)
        row_load(values + first, buffer, extent_after(at, first), flip);
}
