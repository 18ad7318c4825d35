/* SPDX-License-Identifier: MIT */
/* All that a kernel may touch while it runs. It never sees the expected answer. */
#pragma once

#include "implementation/point.h"

struct team;
struct place;
struct engine;
struct engine_device;
struct rank_group;

struct run {
    const struct point *point;
    const void *input;  /* n elements, read-only */
    const void *second; /* dot, read2: the second n; scan of groups: initial, if a device has it; NULL */
    void *output;       /* n elements for scans and copies, room for n for compactions, one for each row of a
                           reduction, for a dot product or read, none for a count; overlaps the input only as the
                           same array, and only for an implementation that has the axis in_place */
    uint64_t *count; /* count, compact: receives how many elements are > 0; partial copy: the exclusive or of
                        the bits of all elements; else NULL */
    union element initial; /* scan: what precedes the first element; the operator's identity by default, and
                              before every row */
    void *scratch;         /* scratch_bytes(point), 64-byte aligned; shared by all workers */
    struct team *team;     /* for team_barrier */
    unsigned worker;       /* who runs this: 0 … workers − 1 */
    unsigned workers;
    const struct place *places;   /* of the workers; NULL: nobody is pinned */
    void *state;                  /* what prepare left */
    const struct engine *engine;  /* of group implementations: runs their kernels */
    struct engine_device *device; /* of the engine; NULL where it needs none */
    bool unanswered; /* check alone sets it: who does the work of those that are late finds most of them so */
    /* Of a distributed array: those of the point, of whose arrays the ones above are this rank's blocks (of
     * an exclusive scan over ranks, its n words); count has after it, for a compaction, how many elements
     * are kept on the ranks before. NULL: one rank alone. */
    const struct rank_group *ranks;
};
