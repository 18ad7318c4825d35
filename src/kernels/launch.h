/* SPDX-License-Identifier: MIT */
/* How an engine on the host starts a kernel: its groups and its arguments in the order of its parameters. */
#ifndef SCANBENCH_LAUNCH_H
#define SCANBENCH_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_ARGUMENTS = 8 };

/* How a simdgroup scans its lanes: adds and depth for 32 are 129 and 5, 80 and 5, 57 and 9, 80 and 6. */
enum network {
    NETWORK_NONE, /* the default, Kogge–Stone */
    NETWORK_KOGGE_STONE,
    NETWORK_SKLANSKY,
    NETWORK_BRENT_KUNG,
    NETWORK_HAN_CARLSON,
};

/* Which elements of a tile a thread owns: consecutive ones, or equally spaced ones. */
enum layout {
    LAYOUT_NONE,
    LAYOUT_BLOCKED,
    LAYOUT_STRIPED,
};

union argument {
    const void *in;
    void *out;
    uint64_t value;
};

struct launch {
    size_t first_group, last_group; /* run groups first_group … last_group − 1 */
    unsigned threads;               /* a group: a multiple of 32 up to 1024 */
    unsigned values;                /* a thread: for kernels that are not compiled for one number of them */
    unsigned width;                 /* elements of an access to a tile, where that is counted; 0: one */
    unsigned dtype, op;             /* enum dtype, enum op: for those that are compiled for no type */
    void (*local)(void);            /* the group function that the kernel calls as LOCAL, if it does */
    unsigned streamed;              /* not 0: tiles are stored past the caches of a core */
    unsigned ahead;       /* bytes from what a tile loads to what is to be fetched early; 0: nothing */
    unsigned place;       /* bytes from a page's start to private arrays, a multiple of 64 */
    enum network network; /* of its simdgroup scans */
    union argument argument[LAUNCH_ARGUMENTS];
};

typedef void launch_kernel(const struct launch *launch);

#endif
