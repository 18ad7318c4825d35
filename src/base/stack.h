/* SPDX-License-Identifier: MIT */
/* How much stack a process needs and has. */
#pragma once

#include "base/error.h"

#include <stddef.h>

/* Kernels of groups keep what the threads of a group hold in their frames: 1.1 MiB at most, and in builds
 * without optimisation twice that. A launch begins up to a MiB further down. */
enum {
    STACK_KERNELS = 4 << 20, /* of what runs kernels, and of each worker */
    STACK_OTHERS = 512 << 10 /* of all else: JSON 2048 levels deep takes 256 KiB */
};

/* Have that much stack below the caller: the soft limit is raised where the hard one lets it. EXIT_SYSTEM
 * with what is needed and what there is. Of the first thread alone. */
bool stack_require(size_t need, struct error *error);
