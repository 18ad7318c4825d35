/* SPDX-License-Identifier: MIT */
/* Scans of arrays that lie in blocks on ranks: each scans its block with what the CPU has, from what precedes
 * it. */
#include "base/memory.h"
#include "cpu/serial_loops.h"
#include "implementation/distribution.h"
#include "machine/workers/team.h"
#include "mpi/device_prefix.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRAIN = 256,
    CHUNK_BYTES = 4 << 10,    /* of a worker, between two looks at the exchange */
    OVERLAP_BYTES = 256 << 10 /* of a worker, at most: with as much input it stays in a core's own cache */
};

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
    union element last;          /* of the input */
    struct device_prefix prefix; /* of an exchange whose words stay on devices */
    struct {
        struct node_part scan; /* of a part of the block, in cache */
        struct exchange_way way;
        size_t done;         /* elements from the first that are scanned */
        union element total; /* of these */
        bool over;           /* the exchange */
    } meanwhile;
};

static bool scan_supports(const struct point *point, struct error *why)
{
    if (node_engine(point->rank_algorithm) && point->schedule != SCHEDULE_REDUCE_FIRST)
        return error_set(why, EXIT_USAGE, "node %s has no %s; expected schedule %s",
                         node_names[point->rank_algorithm], schedule_names[point->schedule],
                         schedule_names[SCHEDULE_REDUCE_FIRST]);
    return device_exchange_supports(point, why) && node_supports(point, PRIMITIVE_SCAN, why) &&
           node_supports(point, PRIMITIVE_REDUCE, why);
}

static void scan_finish(void *state)
{
    struct distributed_scan *const own = state;
    device_prefix_close(&own->prefix);
    node_close(&own->scan);
    node_close(&own->reduce);
    node_close(&own->meanwhile.scan);
    rank_exchange_close(&own->exchange);
    free(own);
}

/* Elements of all workers of a rank that it scans during the exchange, at most. */
static size_t overlap_most(const struct point *point)
{
    return OVERLAP_BYTES / dtype_size((enum dtype)point->dtype) * point_workers(point);
}

static bool scan_prepare(const struct run *run, void **state, struct error *why)
{
    struct distributed_scan *const own = memory_array(1, sizeof *own);
    const uint64_t node = run->point->rank_algorithm;
    const size_t n = rank_elements(run);
    *state = own;
    const bool overlaps = run->point->schedule == SCHEDULE_OVERLAP;
    const size_t most = n < overlap_most(run->point) ? n : overlap_most(run->point);
    const struct rank_words total = {(enum dtype)run->point->dtype, (enum op)run->point->op, 1};
    return rank_exchange_open(&own->exchange, run, total, why) &&
           device_prefix_open(&own->prefix, run, &own->exchange.device, why) &&
           node_open(&own->scan, run, node_implementation(node, PRIMITIVE_SCAN), n, why) &&
           node_open(&own->reduce, run, node_implementation(node, PRIMITIVE_REDUCE), n, why) &&
           (!overlaps || node_open(&own->meanwhile.scan, run, node_cached_scan(node), most, why));
}

static void add_initial(const struct run *run, union element *before)
{
    *before = element_combine(run->point->op, run->point->dtype, run->initial, *before);
}

/* By the first worker; all see the prefix after it. */
static void find_prefix(const struct run *run, struct distributed_scan *own)
{
    struct rank_exchange *const exchange = &own->exchange;
    if (run->worker == 0) {
        exchange_scan(&exchange->exchange, exchange->own, exchange->result);
        add_initial(run, exchange->result);
    }
    team_barrier(run->team, run->worker);
}

/* Nobody asks the last rank what it has. */
static void reduce_block(const struct run *run, const struct distributed_scan *own)
{
    struct run part = *run;
    part.output = own->exchange.own;
    if (run->ranks && run->ranks->rank + 1 < run->ranks->size)
        node_run(&own->reduce, &part);
}

