/* SPDX-License-Identifier: MIT */
/* How threads load and store their parts of a tile in OpenCL C: element v of a thread, the identity past n,
 * and whole tiles of them. For dialect_opencl.h. */
#ifndef SCANBENCH_DIALECT_OPENCL_TILE_H
#define SCANBENCH_DIALECT_OPENCL_TILE_H

#define BLOCKED_AT(tile, v) (((tile)*THREADS + THREAD) * VALUES + (v))
#define STRIPED_AT(tile, v) (((tile)*VALUES + (v)) * THREADS + THREAD)
#define LOAD_(values, buffer, at, tile, n) \
    for (uint v = 0; v < VALUES; v++)      \
    (values)[v] = READ_BELOW(buffer, at(tile, v), n)
#define STORE_(buffer, values, at, tile, n) \
    for (uint v = 0; v < VALUES; v++)       \
        if (at(tile, v) < (n))              \
    (buffer)[at(tile, v)] = (values)[v]
#define LOAD_BLOCKED(values, buffer, tile, n) LOAD_(values, buffer, BLOCKED_AT, tile, n)
#define LOAD_VECTORS(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n)
#define LOAD_STRIPED(values, buffer, tile, n) LOAD_(values, buffer, STRIPED_AT, tile, n)
#define STORE_BLOCKED(buffer, values, tile, n) STORE_(buffer, values, BLOCKED_AT, tile, n)
#define STORE_STRIPED(buffer, values, tile, n) STORE_(buffer, values, STRIPED_AT, tile, n)
#define LOAD_ROW(value, buffer, row, n) ((value)[0] = READ_BELOW(buffer, (row)*THREADS + THREAD, n))
#define STORE_ROW(buffer, value, row, n)                   \
    do {                                                   \
        if ((row)*THREADS + THREAD < (n))                  \
            (buffer)[(row)*THREADS + THREAD] = (value)[0]; \
    } while (0)
#define EACH_THREAD_LOADED(values, buffer, tile, n) LOAD_BLOCKED(values, buffer, tile, n);
#define RUN_OF_LANE(own, words_, run_)  \
    __local elem *const own = (words_); \
    const size own##_run = (run_)
#define EACH_LANE_WITH_RUN(own, words, run) EACH_THREAD_OF_FIRST_SIMDGROUP
#define RUN_GET(own, j) GET(own, (j) + LANE * (own##_run))
#define RUN_PUT(own, j, value) PUT(own, (j) + LANE * (own##_run), value)
#define STORED_VALUES PRIVATE_ARRAY
#define STORED_AT MY_AT
#define EACH_THREAD_STORED(buffer, values, tile, n) \
    for (bool stored = false; !stored; stored = store_blocked(buffer, values, tile, n))

static inline bool store_blocked(__global elem *buffer, const elem *values, size tile, size n)
{
    STORE_BLOCKED(buffer, values, tile, n);
    return true;
}

/* Each thread's values joined pair by pair, then pairs of pairs. `run`: the consecutive elements that a
 * thread takes at a time, 1, 2 or 4. */
#define LOAD_TOTAL(total, buffer, tile, n, layout, width) \
    load_joined(total, buffer, tile, n, (layout) == LAYOUT_STRIPED ? (width) : VALUES)
static inline void load_joined(elem *total, __global const elem *buffer, size tile, size n, uint run)
{
    elem value[VALUES];
    for (uint v = 0; v < VALUES; v++) {
        const size at = tile * THREADS * VALUES + v / run * run * THREADS + THREAD * run + v % run;
        value[v] = READ_BELOW(buffer, at, n);
    }
    for (uint left = VALUES / 2; left > 0; left /= 2)
        for (uint i = 0; i < left; i++)
            value[i] = OP(value[2 * i], value[2 * i + 1]);
    total[0] = value[0];
}

#endif
