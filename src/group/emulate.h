/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#ifndef SCANBENCH_EMULATE_H
#define SCANBENCH_EMULATE_H

#include "implementation/implementation.h"
#include "kernels/launch.h"

/* Run a kernel over `groups` groups: this worker takes its part of them. Arguments, threads and full_groups
 * are set by the caller; all workers call it together, and all have finished when it returns. */
void emulate_launch(const struct run *run, launch_kernel *kernel, struct launch *launch, size_t groups);

/* The index of values_per_thread in kernel tables: 1, 2, 4, 8, 16, 32 → 0 … 5; anything else is false. */
bool emulate_values_index(uint64_t values, unsigned *index);

/* True when the engine has kernels for the point's threads per group and values per thread. */
bool emulate_supports(const struct point *point, struct error *why);

#endif
