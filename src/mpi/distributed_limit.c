/* SPDX-License-Identifier: MIT */
/* What bounds arrays on ranks: the limits of the CPU, on the blocks of all ranks at once. */
#include "base/memory.h"
#include "machine/isa.h"
#include "mpi/rank_block.h"

#include <stdlib.h>

extern const struct implementation limit_copy, limit_copy_stream_prefetch, limit_read_prefetch, limit_read2,
    limit_compact;

static struct point point_of(const struct implementation *limit, const struct run *run)
{
    struct point point = {.implementation = limit};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = run->point->axis[axis];
    point.isa = isa_best();
    point.n = rank_elements(run);
    return point;
}

static bool prepare(const struct implementation *limit, const struct run *run, void **state)
{
    struct node_part *const own = memory_array(1, sizeof *own);
    const struct point point = point_of(limit, run);
    node_open(own, &point);
    *state = own;
    return true;
}

static void finish(void *state)
{
    node_close(state);
    free(state);
}

static void limit_run(const struct run *run)
{
    node_run(run->state, run);
}

static bool supports(const struct point *point, struct error *why)
{
    (void)point;
    return isa_any(why);
}

static size_t no_roundings(const struct point *point)
{
    (void)point;
    return 0;
}

static const struct cost copy_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost read_costs[] = {{"reads", "n"}, {0}};
static const struct cost read_two_costs[] = {{"reads", "2n"}, {0}};
static const struct cost compact_costs[] = {{"reads", "n"}, {"writes", "k"}, {0}};

#define DISTRIBUTED_LIMIT(id, kind, title, limit, flow, varies, traffic)                \
    static bool prepare_##limit(const struct run *run, void **state, struct error *why) \
    {                                                                                   \
        (void)why;                                                                      \
        return prepare(&limit, run, state);                                             \
    }                                                                                   \
    const struct implementation id = {                                                  \
        .name = title,                                                                  \
        .summary = flow,                                                                \
        .source = "scanbench",                                                          \
        .primitive = kind,                                                              \
        .family = FAMILY_MPI,                                                           \
        .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) | (varies),               \
        .dtypes = EVERY_DTYPE,                                                          \
        .phases = "each rank its block: " flow,                                         \
        .preconditions = "mpiexec starts at least `ranks` ranks; the CPU has an isa",   \
        .costs_hold = ANY_SIZE,                                                         \
        .costs = traffic,                                                               \
        .supports = supports,                                                           \
        .roundings = no_roundings,                                                      \
        .prepare = prepare_##limit,                                                     \
        .finish = finish,                                                               \
        .run = limit_run,                                                               \
    };

DISTRIBUTED_LIMIT(distributed_copy, PRIMITIVE_COPY, "mpi/copy", limit_copy, "limit/copy on all ranks at once",
                  0, copy_costs)
DISTRIBUTED_LIMIT(distributed_copy_stream, PRIMITIVE_COPY, "mpi/copy-stream", limit_copy_stream_prefetch,
                  "limit/copy-stream-prefetch on all ranks at once", 0, copy_costs)
DISTRIBUTED_LIMIT(distributed_read, PRIMITIVE_READ, "mpi/read", limit_read_prefetch,
                  "limit/read-prefetch on all ranks at once", 0, read_costs)
DISTRIBUTED_LIMIT(distributed_read2, PRIMITIVE_READ_TWO, "mpi/read2", limit_read2,
                  "limit/read2 on all ranks at once", 0, read_two_costs)
DISTRIBUTED_LIMIT(distributed_copy_part, PRIMITIVE_COPY_PART, "mpi/partial-copy", limit_compact,
                  "limit/compact on all ranks at once", AXIS_BIT(AXIS_SELECTIVITY), compact_costs)
