/* SPDX-License-Identifier: MIT */
/* What a rank computes its block with: an implementation of the CPU, ready for the block's size. */
#include "mpi/node_part.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "implementation/distribution.h"
#include "machine/isa.h"
#include "machine/workers/team.h"

#include <stdlib.h>

/* Their descriptors, in the files of the CPU. */
#define NODE_ROW(NAME, spelling, scan, reduce, dot, count, compact) \
    extern const struct implementation scan, reduce, dot, count, compact;
#include "implementation/node.def"
#undef NODE_ROW

const struct implementation *node_implementation(uint64_t node, enum primitive primitive)
{
    static const struct implementation *const all[NODES][PRIMITIVE_COUNT] = {
#define NODE_ROW(NAME, spelling, scan, reduce, dot, count, compact) \
    [NODE_##NAME] = {[PRIMITIVE_SCAN] = &scan,                      \
                     [PRIMITIVE_REDUCE] = &reduce,                  \
                     [PRIMITIVE_DOT] = &dot,                        \
                     [PRIMITIVE_TALLY] = &count,                    \
                     [PRIMITIVE_COMPACT] = &compact},
#include "implementation/node.def"
#undef NODE_ROW
    };
    return node < NODES ? all[node][primitive] : NULL;
}

struct point node_point(const struct point *whole, enum primitive primitive, size_t n)
{
    struct point point = {.implementation = node_implementation(whole->node, primitive)};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = whole->axis[axis] ? whole->axis[axis] : axis_info[axis].fallback;
    if (point_has(&point, AXIS_ISA))
        point.isa = isa_best();
    point.n = n;
    return point;
}

bool node_supports(const struct point *whole, enum primitive primitive, struct error *why)
{
    const struct point point = node_point(whole, primitive, whole->n);
    const struct implementation *const implementation = point.implementation;
    if (!implementation)
        return error_set(why, EXIT_USAGE, "node %s has no %s", node_names[whole->node],
                         primitive_names[primitive]);
    if (point_has(&point, AXIS_ISA) && !isa_any(why))
        return false;
    if (!(implementation->dtypes & 1u << point.dtype))
        return error_set(why, EXIT_USAGE, "node %s does not take dtype %s", node_names[whole->node],
                         dtype_names[point.dtype]);
    if (!point_has(&point, AXIS_WORKERS) && whole->workers > 1)
        return error_set(why, EXIT_USAGE, "node %s works alone; expected workers 1", node_names[whole->node]);
    return !implementation->supports || implementation->supports(&point, why);
}

void node_open(struct node_part *part, const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    *part = (struct node_part){.point = *point};
    part->scratch = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
    if (!part->scratch)
        memory_end(bytes);
}

void node_close(struct node_part *part)
{
    free(part->scratch);
    *part = (struct node_part){0};
}

void node_run(const struct node_part *part, const struct run *run)
{
    struct run own = *run;
    own.point = &part->point;
    own.scratch = part->scratch;
    own.state = NULL;
    own.ranks = NULL;
    if (run->worker == 0 || point_has(&part->point, AXIS_WORKERS))
        part->point.implementation->run(&own);
    team_barrier(run->team, run->worker);
}
