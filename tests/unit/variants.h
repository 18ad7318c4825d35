/* SPDX-License-Identifier: MIT */
/* For tests that walk the registry: what an implementation takes on the axes local and broadcast, and its
 * points. */
#pragma once

#include "implementation/implementation.h"
#include "machine/isa.h"

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
    const bool has_local = implementation->axes & AXIS_BIT(AXIS_GROUP_ALGORITHM);
    const bool has_broadcast = implementation->axes & AXIS_BIT(AXIS_BROADCAST);
    if (has_local && (broadcast > BROADCAST_NO || is_form(implementation)) && local != LOCAL_RAKING &&
        local != LOCAL_COOPERATIVE)
        return false;
    return (has_local ? algorithm && !algorithm->lockstep : local == LOCAL_NONE) &&
           has_broadcast == (broadcast != BROADCAST_NONE);
}

/* The same point with each pair that its implementation takes. */
#define EACH_VARIANT(point)                                                                                \
    for ((point)->group_algorithm = 0; (point)->group_algorithm < LOCAL_COUNT; (point)->group_algorithm++) \
        for ((point)->broadcast = 0; (point)->broadcast < BROADCASTS; (point)->broadcast++)                \
            if (is_variant((point)->implementation, (point)->group_algorithm, (point)->broadcast))

/* A point of the implementation with the local and broadcast of `variant`: on each other axis that it has
 * what a config leaves it at, here, with one worker. */
static inline struct point point_of_variant(const struct implementation *implementation,
                                            const struct point *variant)
{
    struct point point = implementation_point(implementation);
    point.group_algorithm = variant->group_algorithm;
    point.broadcast = variant->broadcast;
    if (!point_has(&point, AXIS_LANE_SCAN)) /* which follows from the local step */
        point.lane_scan = NETWORK_NONE;
    point.isa = isa_best();
    point.workers = 1;
    return point;
}

/* The lengths of rows that a point is tried with, of which 0 is the whole array: of what takes rows those
 * within an access, of odd and even length, as long as a subgroup's, and longer than a small tile. */
static const uint64_t tried_rows[] = {0, 1, 7, 32, 100, 1000};
enum { TRIED_ROWS = sizeof tried_rows / sizeof tried_rows[0] };
#define EACH_ROW_LENGTH(point)                                                                        \
    for (size_t row_ = 0;                                                                             \
         row_ < ((point)->implementation->axes & AXIS_BIT(AXIS_ROW_LENGTH) ? TRIED_ROWS : 1); row_++) \
        if (((point)->row_length = tried_rows[row_], true))
