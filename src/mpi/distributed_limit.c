/* SPDX-License-Identifier: MIT */
/* What bounds arrays on ranks: the limits of the CPU, or of their devices, on the blocks of all ranks at
 * once.
 */
#include "base/memory.h"
#include "implementation/distribution.h"
#include "machine/isa.h"
#include "mpi/rank_block.h"

#include <stdlib.h>

extern const struct implementation limit_copy, limit_copy_stream_prefetch, limit_read_prefetch, limit_read2,
    limit_compact;
extern const struct implementation limit_device_copy, limit_group_copy, limit_group_read,
    limit_group_read_once, limit_group_read2, limit_group_read2_once, limit_group_compact;

static void finish(void *state)
{
    node_close(state);
    free(state);
}

static bool prepare(const struct implementation *limit, const struct run *run, void **state,
                    struct error *why)
{
    struct node_part *const own = memory_array(1, sizeof *own);
    *state = own;
    return node_open(own, run, limit, rank_elements(run), why);
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

static bool device_supports(const struct point *point, struct error *why)
{
    return node_engine(point->rank_algorithm) ||
           error_set(why, EXIT_USAGE, "its blocks are in the memory of devices");
}

static const struct cost copy_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost read_costs[] = {{"reads", "n"}, {0}};
static const struct cost read_two_costs[] = {{"reads", "2n"}, {0}};
static const struct cost compact_costs[] = {{"reads", "n"}, {"writes", "k"}, {0}};

#define DISTRIBUTED_LIMIT(id, kind, title, limit, flow, varies, traffic, ...)           \
    static bool prepare_##limit(const struct run *run, void **state, struct error *why) \
    {                                                                                   \
        return prepare(&limit, run, state, why);                                        \
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
        .costs_hold = ANY_SIZE,                                                         \
        .costs = traffic,                                                               \
        .prepare = prepare_##limit,                                                     \
        .finish = finish,                                                               \
        .run = limit_run,                                                               \
        __VA_ARGS__,                                                                    \
    };

#define ON_CPUS \
    .supports = supports, .preconditions = "mpiexec starts at least `ranks` ranks; the CPU has an isa"
/* No engine of a point: it is joined to points whose node has a device, and planned for nobody. */
#define ON_DEVICES                                          \
    .supports = device_supports, .engines = DEVICE_ENGINES, \
    .preconditions = "mpiexec starts at least `ranks` ranks, and each of them has a device"

DISTRIBUTED_LIMIT(distributed_copy, PRIMITIVE_COPY, "mpi/copy", limit_copy, "limit/copy on all ranks at once",
                  0, copy_costs, ON_CPUS)
DISTRIBUTED_LIMIT(distributed_copy_stream, PRIMITIVE_COPY, "mpi/copy-stream", limit_copy_stream_prefetch,
                  "limit/copy-stream-prefetch on all ranks at once", 0, copy_costs, ON_CPUS)
DISTRIBUTED_LIMIT(distributed_read, PRIMITIVE_READ, "mpi/read", limit_read_prefetch,
                  "limit/read-prefetch on all ranks at once", 0, read_costs, ON_CPUS)
DISTRIBUTED_LIMIT(distributed_read2, PRIMITIVE_READ_TWO, "mpi/read2", limit_read2,
                  "limit/read2 on all ranks at once", 0, read_two_costs, ON_CPUS)
DISTRIBUTED_LIMIT(distributed_copy_part, PRIMITIVE_COPY_PART, "mpi/partial-copy", limit_compact,
                  "limit/compact on all ranks at once", AXIS_BIT(AXIS_SELECTIVITY), compact_costs, ON_CPUS)

DISTRIBUTED_LIMIT(distributed_device_copy, PRIMITIVE_COPY, "mpi/device-copy", limit_device_copy,
                  "limit/device-copy on all ranks at once", AXIS_BIT(AXIS_RANK_ALGORITHM), copy_costs,
                  ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_copy, PRIMITIVE_COPY, "mpi/group-copy", limit_group_copy,
                  "limit/group-copy on all ranks at once", AXIS_BIT(AXIS_RANK_ALGORITHM), copy_costs,
                  ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_read, PRIMITIVE_READ, "mpi/group-read", limit_group_read,
                  "limit/group-read on all ranks at once", AXIS_BIT(AXIS_RANK_ALGORITHM), read_costs,
                  ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_read_once, PRIMITIVE_READ, "mpi/group-read-once", limit_group_read_once,
                  "limit/group-read-once on all ranks at once", AXIS_BIT(AXIS_RANK_ALGORITHM), read_costs,
                  ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_read2, PRIMITIVE_READ_TWO, "mpi/group-read2", limit_group_read2,
                  "limit/group-read2 on all ranks at once", AXIS_BIT(AXIS_RANK_ALGORITHM), read_two_costs,
                  ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_read2_once, PRIMITIVE_READ_TWO, "mpi/group-read2-once",
                  limit_group_read2_once, "limit/group-read2-once on all ranks at once",
                  AXIS_BIT(AXIS_RANK_ALGORITHM), read_two_costs, ON_DEVICES)
DISTRIBUTED_LIMIT(distributed_group_copy_part, PRIMITIVE_COPY_PART, "mpi/group-partial-copy",
                  limit_group_compact, "limit/group-compact on all ranks at once",
                  AXIS_BIT(AXIS_RANK_ALGORITHM) | AXIS_BIT(AXIS_SELECTIVITY), compact_costs, ON_DEVICES)
