/* SPDX-License-Identifier: MIT */
/* The kernels that show what memory allows, one table for each ISA. */
#ifndef SCANBENCH_LIMIT_H
#define SCANBENCH_LIMIT_H

#include "machine/isa.h"

#include <stddef.h>
#include <stdint.h>

/* All kernels take bytes that are a multiple of 4, in buffers aligned to 4 that do not overlap. Those that
 * store past the caches leave the fence to the caller. */
typedef void copy_kernel(const void *input, void *output, size_t bytes);

/* The exclusive or of what was read, spread over lanes: a 64-bit element over two. */
struct fold {
    _Alignas(64) uint32_t lanes[16];
};

typedef void read_kernel(const void *input, size_t bytes, struct fold *fold);
typedef void read_two_kernel(const void *input, const void *second, size_t bytes, struct fold *fold);
typedef void copy_read_kernel(const void *input, void *output, size_t bytes, struct fold *fold);

struct limit_kernels {
    copy_kernel *copy;
    copy_kernel *copy_stream;          /* past the caches */
    copy_kernel *copy_stream_prefetch; /* the same, input fetched STREAM_AHEAD bytes early */
    read_kernel *read;
    read_kernel *read_prefetch; /* 2 KiB ahead, in software */
    read_two_kernel *read_two;
    copy_read_kernel *copy_read;
    copy_read_kernel *copy_read_stream; /* past the caches */
};

/* The kernels of an available ISA. */
const struct limit_kernels *limit_kernels(enum isa isa);

#endif
