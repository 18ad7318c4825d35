/* SPDX-License-Identifier: MIT */
/* All that a kernel may touch while it runs. It never sees the expected answer. */
#ifndef SCANBENCH_RUN_H
#define SCANBENCH_RUN_H

#include "implementation/point.h"

struct team;

struct run {
    const struct point *point;
    const void *input; /* n elements, read-only */
    void *output;      /* n elements for a scan; never overlaps the input */
    void *scratch;     /* scratch_bytes(point), 64-byte aligned; shared by all workers */
    struct team *team; /* for team_barrier */
    unsigned worker;   /* who runs this: 0 … workers − 1 */
    unsigned workers;
};

#endif
