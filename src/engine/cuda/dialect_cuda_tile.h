/* SPDX-License-Identifier: MIT */
/* How threads load and store their runs of a tile on a GPU: what is consecutive in accesses of up to 16
 * bytes, the identity past n. For dialect_cuda.h. */
#pragma once

/* `bytes` of consecutive elements in one access. */
template <uint bytes, typename type = elem> struct __align__(bytes) access
{
    type part[bytes / sizeof(type)];
};

/* The widest access that divides `count` elements. */
template <uint count, typename type> struct width_of {
    static const uint all = count * sizeof(type);
    static const uint bytes = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : all % 2 == 0 ? 2 : 1;
    static const uint elements = bytes / sizeof(type);
};

/* Whether all runs of a thread are whole, and each can be one access. */
template <uint count, uint run, typename type>
static __device__ __forceinline__ bool runs_are_whole(const type *buffer, size at, size step, size n)
{
    const size bytes = width_of<run, type>::bytes;
    return at + (count / run - 1) * step + run <= n && (size)(buffer + at) % bytes == 0 &&
           (count == run || step * sizeof(type) % bytes == 0);
}

/* The mirror image of a thread's runs are runs, and of its values the last one comes first. */
#ifdef REVERSED
#define TURNED(v, count) ((count)-1 - (v))
#define RUNS_AT(at, step, count, run, n) (ALL_TILES(n) - (at) - ((count) / (run)-1) * (step) - (run))
#define TILE_AT(tile, n) (ALL_TILES(n) / (THREADS * VALUES) - 1 - (tile))
#else
#define TURNED(v, count) v
#define RUNS_AT(at, step, count, run, n) at
#define TILE_AT(tile, n) tile
#endif

/* READ_RUNS and WRITE_RUNS in accesses of up to 16 bytes, which do not wait for each other. */
template <uint count, uint run, typename type>
static __device__ __forceinline__ void read_runs(elem *values, const type *__restrict__ buffer, size at,
                                                 size step, size n)
{
    typedef width_of<run, type> width;
    typedef access<width::bytes, type> wide;
    if (runs_are_whole<count, run>(buffer, at, step, n)) {
        UNROLLED (i, 0, count / width::elements) {
            const size own = i * width::elements;
            const wide loaded = *(const wide *)(buffer + at + own / run * step + own % run);
            UNROLLED (j, 0, width::elements)
                values[TURNED(own + j, count)] = WIDENED(loaded.part[j]);
        }
    } else {
        UNROLLED (v, 0, count)
            values[TURNED(v, count)] = READ_IN_BELOW(buffer, at + v / run * step + v % run, n);
    }
}

/* Stores at place i of a buffer, where an access of its width is aligned. NVRTC 13 makes four stores of one
 * whose address is counted in elements; counted in accesses it stays one. */
template <typename wide, typename type>
static __device__ __forceinline__ void store_wide(type *buffer, size i, wide stored)
{
    const size elements = sizeof(wide) / sizeof(type);
    ((wide *)(buffer + i % elements))[i / elements] = stored;
}

template <uint count, uint run, typename type>
static __device__ __forceinline__ void write_runs(type *__restrict__ buffer, const elem *values, size at,
                                                  size step, size n)
{
    typedef width_of<run, type> width;
    typedef access<width::bytes, type> wide;
    if (runs_are_whole<count, run>(buffer, at, step, n)) {
        UNROLLED (i, 0, count / width::elements) {
            const size own = i * width::elements;
            wide stored;
            UNROLLED (j, 0, width::elements)
                stored.part[j] = NARROWED(values[TURNED(own + j, count)]);
            store_wide(buffer, at + own / run * step + own % run, stored);
        }
    } else {
        UNROLLED (v, 0, count)
            if (at + v / run * step + v % run < n)
                buffer[at + v / run * step + v % run] = NARROWED(values[TURNED(v, count)]);
    }
}

