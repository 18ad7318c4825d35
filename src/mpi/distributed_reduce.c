/* SPDX-License-Identifier: MIT */
/* Reductions, dot products and counts of arrays that lie in blocks on ranks; every rank gets the result. */
#include "implementation/distribution.h"
#include "mpi/rank_block.h"

static bool supports(const struct point *point, struct error *why)
{
    return rank_reduces(point, why) && device_exchange_supports(point, why) &&
           node_supports(point, point->implementation->primitive, why);
}

static void reduce_run(const struct run *run)
{
    const struct rank_part *const own = run->state;
    struct run part = *run;
    union element *const mine = own->exchange.own, *const all = own->exchange.result;
    const bool away = rank_exchange_away(run);
    part.output = mine;
    part.count = &mine->u64;
    (away ? node_enqueue : node_run)(&own->node, &part);
    if (run->worker > 0)
        return;
    exchange_reduce(&own->exchange.exchange, away ? own->node.word : mine, all);
    if (run->count)
        *run->count = all->u64;
    else
        element_store(run->point->dtype, run->output, 0, *all);
}

static size_t roundings(const struct point *point)
{
    return point->n + point->ranks;
}

static double predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const enum primitive primitive = point->implementation->primitive;
    const double size = (double)dtype_size(point->dtype), ranks = (double)point->ranks;
    const double word = primitive_counts(primitive) ? sizeof(uint64_t) : size;
    (void)selected;
    return primitive_inputs(primitive) * size * (double)point->n / ranks / costs->bytes_per_s +
           exchange_reduce_s(point->collective, (unsigned)point->ranks, word, costs);
}

static const struct cost reduce_costs[] = {
    {"reads", "n"}, {"messages one after the other, recursive-doubling", "q"}, {0}};
static const struct cost dot_costs[] = {
    {"reads", "2n"}, {"messages one after the other, recursive-doubling", "q"}, {0}};

#define DISTRIBUTED_REDUCTION(id, kind, title, flow, varies, ops_, traffic, time)                           \
    const struct implementation id = {                                                                      \
        .name = title,                                                                                      \
        .summary = flow,                                                                                    \
        .source = "scanbench",                                                                              \
        .primitive = kind,                                                                                  \
        .family = FAMILY_MPI,                                                                               \
        .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) | AXIS_BIT(AXIS_COLLECTIVE) |                 \
                AXIS_BIT(AXIS_RANK_ALGORITHM) | (varies),                                                   \
        .dtypes = EVERY_DTYPE,                                                                              \
        .ops = ops_,                                                                                        \
        .phases =                                                                                           \
            flow "\nthe p results are joined over ranks, so that each has all: " time "\n" RANK_COSTS_TEXT, \
        .preconditions = "mpiexec starts at least `ranks` ranks; the exchange is not one for scans alone",  \
        .costs_hold = ANY_SIZE,                                                                             \
        .costs = traffic,                                                                                   \
        .supports = supports,                                                                               \
        .roundings = roundings,                                                                             \
        .predict = predict,                                                                                 \
        .prepare = rank_part_prepare,                                                                       \
        .finish = rank_part_finish,                                                                         \
        .run = reduce_run,                                                                                  \
    };

DISTRIBUTED_REDUCTION(distributed_reduce, PRIMITIVE_REDUCE, "mpi/reduce", "each rank reduces its block",
                      AXIS_BIT(AXIS_OP), EVERY_OP, reduce_costs, "nB/(p b) + q(a + cB)")
DISTRIBUTED_REDUCTION(distributed_dot, PRIMITIVE_DOT, "mpi/dot",
                      "each rank multiplies and adds up its blocks", 0, 0, dot_costs, "2nB/(p b) + q(a + cB)")
DISTRIBUTED_REDUCTION(distributed_count, PRIMITIVE_TALLY, "mpi/count", "each rank counts in its block",
                      AXIS_BIT(AXIS_SELECTIVITY), 0, reduce_costs, "nB/(p b) + q(a + 8c)")
