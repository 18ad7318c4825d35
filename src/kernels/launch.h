/* SPDX-License-Identifier: MIT */
/* How an engine on the host starts a kernel: its groups and its arguments in the order of its parameters. */
#pragma once

#include "kernels/choices.h"
#include "kernels/parameters.h"

#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_ARGUMENTS = 12 };

union argument {
    const void *in;
    void *out;
    uint64_t value;
};

/* A group function of the kernels, whatever its parameters are. */
typedef void group_function(void);

struct launch {
    size_t first_group, last_group; /* run groups first_group … last_group − 1 */
    size_t group_step;              /* every how-manieth of them; 0: each */
    unsigned threads;               /* a group: a multiple of 32 up to 1024 */
    unsigned values;                /* a thread: for kernels that are not compiled for one number of them */
    unsigned width;                 /* elements of an access to a tile, where that is counted; 0: one */
    unsigned dtype, op;             /* enum dtype, enum op: for those that are compiled for no type */
    uint64_t flip;                  /* the bits of an element that build for min and max flips: op_flip */
    group_function *local;          /* what the kernel calls as LOCAL, if it does */
    unsigned reversed;              /* not 0: from the last element of its arrays to the first */
    unsigned streamed;              /* not 0: tiles are stored past the caches of a core */
    unsigned ahead;       /* bytes from what a tile loads to what is to be fetched early; 0: nothing */
    unsigned place;       /* bytes from a page's start to private arrays, a multiple of 64 */
    enum network network; /* of its subgroup scans */
    union argument argument[LAUNCH_ARGUMENTS];
};

typedef void launch_kernel(const struct launch *launch);

/* The arguments of `launch` as a kernel's parameters, a comma before each. */
#define UNPACKED(...) EACH_PARAMETER(UNPACK_, __VA_ARGS__)
#define UNPACK_(index, kind, type, name) , UNPACK_##kind(type, launch->argument[index])
#define UNPACK_BUFFER_IN(type, from) (from).in
#define UNPACK_BUFFER_OUT(type, from) (from).out
#define UNPACK_BUFFER_EXCHANGE(type, from) (from).out
#define UNPACK_BY_VALUE(type, from) (type)(from).value
