/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#ifndef SCANBENCH_EMULATE_H
#define SCANBENCH_EMULATE_H

#include "implementation/implementation.h"
#include "kernels/launch.h"
#include "machine/isa.h"

/* The axes of everything that groups do. */
#define GROUP_AXES                                                                      \
    (AXIS_BIT(AXIS_ENGINE) | AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | \
     AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA))

/* Start a launch for a run's point; the caller adds arguments. */
struct launch emulate_start(const struct run *run);

/* Run a kernel over `groups` groups: this worker takes its part of them. All workers call it together, and
 * all have finished when it returns. */
void emulate_launch(const struct run *run, launch_kernel *kernel, struct launch *launch, size_t groups);

/* All workers wait here until all have come. */
void emulate_join(const struct run *run);

/* Set words to zero for a kernel that counts on it, this worker its part; all have when it returns. */
void emulate_clear(const struct run *run, void *words, size_t bytes);

/* The index of values_per_thread in kernel tables: 1, 2, 4, 8, 16, 32 → 0 … 5; anything else is false. */
bool emulate_values_index(uint64_t values, unsigned *index);

/* True when the engine has kernels for the point's threads per group (a multiple of 32) and values per
 * thread. */
bool emulate_supports(const struct point *point, struct error *why);

/* The same where an access takes several of a thread's values. */
bool emulate_supports_width(const struct point *point, struct error *why);

/* The same where the algorithm halves a group again and again: threads are a power of two. */
bool emulate_supports_halving(const struct point *point, struct error *why);

#endif
