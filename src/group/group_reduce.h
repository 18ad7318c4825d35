/* SPDX-License-Identifier: MIT */
/* The reduction of an array over groups, level by level. */
#pragma once

#include "engine/program.h"
#include "group/levels.h"

/* A reduction of levels.n > 0 elements to one by a kernel that the caller has built. */
struct group_reduce {
    const struct run *run;
    struct levels levels;
    const void *in;
    void *out;
    void *scratch; /* levels_bytes */
    enum layout layout;
    unsigned width;
    unsigned broadcast; /* lanes that store what all threads of a group get; 0: only the first has it */
    const struct built *reduce_tile;
};

/* By all workers together. */
void reduce_levels(const struct group_reduce *reduce);
