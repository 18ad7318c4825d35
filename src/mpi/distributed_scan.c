/* SPDX-License-Identifier: MIT */
/* Scans of arrays that lie in blocks on ranks: each scans its block with what the CPU has, from what precedes
 * it. */
#include "base/memory.h"
#include "cpu/serial_loops.h"
#include "implementation/distribution.h"
#include "machine/workers/team.h"
#include "mpi/rank_block.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 256 };

/* What precedes a range, joined to all of it. */
typedef void offset_loop(void *values, size_t first, size_t last, union element before);

#define OFFSET_LOOPS(type, name, op, COMBINE)                                                       \
    static void offset_##op##_##name(void *values, size_t first, size_t last, union element before) \
    {                                                                                               \
        type *const value = values;                                                                 \
        for (size_t i = first; i < last; i++)                                                       \
            value[i] = COMBINE(before.name, value[i]);                                              \
    }
FOR_EACH_LOOP(OFFSET_LOOPS)
static offset_loop *const offset_loops[OP_COUNT][DTYPE_COUNT] = LOOP_TABLE(offset);

struct distributed_scan {
    struct node_part scan, reduce;
    struct rank_exchange exchange;
    union element last; /* of the input */
};

static bool scan_supports(const struct point *point, struct error *why)
{
    if (node_engine(point->node) && point->schedule == SCHEDULE_SCAN_FIRST)
        return error_set(why, EXIT_USAGE, "node %s has no %s; expected schedule %s", node_names[point->node],
                         schedule_names[SCHEDULE_SCAN_FIRST], schedule_names[SCHEDULE_REDUCE_FIRST]);
    return node_supports(point, PRIMITIVE_SCAN, why) && node_supports(point, PRIMITIVE_REDUCE, why);
}

static void scan_finish(void *state)
{
    struct distributed_scan *const own = state;
    node_close(&own->scan);
    node_close(&own->reduce);
    rank_exchange_close(&own->exchange);
    free(own);
}

static bool scan_prepare(const struct run *run, void **state, struct error *why)
{
    struct distributed_scan *const own = memory_array(1, sizeof *own);
    const uint64_t node = run->point->node;
    const size_t n = rank_elements(run);
    rank_exchange_open(&own->exchange, run, run->point->dtype, run->point->op, 1);
    *state = own;
    if (node_open(&own->scan, run, node_implementation(node, PRIMITIVE_SCAN), n, why) &&
        node_open(&own->reduce, run, node_implementation(node, PRIMITIVE_REDUCE), n, why))
        return true;
    scan_finish(own);
    *state = NULL;
    return false;
}

/* By the first worker; all see the prefix after it. */
static void find_prefix(const struct run *run, struct distributed_scan *own)
{
    struct rank_exchange *const exchange = &own->exchange;
    if (run->worker == 0) {
        exchange_scan(&exchange->exchange, exchange->own, exchange->result);
        *exchange->result =
            element_combine(run->point->op, run->point->dtype, run->initial, *exchange->result);
    }
    team_barrier(run->team, run->worker);
}

/* Nobody asks the last rank what it has. */
static void reduce_exchange_scan(const struct run *run, struct distributed_scan *own)
{
    struct run part = *run;
    part.output = own->exchange.own;
    if (run->ranks && run->ranks->rank + 1 < run->ranks->size)
        node_run(&own->reduce, &part);
    find_prefix(run, own);
    part = *run;
    part.initial = *own->exchange.result;
    node_run(&own->scan, &part);
}

static void find_total(const struct run *run, struct distributed_scan *own, size_t n)
{
    const enum dtype dtype = run->point->dtype;
    union element *const total = own->exchange.own;
    *total = op_identity(run->point->op, dtype);
    if (n > 0)
        *total = element_load(dtype, run->output, n - 1);
    if (n > 0 && run->point->mode == MODE_EXCLUSIVE)
        *total = element_combine(run->point->op, dtype, *total, own->last);
}

static void scan_exchange_add(const struct run *run, struct distributed_scan *own)
{
    const enum dtype dtype = run->point->dtype;
    const union element identity = op_identity(run->point->op, dtype);
    const size_t n = own->scan.point.n;
    struct run part = *run;
    part.initial = identity;
    if (run->worker == 0 && n > 0)
        own->last = element_load(dtype, run->input, n - 1); /* in place it is gone afterwards */
    team_barrier(run->team, run->worker);
    node_run(&own->scan, &part);
    if (run->worker == 0)
        find_total(run, own, n);
    find_prefix(run, own);
    const union element before = *own->exchange.result;
    const struct span range = team_part(n, GRAIN, run->worker, run->workers);
    if (memcmp(&before, &identity, dtype_size(dtype)) != 0)
        offset_loops[run->point->op][dtype](run->output, range.first, range.last, before);
}

static void scan_run(const struct run *run)
{
    struct distributed_scan *const own = run->state;
    switch ((enum schedule)run->point->schedule) {
    case SCHEDULE_REDUCE_FIRST:
        reduce_exchange_scan(run, own);
        return;
    case SCHEDULE_SCAN_FIRST:
        scan_exchange_add(run, own);
        return;
    case SCHEDULE_NONE:
    case SCHEDULES:
        return;
    }
}

static size_t scan_roundings(const struct point *point)
{
    return 2 * point->n + point->ranks;
}

static double scan_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const double size = (double)dtype_size(point->dtype),
                 rank_bytes = size * (double)point->n / (double)point->ranks;
    const unsigned passes = point->schedule == SCHEDULE_SCAN_FIRST ? 4 : 3;
    (void)selected;
    return passes * rank_bytes / costs->bytes_per_s +
           exchange_scan_s(point->exchange, (unsigned)point->ranks, size, costs);
}

static const struct cost scan_costs[] = {
    {"reads, reduce-exchange-scan", "2n - n/p"}, {"writes, reduce-exchange-scan", "n"},
    {"reads, scan-exchange-add", "2n - n/p"},    {"writes, scan-exchange-add", "2n - n/p"},
    {"messages one after the other", "q"},       {0}};

const struct implementation distributed_scan = {
    .name = "mpi/scan",
    .summary = "each rank scans its block from what the blocks before it add up to",
    .source = "scanbench; the exchanges after J. L. Träff, arXiv 2507.04785 and 2604.25667",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) |
            AXIS_BIT(AXIS_SCHEDULE) | AXIS_BIT(AXIS_EXCHANGE) | AXIS_BIT(AXIS_NODE),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases = "reduce-exchange-scan: all ranks but the last reduce their block; exclusive scan of the p "
              "results over ranks; "
              "each scans its block from there: 3nB/(p b) + q(a + cB)\n"
              "scan-exchange-add: each scans its block; exclusive scan of the p totals over ranks; each "
              "joins that to all of "
              "its block: 4nB/(p b) + q(a + cB)\n" RANK_COSTS_TEXT,
    .preconditions =
        "mpiexec starts at least `ranks` ranks; the node's implementation takes type and operator",
    .costs_hold = "p divides n",
    .costs = scan_costs,
    .takes_initial = true,
    .supports = scan_supports,
    .roundings = scan_roundings,
    .predict = scan_predict,
    .prepare = scan_prepare,
    .finish = scan_finish,
    .run = scan_run,
};
