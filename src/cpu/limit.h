/* SPDX-License-Identifier: MIT */
/* The kernels that show what memory allows, one table for each ISA. */
#pragma once

#include "machine/isa.h"

#include <stddef.h>
#include <stdint.h>

/* All kernels take as many bytes as there are, from anywhere to anywhere, in buffers that do not overlap, but
 * for `copy`, which may copy an array onto itself. Those that store past the caches leave the fence to the
 * caller. */
typedef void copy_kernel(const void *input, void *output, size_t bytes);

/* The exclusive or of what was read, whole elements: narrow ones anywhere in it, each in a place that is a
 * multiple of their width. `second` is read beside `input` by those of two streams, and of no meaning to the
 * others. */
typedef uint64_t read_kernel(const void *input, const void *second, size_t bytes);
/* The same of a copy. */
typedef uint64_t copy_read_kernel(const void *input, void *output, size_t bytes);

/* The same of `bytes` of which the first `copied` are copied, as fast as the caches are. */
struct copied_part {
    const void *input;
    void *output;
    size_t copied, bytes;
};
typedef uint64_t copy_part_kernel(const struct copied_part *part);

/* How memory is copied: COPY_SHAPE(NAME, name, load, store, bytes by which the input is fetched early). All
 * but the plain one store past the caches. */
#define FOR_EACH_COPY_SHAPE(COPY_SHAPE)                      \
    COPY_SHAPE(PLAIN, plain, load, store, 0)                 \
    COPY_SHAPE(STREAM, stream, load, store_past, 0)          \
    COPY_SHAPE(AHEAD, ahead, load, store_past, STREAM_AHEAD) \
    COPY_SHAPE(SPLIT, split, load_halves, store_past, 0)
enum copy_shape {
#define COPY_SHAPE(NAME, ...) COPY_##NAME,
    FOR_EACH_COPY_SHAPE(COPY_SHAPE)
#undef COPY_SHAPE
        COPY_SHAPE_COUNT,
};

/* How memory is read: READ_SHAPE(NAME, name, streams, registers at a time, bytes that software prefetches
 * ahead; 0: none; places of a stream that are read side by side, accesses for a register). Which one is
 * fastest depends on where the bytes are. */
#define FOR_EACH_READ_SHAPE(READ_SHAPE)                        \
    READ_SHAPE(PLAIN, plain, 1, 4, 0, 1, 1)                    \
    READ_SHAPE(PREFETCH, prefetch, 1, 4, 2048, 1, 1)           \
    READ_SHAPE(WIDE, wide, 1, 8, 0, 1, 1)                      \
    READ_SHAPE(WIDE_PREFETCH, wide_prefetch, 1, 8, 1024, 1, 1) \
    READ_SHAPE(SPLIT, split, 1, 4, 0, 1, 2)                    \
    READ_SHAPE(TWO, two, 2, 4, 0, 1, 1)                        \
    READ_SHAPE(TWO_WIDE, two_wide, 2, 8, 0, 1, 1)              \
    READ_SHAPE(TWO_PREFETCH, two_prefetch, 2, 8, 1024, 1, 1)   \
    READ_SHAPE(TWO_HALVES, two_halves, 2, 2, 0, 2, 1)          \
    READ_SHAPE(TWO_SPLIT, two_split, 2, 4, 0, 1, 2)
enum read_shape {
#define READ_SHAPE(NAME, ...) READ_##NAME,
    FOR_EACH_READ_SHAPE(READ_SHAPE)
#undef READ_SHAPE
        READ_SHAPE_COUNT,
};

struct limit_kernels {
    copy_kernel *copy[COPY_SHAPE_COUNT];
    read_kernel *read[READ_SHAPE_COUNT];
    copy_read_kernel *copy_read[2]; /* the second past the caches */
    copy_part_kernel *copy_part[2]; /* the second with input fetched 1 KiB early */
};

/* The kernels of an available ISA. */
const struct limit_kernels *limit_kernels(enum isa isa);