#define READ_RUNS(own, apart, count, buffer, at, step, run, n) \
    read_runs<(count), (run)>(own, buffer, RUNS_AT(at, step, count, run, n), step, n)
#define WRITE_RUNS(buffer, own, apart, count, at, step, run, n) \
    write_runs<(count), (run)>(buffer, own, RUNS_AT(at, step, count, run, n), step, n)

/* Of rows of heads, `width` a lane, the bits that what precedes each passes: all loads at once, then the
 * bits. */
template <uint width>
static __device__ __forceinline__ void read_passing(elem *values, const uint8_t *__restrict__ heads, size at,
                                                    size n)
{
    typedef access<width, uint8_t> wide;
    const size own = at + LANE * width, step = LANES * width;
    wide rows[VALUES / width];
    if (runs_are_whole<VALUES, width>(heads, own, step, n)) {
        UNROLLED (row, 0, VALUES / width)
            rows[row] = *(const wide *)(heads + own + row * step);
    } else {
        UNROLLED (v, 0, VALUES) {
            const size i = own + v / width * step + v % width;
            rows[v / width].part[v % width] = i < n ? heads[i] : 0;
        }
    }
    UNROLLED (v, 0, VALUES)
        values[v] = ELEM_OF_BITS(rows[v / width].part[v % width] == 0);
}
#define SIMD_LOAD_PASSING(values, heads, at, n) read_passing<ROW_WIDTH>(values, heads, at, n)

/* What a lane has of rows of `width` elements a lane: an access in each, the first at `own`. Of all that the
 * lanes have, elements `begin` … end - 1 are within a span. */
template <uint width, typename type> struct span_rows {
    typedef access<width * sizeof(type), type> wide;
    type *own;
    uint begin, end;
    bool aligned;

    __device__ __forceinline__ span_rows(type *buffer, size at, size from, size to)
        : own(buffer + at + LANE * width), begin(from > at ? (uint)(from - at) : 0),
          end(to > at ? to - at < VALUES * LANES ? (uint)(to - at) : (uint)(VALUES * LANES) : 0),
          aligned((size)own % sizeof(wide) == 0)
    {
    }

    __device__ __forceinline__ uint first(uint row) const
    {
        return (row * (uint)LANES + (uint)LANE) * width;
    }

    __device__ __forceinline__ bool is_whole(uint row) const
    {
        return first(row) >= begin && first(row) + width <= end && aligned;
    }

    __device__ __forceinline__ bool has(uint row, uint v) const
    {
        return first(row) + v >= begin && first(row) + v < end;
    }
};

/* Only the accesses that an end of the span cuts are made element by element. */
template <uint width, typename type>
static __device__ __forceinline__ void read_span(elem *values, const type *__restrict__ buffer, size at,
                                                 size from, size to)
{
    typedef span_rows<width, const type> rows;
    const rows lane(buffer, at, from, to);
    UNROLLED (row, 0, VALUES / width) {
        const type *const own = lane.own + row * LANES * width;
        if (lane.is_whole(row)) {
            const typename rows::wide loaded = *(const typename rows::wide *)own;
            UNROLLED (v, 0, width)
                values[row * width + v] = WIDENED(loaded.part[v]);
        } else {
            UNROLLED (v, 0, width)
                values[row * width + v] = lane.has(row, v) ? WIDENED(own[v]) : IDENTITY;
        }
    }
}

template <uint width, typename type>
static __device__ __forceinline__ void write_span(type *__restrict__ buffer, const elem *values, size at,
                                                  size from, size to)
{
    typedef span_rows<width, type> rows;
    const rows lane(buffer, at, from, to);
    UNROLLED (row, 0, VALUES / width) {
        type *const own = lane.own + row * LANES * width;
        if (lane.is_whole(row)) {
            typename rows::wide stored;
            UNROLLED (v, 0, width)
                stored.part[v] = NARROWED(values[row * width + v]);
            store_wide(buffer, at + lane.first(row), stored);
        } else {
            UNROLLED (v, 0, width)
                if (lane.has(row, v))
                    own[v] = NARROWED(values[row * width + v]);
        }
    }
}

