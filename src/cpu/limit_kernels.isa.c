/* SPDX-License-Identifier: MIT */
/* Loads and copies with the widest registers of an ISA, four at a time. */
#define ELEM u32
#define ELEM_BITS 32
#define ELEM_KIND UNSIGNED
#define ELEM_ACCUMULATOR u32
#include "cpu/intrinsics.h"
#include "cpu/limit.h"
#include "cpu/tuning.h"

enum { TOGETHER = 4, STEP = TOGETHER * VECTOR_LANES, AHEAD = 2048, LINE = 64 };

#define UNROLLED _Pragma("GCC unroll 4")

typedef void store_function(elem *to, vector value);

/* How many elements come before the first at which `to` is aligned to a vector, at most n. */
static ALWAYS_INLINE size_t head_of(const elem *to, size_t n)
{
    const size_t misaligned = (uintptr_t)to % VECTOR_BYTES / sizeof(elem);
    const size_t head = misaligned ? VECTOR_LANES - misaligned : 0;
    return head < n ? head : n;
}

static __attribute__((noinline)) void copy_each(const elem *from, elem *to, size_t n)
{
#pragma GCC unroll 1
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    vector_end();
}

static __attribute__((noinline)) void read_each(const elem *from, size_t n, struct fold *fold)
{
#pragma GCC unroll 1
    for (size_t i = 0; i < n; i++)
        fold->lanes[i % 2] ^= from[i];
    vector_end();
}

static ALWAYS_INLINE void fold_vector(struct fold *fold, vector value)
{
    vector_store(fold->lanes, vector_load(fold->lanes) ^ value);
}

static ALWAYS_INLINE void copy_all(const void *input, void *output, size_t bytes, size_t ahead,
                                   store_function *store)
{
    const elem *const from = input;
    elem *const to = output;
    const size_t n = bytes / sizeof(elem);
    size_t i = head_of(to, n);
    copy_each(from, to, i);
    for (; i + STEP <= n; i += STEP) {
        vector value[TOGETHER];
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                if (ahead && u * VECTOR_BYTES % LINE == 0)
                    prefetch_far((const char *)(from + i + u * VECTOR_LANES) + ahead);
                value[u] = vector_load(from + i + u * VECTOR_LANES);
            }
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++)
                store(to + i + u * VECTOR_LANES, value[u]);
    }
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        store(to + i, vector_load(from + i));
    copy_each(from + i, to + i, n - i);
}

static void copy(const void *input, void *output, size_t bytes)
{
    copy_all(input, output, bytes, 0, vector_store);
}

static void copy_stream(const void *input, void *output, size_t bytes)
{
    copy_all(input, output, bytes, 0, vector_stream);
}

static void copy_stream_prefetch(const void *input, void *output, size_t bytes)
{
    copy_all(input, output, bytes, STREAM_AHEAD, vector_stream);
}

static ALWAYS_INLINE void read_all(const void *input, size_t bytes, size_t ahead, struct fold *fold)
{
    const elem *const from = input;
    const size_t n = bytes / sizeof(elem);
    vector folds[TOGETHER] = {{0}};
    size_t i = 0;
    for (; i + STEP <= n; i += STEP) {
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                if (ahead && u * VECTOR_BYTES % LINE == 0)
                    __builtin_prefetch((const char *)(from + i + u * VECTOR_LANES) + ahead);
                folds[u] ^= vector_load(from + i + u * VECTOR_LANES);
            }
    }
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        folds[0] ^= vector_load(from + i);
    fold_vector(fold, folds[0] ^ folds[1] ^ folds[2] ^ folds[3]);
    read_each(from + i, n - i, fold);
}

static void read_plain(const void *input, size_t bytes, struct fold *fold)
{
    read_all(input, bytes, 0, fold);
}

static void read_prefetch(const void *input, size_t bytes, struct fold *fold)
{
    read_all(input, bytes, AHEAD, fold);
}

static void read_two(const void *input, const void *second, size_t bytes, struct fold *fold)
{
    const elem *const from = input, *const other = second;
    const size_t n = bytes / sizeof(elem);
    vector folds[TOGETHER] = {{0}};
    size_t i = 0;
    for (; i + STEP <= n; i += STEP) {
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++)
                folds[u] ^=
                    vector_load(from + i + u * VECTOR_LANES) ^ vector_load(other + i + u * VECTOR_LANES);
    }
    fold_vector(fold, folds[0] ^ folds[1] ^ folds[2] ^ folds[3]);
    read_each(from + i, n - i, fold);
    read_each(other + i, n - i, fold);
}

static ALWAYS_INLINE void copy_read_all(const void *input, void *output, size_t bytes, struct fold *fold,
                                        store_function *store)
{
    const elem *const from = input;
    elem *const to = output;
    const size_t n = bytes / sizeof(elem), head = head_of(to, n);
    vector all = {0};
    copy_each(from, to, head);
    read_each(from, head, fold);
    size_t i = head;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES) {
        const vector value = vector_load(from + i);
        store(to + i, value);
        all ^= value;
    }
    fold_vector(fold, all);
    copy_each(from + i, to + i, n - i);
    read_each(from + i, n - i, fold);
}

static void copy_read(const void *input, void *output, size_t bytes, struct fold *fold)
{
    copy_read_all(input, output, bytes, fold, vector_store);
}

static void copy_read_stream(const void *input, void *output, size_t bytes, struct fold *fold)
{
    copy_read_all(input, output, bytes, fold, vector_stream);
}

#define TABLE_(isa) limit_kernels_##isa
#define TABLE(isa) TABLE_(isa)
extern const struct limit_kernels TABLE(ISA);
const struct limit_kernels TABLE(ISA) = {.copy = copy,
                                         .copy_stream = copy_stream,
                                         .copy_stream_prefetch = copy_stream_prefetch,
                                         .read = read_plain,
                                         .read_prefetch = read_prefetch,
                                         .read_two = read_two,
                                         .copy_read = copy_read,
                                         .copy_read_stream = copy_read_stream};