/* The device finds what precedes its block, and scans it from there: the host waits for the end alone. */
static void exchange_away(const struct run *run, struct distributed_scan *own)
{
    struct run part = *run;
    if (run->ranks->rank + 1 < run->ranks->size)
        node_enqueue(&own->reduce, run);
    part.second = device_prefix_find(&own->prefix, run, own->reduce.word);
    node_run(&own->scan, &part);
}

static void reduce_exchange_scan(const struct run *run, struct distributed_scan *own)
{
    if (rank_exchange_away(run)) {
        exchange_away(run, own);
        return;
    }
    reduce_block(run, own);
    find_prefix(run, own);
    struct run part = *run;
    part.initial = *own->exchange.result;
    node_run(&own->scan, &part);
}

/* What a scan of some elements from nothing has come to after the last of them, at `end`. */
static union element total_at(const struct run *run, size_t end, union element last)
{
    const enum dtype dtype = run->point->dtype;
    const union element scanned = element_load(dtype, run->output, end - 1);
    return run->point->scan_mode == MODE_EXCLUSIVE ? element_combine(run->point->op, dtype, scanned, last)
                                                   : scanned;
}

/* What precedes the block, to elements of it that were scanned from nothing. */
static void join_before(const struct run *run, size_t elements, union element before)
{
    const enum dtype dtype = run->point->dtype;
    const union element identity = op_identity(run->point->op, dtype);
    const struct span range = team_part(elements, GRAIN, run->worker, run->workers);
    if (memcmp(&before, &identity, dtype_size(dtype)) != 0)
        offset_loops[run->point->op][dtype](run->output, range.first, range.last, before);
}

/* Chunk by chunk from the first element, until the exchange is over. */
static void scan_meanwhile(const struct run *run, struct distributed_scan *own)
{
    const enum dtype dtype = run->point->dtype;
    const size_t most = own->meanwhile.scan.point.n, chunk = CHUNK_BYTES / dtype_size(dtype) * run->workers;
    while (!own->meanwhile.over && own->meanwhile.done < most) {
        const size_t first = own->meanwhile.done, last = most - first < chunk ? most : first + chunk;
        node_scan_range(&own->meanwhile.scan, run, (struct span){first, last}, own->meanwhile.total);
        if (run->worker == 0) {
            own->meanwhile.total = total_at(run, last, element_load(dtype, run->input, last - 1));
            own->meanwhile.done = last;
            own->meanwhile.over = exchange_over(&own->meanwhile.way);
        }
        team_barrier(run->team, run->worker);
    }
}

/* As long as the exchange takes, a first part of the block is scanned from nothing; what precedes it is
 * joined to that while it is in cache, and the rest is scanned from there. */
static void reduce_overlap_scan(const struct run *run, struct distributed_scan *own)
{
    struct rank_exchange *const exchange = &own->exchange;
    reduce_block(run, own);
    if (run->worker == 0) {
        exchange_begin(&own->meanwhile.way, &exchange->exchange, exchange->own, exchange->result);
        own->meanwhile.over = exchange_over(&own->meanwhile.way);
        own->meanwhile.done = 0;
        own->meanwhile.total = op_identity(run->point->op, run->point->dtype);
    }
    team_barrier(run->team, run->worker);
    scan_meanwhile(run, own);
    if (run->worker == 0) {
        exchange_finish(&own->meanwhile.way);
        add_initial(run, exchange->result);
    }
    team_barrier(run->team, run->worker);
    const union element before = *exchange->result;
    join_before(run, own->meanwhile.done, before);
    node_scan_range(&own->scan, run, (struct span){own->meanwhile.done, own->scan.point.n},
                    element_combine(run->point->op, run->point->dtype, before, own->meanwhile.total));
}

