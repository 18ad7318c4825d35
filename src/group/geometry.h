/* SPDX-License-Identifier: MIT */
/* What groups ask of threads and values per thread, and the axes that all of them have. */
#pragma once

#include "implementation/implementation.h"

/* The axes of everything that groups do. */
#define GROUP_AXES \
    (AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA))

/* True when there are kernels for the point's threads per group, a multiple of 32, and its values per thread.
 */
bool geometry_supports(const struct point *point, struct error *why);

/* The same where an access takes several of a thread's values: of consecutive ones, which timed engines read
 * in the widest accesses there are, in the model alone. */
bool geometry_supports_width(const struct point *point, struct error *why);

/* The same where a thread of each group waits for one other group. */
bool geometry_supports_one_round(const struct point *point, struct error *why);

/* The same where groups stay and read ahead, which takes subgroups with other roles and whole accesses of 16
 * bytes. */
bool geometry_supports_ahead(const struct point *point, struct error *why);

/* The same where the algorithm halves a group again and again: threads are a power of two. */
bool geometry_supports_halving(const struct point *point, struct error *why);

/* Nanoseconds before a subgroup first looks at what other groups have published, and between looks on a GPU,
 * as CUB has them for Hopper: who looks too often slows down those that it waits for. */
enum { FIRST_LOOK_NS = 1200, NEXT_LOOK_NS = 650 };
