/* SPDX-License-Identifier: MIT */
/* Consecutive elements of a lane and rows of lanes turned into each other, in native vectors: moves alone,
 * the same for each type of a width. For dialect_cpu.h. */
#pragma once

#include "cpu/vector_stream.h"
#include "kernels/lanes.h"

#include <stdbool.h>

typedef size_t size;
typedef unsigned uint;

/* A function that is not compiled anew for what its callers know: its loops are long, or not what is timed.
 */
#ifdef __clang__
#define ONE_COPY __attribute__((noinline))
#else
#define ONE_COPY __attribute__((noinline, noclone))
#endif

enum { PARTS = LANES / VECTOR_LANES }; /* vectors of a row */

/* Where value v is after log2(count) rounds of splitting even from odd: its bits reversed. */
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

/* So many rows stay in registers on their way; more of them go through memory, for which one copy of the code
 * does. */
enum { ROWS_HELD = VECTOR_BYTES == 64 ? 16 : 8 };

/* Call a function for a count that need not be a constant. */
#define CASE_COUNT(number, function, ...) \
    case number:                          \
        function(__VA_ARGS__, number);    \
        break;
#define SWITCH_COUNT(count, function, ...)    \
    switch (count) {                          \
        CASE_COUNT(1, function, __VA_ARGS__)  \
        CASE_COUNT(2, function, __VA_ARGS__)  \
        CASE_COUNT(4, function, __VA_ARGS__)  \
        CASE_COUNT(8, function, __VA_ARGS__)  \
        CASE_COUNT(16, function, __VA_ARGS__) \
        CASE_COUNT(32, function, __VA_ARGS__) \
    }

/* These are compiled once for each width, in emulate_rows.elem.c: rows_load_any_isa_bits and so on. */
#define ANY_COUNT(name) CONCAT(name, ISA, JOIN(u, ELEM_BITS))
#define DECLARE_ANY_COUNT(name, function)                                                          \
    extern void ANY_COUNT(function##_any)(elem_bits *restrict to, const elem_bits *restrict from,  \
                                          uint count);                                             \
    static ALWAYS_INLINE void name(elem *restrict to, const elem *restrict from, const uint count) \
    {                                                                                              \
        if (__builtin_constant_p(count) && count <= ROWS_HELD)                                     \
            function(to, from, count);                                                             \
        else                                                                                       \
            ANY_COUNT(function##_any)((elem_bits *)to, (const elem_bits *)from, count);            \
    }
DECLARE_ANY_COUNT(lanes_load_blocked, rows_load)
DECLARE_ANY_COUNT(lanes_store_blocked, rows_store)
DECLARE_ANY_COUNT(lanes_stream_blocked, rows_stream)
