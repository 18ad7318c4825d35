/* SPDX-License-Identifier: MIT */
/* How threads load and store their parts of a tile on a GPU: what is consecutive in accesses of up to 16
 * bytes, the identity past n. For dialect_cuda.h. */
#ifndef SCANBENCH_DIALECT_CUDA_TILE_H
#define SCANBENCH_DIALECT_CUDA_TILE_H

/* `bytes` of consecutive elements in one access. */
template <uint bytes> struct __align__(bytes) access
{
    elem part[bytes / ELEM_BYTES];
};

/* The widest access that divides `count` elements. */
template <uint count> struct width_of {
    static const uint all = count * ELEM_BYTES;
    static const uint bytes = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : 4;
    static const uint elements = bytes / ELEM_BYTES;
};

/* values[0 … count − 1] = buffer[at …]. */
template <uint count>
static __device__ __forceinline__ void load_part(elem *values, const elem *__restrict__ buffer, size at,
                                                 size n)
{
    typedef width_of<count> width;
    typedef access<width::bytes> wide;
    if (at + count <= n && (size)(buffer + at) % width::bytes == 0) {
        const wide *const from = (const wide *)(buffer + at);
        UNROLLED (i, 0, count / width::elements) {
            const wide loaded = from[i];
            UNROLLED (j, 0, width::elements)
                values[i * width::elements + j] = loaded.part[j];
        }
    } else {
        UNROLLED (v, 0, count)
            values[v] = READ_BELOW(buffer, at + v, n);
    }
}

/* buffer[at …] = values[0 … count − 1], nothing past n. */
template <uint count>
static __device__ __forceinline__ void store_part(elem *__restrict__ buffer, const elem *values, size at,
                                                  size n)
{
    typedef width_of<count> width;
    typedef access<width::bytes> wide;
    if (at + count <= n && (size)(buffer + at) % width::bytes == 0) {
        wide *const to = (wide *)(buffer + at);
        UNROLLED (i, 0, count / width::elements) {
            wide stored;
            UNROLLED (j, 0, width::elements)
                stored.part[j] = values[i * width::elements + j];
            to[i] = stored;
        }
    } else {
        UNROLLED (v, 0, count)
            if (at + v < n)
                buffer[at + v] = values[v];
    }
}

/* `width` consecutive elements of each THREADS · width. */
template <uint width>
static __device__ __forceinline__ void load_striped(elem *values, const elem *__restrict__ buffer, size tile,
                                                    size n)
{
    UNROLLED (v, 0, VALUES / width)
        load_part<width>(values + v * width, buffer, tile * THREADS * VALUES + (v * THREADS + THREAD) * width,
                         n);
}

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

/* Each thread's values joined. `run`: the consecutive elements that a
 * thread takes at a time, 1, 2 or 4; 0: all of its own. */
INLINE void load_total(elem *total, const elem *__restrict__ buffer, size tile, size n, uint run)
{
    elem value[VALUES];
    if (run == 0)
        load_part<VALUES>(value, buffer, (tile * THREADS + THREAD) * VALUES, n);
#if VALUES >= 4
    else if (run == 4)
        load_striped<4>(value, buffer, tile, n);
#endif
#if VALUES >= 2
    else if (run == 2)
        load_striped<2>(value, buffer, tile, n);
#endif
    else
        load_striped<1>(value, buffer, tile, n);
    join_pairs<VALUES>(value);
    total[0] = value[0];
}

INLINE bool store_blocked(elem *__restrict__ buffer, const elem *values, size tile, size n)
{
    store_part<VALUES>(buffer, values, (tile * THREADS + THREAD) * VALUES, n);
    return true;
}

INLINE void store_striped(elem *__restrict__ buffer, const elem *values, size tile, size n)
{
    UNROLLED (v, 0, VALUES)
        store_part<1>(buffer, values + v, (tile * VALUES + v) * THREADS + THREAD, n);
}

/* Rows of 16 bytes a lane, from `at` on. The accesses of whole rows do not wait for each other. */
#define MAX_ROW_WIDTH (16 / ELEM_BYTES)
#define ROW_WIDTH (16 / ELEM_BYTES < VALUES ? 16 / ELEM_BYTES : VALUES)
typedef access<ROW_WIDTH * ELEM_BYTES> row_access;