#define SIMD_LOAD_SPAN(values, buffer, at, from, to) read_span<ROW_WIDTH>(values, buffer, at, from, to)
#define SIMD_STORE_SPAN(buffer, values, at, from, to) write_span<ROW_WIDTH>(buffer, values, at, from, to)

#if defined CONVERTED && !ELEM_IS_FLOAT
/* READ_FOLDED of narrow elements (kernels/device_limit.h): whole runs are words, as few as of wider elements;
 * else one has each element. */
#define FOLDED_VALUES (VALUES * (uint)sizeof(in_elem) / ELEM_BYTES)
template <uint run>
static __device__ __forceinline__ void read_folded(elem *words, const in_elem *__restrict__ buffer, size at,
                                                   size step, size n)
{
    typedef access<16, elem> wide;
    const uint count = 16 / sizeof(in_elem);
    if (runs_are_whole<VALUES, run>(buffer, at, step, n)) {
        UNROLLED (i, 0, VALUES / count) {
            const wide loaded = *(const wide *)(buffer + at + i * count / run * step + i * count % run);
            UNROLLED (j, 0, 16 / ELEM_BYTES)
                words[i * (16 / ELEM_BYTES) + j] = loaded.part[j];
        }
    } else {
        UNROLLED (i, 0, FOLDED_VALUES)
            words[i] = 0;
        _Pragma("unroll 1") for (size v = 0; v < VALUES; v++) words[0] ^=
            READ_IN_BELOW(buffer, at + v / run * step + v % run, n);
    }
}

INLINE elem_bits fold_of_words(elem_bits fold)
{
    for (uint bits = ELEM_BITS / 2; bits >= 8 * sizeof(in_elem); bits /= 2)
        fold ^= fold >> bits;
    return fold;
}

#define READ_FOLDED(values, buffer, at, step, run, n) read_folded<(run)>(values, buffer, at, step, n)
#define FOLD_OF(bits) fold_of_words(bits)
#endif

/* values[0] = all joined pair by pair, then pairs of pairs. A loop whose bound another loop halves is not
 * unrolled, and would index registers, which then are memory. */
template <uint count> static __device__ __forceinline__ void join_pairs(elem *values)
{
    if constexpr (count > 1) {
        UNROLLED (i, 0, count / 2)
            values[i] = OP(values[2 * i], values[2 * i + 1]);
        join_pairs<count / 2>(values);
    }
}

/* How a tile is read: enum layout, and the elements of an access, 1, 2 or 4. */
struct tile_reads {
    uint layout, width;
};

/* Each thread's values joined: code for each width, which is unrolled. */
INLINE void load_total(elem *total, const in_elem *__restrict__ buffer, size tile, size n,
                       struct tile_reads how)
{
    elem value[VALUES];
    const bool striped = how.layout == LAYOUT_STRIPED;
    const size at = tile * THREADS * VALUES + THREAD * (striped ? how.width : VALUES);
    const size step = striped ? THREADS * how.width : how.width;
    if (how.layout == LAYOUT_NONE)
        read_runs<VALUES, VALUES>(value, buffer, at, VALUES, n);
#if VALUES >= 4
    else if (how.width == 4)
        read_runs<VALUES, 4>(value, buffer, at, step, n);
#endif
#if VALUES >= 2
    else if (how.width == 2)
        read_runs<VALUES, 2>(value, buffer, at, step, n);
#endif
    else
        read_runs<VALUES, 1>(value, buffer, at, step, n);
    join_pairs<VALUES>(value);
    total[0] = value[0];
}
#define LOAD_TOTAL(total, buffer, tile, n, layout, width) \
    load_total(total, buffer, TILE_AT(tile, n), n, tile_reads{layout, width})