static void scan_exchange_add(const struct run *run, struct distributed_scan *own)
{
    const union element identity = op_identity(run->point->op, run->point->dtype);
    const size_t n = own->scan.point.n;
    struct run part = *run;
    part.initial = identity;
    if (run->worker == 0 && n > 0)
        own->last = element_load(run->point->dtype, run->input, n - 1); /* in place it is gone afterwards */
    team_barrier(run->team, run->worker);
    node_run(&own->scan, &part);
    if (run->worker == 0)
        *own->exchange.own = n > 0 ? total_at(run, n, own->last) : identity;
    find_prefix(run, own);
    join_before(run, n, *own->exchange.result);
}

static void scan_run(const struct run *run)
{
    static void (*const by_schedule[SCHEDULES])(const struct run *, struct distributed_scan *) = {
        [SCHEDULE_REDUCE_FIRST] = reduce_exchange_scan,
        [SCHEDULE_SCAN_FIRST] = scan_exchange_add,
        [SCHEDULE_OVERLAP] = reduce_overlap_scan,
    };
    by_schedule[run->point->schedule](run, run->state);
}

static size_t scan_roundings(const struct point *point)
{
    return 2 * point->n + point->ranks + 1;
}

/* Of an exchange, what the first scan of a part hides; to join the part in cache is taken as nothing. */
static double hidden_s(const struct point *point, double exchange_s, const struct rank_costs *costs)
{
    const double block = (double)point->n / (double)point->ranks, most = (double)overlap_most(point),
                 part = block < most ? block : most,
                 scan_s = 2 * part * (double)dtype_size(point->dtype) / costs->bytes_per_s;
    if (point->schedule != SCHEDULE_OVERLAP)
        return 0;
    return scan_s < exchange_s ? scan_s : exchange_s;
}

/* One rank asks nobody, and has nothing to join: it reads and writes once. */
static unsigned passes(const struct point *point)
{
    return point->ranks > 1 ? schedule_passes[point->schedule] : 2;
}

static double scan_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const double size = (double)dtype_size(point->dtype),
                 rank_bytes = size * (double)point->n / (double)point->ranks,
                 exchange_s = exchange_scan_s(point->collective, (unsigned)point->ranks, size, costs);
    (void)selected;
    return passes(point) * rank_bytes / costs->bytes_per_s + exchange_s - hidden_s(point, exchange_s, costs);
}

static const struct cost scan_costs[] = {
    {"reads, reduce-exchange-scan and reduce-overlap-scan", "2n - n/p"},
    {"writes, reduce-exchange-scan and reduce-overlap-scan", "n"},
    {"joined in cache, reduce-overlap-scan, at most", "262144(p - 1)W/B"},
    {"reads, scan-exchange-add", "2n - n/p"},
    {"writes, scan-exchange-add", "2n - n/p"},
    {"messages one after the other", "q"},
    {0}};

const struct implementation distributed_scan = {
    .name = "mpi/scan",
    .summary = "each rank scans its block from what the blocks before it add up to",
    .source = "scanbench; the exchanges after J. L. Träff, arXiv 2507.04785 and 2604.25667",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) |
            AXIS_BIT(AXIS_SCHEDULE) | AXIS_BIT(AXIS_COLLECTIVE) | AXIS_BIT(AXIS_RANK_ALGORITHM),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases =
        "reduce-exchange-scan: all ranks but the last reduce their block; exclusive scan of the p "
        "results over ranks; "
        "each scans its block from there: 3nB/(p b) + q(a + cB)\n"
        "scan-exchange-add: each scans its block; exclusive scan of the p totals over ranks; each "
        "joins that to all of "
        "its block: 4nB/(p b) + q(a + cB)\n"
        "reduce-overlap-scan: as reduce-exchange-scan, and until the exchange is over each scans the "
        "first s elements of its block from nothing, of each worker 256 KiB at most; then it joins what "
        "precedes them while they are in cache, and scans the rest from there: "
        "3nB/(p b) + max(0, q(a + cB) - 2sB/b) for the most s\n"
        "each on one rank: its scan alone, 2nB/b\n" RANK_COSTS_TEXT,
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