INLINE bool rows_are_whole(const elem *buffer, size at, size n)
{
    return at + LANES * VALUES <= n && (size)(buffer + at) % sizeof(row_access) == 0;
}

INLINE void load_rows_wide(elem *values, const elem *__restrict__ buffer, size at, size n)
{
    const row_access *const from = (const row_access *)(buffer + at) + LANE;
    if (rows_are_whole(buffer, at, n)) {
        UNROLLED (row, 0, VALUES / ROW_WIDTH) {
            const row_access loaded = from[row * LANES];
            UNROLLED (j, 0, ROW_WIDTH)
                values[row * ROW_WIDTH + j] = loaded.part[j];
        }
    } else {
        UNROLLED (v, 0, VALUES)
            values[v] =
                READ_BELOW(buffer, at + (v / ROW_WIDTH * LANES + LANE) * ROW_WIDTH + v % ROW_WIDTH, n);
    }
}

INLINE void store_rows_wide(elem *__restrict__ buffer, const elem *values, size at, size n)
{
    row_access *const to = (row_access *)(buffer + at) + LANE;
    if (rows_are_whole(buffer, at, n)) {
        UNROLLED (row, 0, VALUES / ROW_WIDTH) {
            row_access stored;
            UNROLLED (j, 0, ROW_WIDTH)
                stored.part[j] = values[row * ROW_WIDTH + j];
            to[row * LANES] = stored;
        }
    } else {
        UNROLLED (v, 0, VALUES) {
            const size own = at + (v / ROW_WIDTH * LANES + LANE) * ROW_WIDTH + v % ROW_WIDTH;
            if (own < n)
                buffer[own] = values[v];
        }
    }
}

#define SIMD_LOAD_ROWS(values, buffer, at, n) load_rows_wide(values, buffer, at, n)
#define SIMD_STORE_ROWS(buffer, values, at, n) store_rows_wide(buffer, values, at, n)

#define LOAD_BLOCKED(values, buffer, tile, n) \
    load_part<VALUES>(values, buffer, ((tile)*THREADS + THREAD) * VALUES, n)
#define LOAD_VECTORS LOAD_BLOCKED
#define LOAD_STRIPED(values, buffer, tile, n) load_striped<1>(values, buffer, tile, n)
#define STORE_BLOCKED(buffer, values, tile, n) store_blocked(buffer, values, tile, n)
#define STORE_STRIPED(buffer, values, tile, n) store_striped(buffer, values, tile, n)
#define LOAD_ROW(value, buffer, row, n) load_part<1>(value, buffer, (row)*THREADS + THREAD, n)
#define STORE_ROW(buffer, value, row, n) store_part<1>(buffer, value, (row)*THREADS + THREAD, n)
#define LOAD_TOTAL(total, buffer, tile, n, layout, width) \
    load_total(total, buffer, tile, n, (layout) == LAYOUT_STRIPED ? (width) : 0)

/* A load with the block that comes after it, a block with the store that comes after it. */
#define EACH_THREAD_LOADED(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n);
#define STORED_VALUES PRIVATE_ARRAY
#define STORED_AT MY_AT
#define EACH_THREAD_STORED(buffer, values, tile, n) \
    for (bool stored = false; !stored; stored = store_blocked(buffer, values, tile, n))

/* The lanes of the first simdgroup, each with `run` words of shared memory of its own. */
#define RUN_OF_LANE(own, words_, run_) \
    elem *const own = (words_);        \
    const size own##_run = (run_)
#define EACH_LANE_WITH_RUN(own, words, run) EACH_THREAD_OF_FIRST_SIMDGROUP
#define RUN_GET(own, j) GET(own, (j) + LANE * (own##_run))
#define RUN_PUT(own, j, value) PUT(own, (j) + LANE * (own##_run), value)

/* Within EACH_SIMDGROUP, elements from `at` on. */
#define SIMD_LOAD_VECTORS(values, buffer, at, n) load_part<VALUES>(values, buffer, (at) + LANE * VALUES, n)
#define SIMD_LOAD_ROW(value, buffer, at, n) load_part<1>(value, buffer, (at) + LANE, n)
#define SIMD_LOAD_STRIPED(values, buffer, at, n) \
    UNROLLED (v, 0, VALUES)                      \
    load_part<1>((values) + v, buffer, (at) + v * LANES + LANE, n)

#endif
