/* SPDX-License-Identifier: MIT */
/* Kernels that the compiler of this program has built, for the engines of the host: tables to find them in.
 */
#pragma once

#include "engine/engine.h"
#include "kernels/launch.h"

struct compiled_kernel {
    const struct kernel *kernel;
    launch_kernel *function;
};

/* A group function that kernels may call as LOCAL. */
struct compiled_local {
    const char *name;
    group_function *function;
};

/* Both lists end with {0}. */
struct compiled_table {
    const struct compiled_kernel *kernels;
    const struct compiled_local *locals;
};

/* What it gives as built: a launch that lacks its groups and arguments. */
struct compiled {
    struct built built;
    launch_kernel *function;
    struct launch launch;
};

/* Find a kernel, and its local group function, in tables that end with NULL. */
bool compiled_build(const struct compiled_table *const *tables, const struct kernel *kernel,
                    const struct build *build, struct built **built, struct error *why);
void compiled_discard(struct built *built);

/* The launch of a built kernel with its arguments. */
struct launch compiled_launch(const struct compiled *compiled, const void *arguments);

/* Copies between runs and memory of the host, which have no device: copy_in and copy_out. */
void compiled_copy(struct engine_device *device, void *to, const void *from, size_t bytes);
