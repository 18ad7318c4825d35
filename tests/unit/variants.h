/* SPDX-License-Identifier: MIT */
/* For tests that walk the registry: what an implementation takes on the axes local and broadcast. */
#ifndef SCANBENCH_VARIANTS_H
#define SCANBENCH_VARIANTS_H

#include "implementation/implementation.h"

#include <string.h>

/* Whether it is a published form of another implementation: group/x/form. */
static inline bool is_form(const struct implementation *implementation)
{
    const char *const slash = strchr(implementation->name, '/');
    return slash && strchr(slash + 1, '/');
}

/* Whether the pair is one that the implementation takes; 0 on an axis that it lacks. What is right only where
 * lanes run in step has a test of its own; broadcasts and published forms come with two of the algorithms
 * within a group, since it takes long to compile each with all of them. */
static inline bool is_variant(const struct implementation *implementation, uint64_t local, uint64_t broadcast)
{
    const struct local_algorithm *const algorithm = implementation_local(implementation, local);
    const bool has_local = implementation->axes & AXIS_BIT(AXIS_LOCAL);
    const bool has_broadcast = implementation->axes & AXIS_BIT(AXIS_BROADCAST);
    if (has_local && (broadcast > BROADCAST_NO || is_form(implementation)) && local != LOCAL_RAKING &&
        local != LOCAL_COOPERATIVE)
        return false;
    return (has_local ? algorithm && !algorithm->lockstep : local == LOCAL_NONE) &&
           has_broadcast == (broadcast != BROADCAST_NONE);
}

/* The same point with each pair that its implementation takes. */
#define EACH_VARIANT(point)                                                                 \
    for ((point)->local = 0; (point)->local < LOCAL_COUNT; (point)->local++)                \
        for ((point)->broadcast = 0; (point)->broadcast < BROADCASTS; (point)->broadcast++) \
            if (is_variant((point)->implementation, (point)->local, (point)->broadcast))

#endif
