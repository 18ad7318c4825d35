/* SPDX-License-Identifier: MIT */
/* The reduction of an array over groups, level by level. */
#ifndef SCANBENCH_GROUP_REDUCE_H
#define SCANBENCH_GROUP_REDUCE_H

#include "engine/emulate/emulate.h"
#include "engine/emulate/emulate_scan.h"
#include "group/levels.h"

/* A reduction of levels.n > 0 elements to one, with kernels, threads and values of the caller's choice. */
struct group_reduce {
    const struct run *run;
    struct levels levels;
    const void *in;
    void *out;
    void *scratch; /* levels_bytes */
    enum layout layout;
    unsigned width;
    bool broadcast;
    const struct scan_kernels *kernels;
    unsigned values; /* index of values per thread */
    enum local local;
    struct launch launch; /* what every launch starts as */
};

/* By all workers together. */
void reduce_levels(const struct group_reduce *reduce);

#endif
