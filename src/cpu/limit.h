/* SPDX-License-Identifier: MIT */
/* The kernels that show what memory allows, one table for each ISA. */
#ifndef SCANBENCH_LIMIT_H
#define SCANBENCH_LIMIT_H

#include <stddef.h>

/* Copy bytes, a multiple of 4, between buffers aligned to 4 that do not overlap. */
typedef void copy_kernel(const void *input, void *output, size_t bytes);

struct limit_kernels {
    copy_kernel *copy;
};

#endif
