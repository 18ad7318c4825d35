/* SPDX-License-Identifier: MIT */
/* Compactions of arrays that lie in blocks on ranks: kept where they are, or moved so that all hold as many.
 */
#include "base/buffer.h"
#include "base/divide.h"
#include "base/memory.h"
#include "implementation/distribution.h"
#include "mpi/rank_block.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Of what is moved. */
struct moved_part {
    struct rank_part *part; /* owned */
    unsigned char *kept;    /* owned; what the block keeps, before it is moved */
    uint64_t *counts;       /* owned; what each rank keeps */
    int *shares;            /* owned; what goes to and comes from each, and where that begins */
};

static bool kept_supports(const struct point *point, struct error *why)
{
    return device_exchange_supports(point, why) && node_supports(point, PRIMITIVE_COMPACT, why);
}

static bool moved_supports(const struct point *point, struct error *why)
{
    const uint64_t ranks = point->ranks ? point->ranks : 1;
    if (point->n / ranks >= INT_MAX)
        return error_set(why, EXIT_USAGE, "MPI_Alltoallv counts to %d; expected smaller blocks", INT_MAX);
    if (node_engine(point->rank_algorithm))
        return error_set(why, EXIT_USAGE, "node %s moves nothing between ranks; expected mpi/compact-kept",
                         node_names[point->rank_algorithm]);
    return kept_supports(point, why);
}

static void moved_finish(void *state)
{
    struct moved_part *const own = state;
    rank_part_finish(own->part);
    free(own->kept);
    free(own->counts);
    free(own->shares);
    free(own);
}

static bool moved_prepare(const struct run *run, void **state, struct error *why)
{
    struct moved_part *const own = memory_array(1, sizeof *own);
    const unsigned ranks = run->ranks ? run->ranks->size : 1;
    const size_t bytes = (rank_elements(run) + 64) * dtype_size(run->point->dtype);
    void *part;
    const bool ready = rank_part_prepare(run, &part, why);
    own->part = part;
    *state = own;
    if (!ready)
        return false;
    own->counts = memory_array(ranks, sizeof *own->counts);
    own->shares = memory_array(4 * (size_t)ranks, sizeof *own->shares);
    own->kept = aligned_alloc(CACHE_LINE, round_up(bytes, CACHE_LINE));
    if (own->kept)
        memset(own->kept, 0, bytes); /* no page is new when it is timed */
    return own->kept || error_set(why, EXIT_SYSTEM, "no memory for %zu bytes that are moved", bytes);
}

/* Counts go from device to device, and those of all ranks to the host. */
static void kept_run_away(const struct run *run, const struct rank_part *own)
{
    const struct exchange *const exchange = &own->exchange.exchange;
    node_enqueue(&own->node, run);
    exchange_scan(exchange, own->node.word, own->exchange.result);
    run->count[0] = exchange_given(exchange, run->ranks->rank)->u64;
    run->count[1] = own->exchange.result->u64;
}

/* The count of the block is the run's, and after it, where there are ranks, how many are before it. */
static void kept_run(const struct run *run)
{
    const struct rank_part *const own = run->state;
    if (rank_exchange_away(run)) {
        kept_run_away(run, own);
        return;
    }
    node_run(&own->node, run);
    if (run->worker > 0 || !run->ranks)
        return;
    own->exchange.own->u64 = *run->count;
    exchange_scan(&own->exchange.exchange, own->exchange.own, own->exchange.result);
    run->count[1] = own->exchange.result->u64;
}

static int overlap(struct span a, struct span b)
{
    const size_t first = a.first > b.first ? a.first : b.first, last = a.last < b.last ? a.last : b.last;
    return first < last ? (int)(last - first) : 0;
}

/* What goes from each rank's elements into each one's share of all. */
static void make_shares(struct moved_part *own, const struct rank_group *ranks, uint64_t total)
{
    int *const sent = own->shares, *const sent_at = sent + ranks->size, *const got = sent_at + ranks->size,
               *const got_at = got + ranks->size;
    const struct span share = span_part(total, ranks->rank, ranks->size);
    struct span mine = {0, 0};
    for (unsigned r = 0; r < ranks->rank; r++)
        mine.first += own->counts[r];
    mine.last = mine.first + own->counts[ranks->rank];
    struct span theirs = {0, 0};
    int out = 0, in = 0;
    for (unsigned r = 0; r < ranks->size; r++) {
        theirs = (struct span){theirs.last, theirs.last + own->counts[r]};
        sent[r] = overlap(mine, span_part(total, r, ranks->size));
        got[r] = overlap(theirs, share);
        sent_at[r] = out;
        got_at[r] = in;
        out += sent[r];
        in += got[r];
    }
}

static void move(const struct run *run, struct moved_part *own, uint64_t count)
{
    const struct rank_group *const ranks = run->ranks;
    uint64_t total = 0;
    ranks->glue->allgather(ranks->comm, &count, own->counts, sizeof count);
    for (unsigned r = 0; r < ranks->size; r++)
        total += own->counts[r];
    make_shares(own, ranks, total);
    const int *const shares = own->shares;
    const unsigned p = ranks->size;
    const struct mpi_shares sent = {own->kept, shares, shares + p},
                            received = {run->output, shares + 2 * p, shares + 3 * p};
    ranks->glue->alltoallv(ranks->comm, sent, received, (enum dtype)run->point->dtype);
    const struct span share = span_part(total, ranks->rank, p);
    run->count[0] = share.last - share.first;
    run->count[1] = share.first;
}

static void moved_run(const struct run *run)
{
    struct moved_part *const own = run->state;
    const size_t size = dtype_size(run->point->dtype);
    struct run part = *run;
    part.output = own->kept;
    node_run(&own->part->node, &part);
    if (run->worker > 0)
        return;
    if (run->ranks)
        move(run, own, *run->count);
    else
        memcpy(run->output, own->kept, *run->count * size);
}

/* What a rank reads and writes, k being near equal on all. */
static double traffic_s(const struct point *point, double elements, const struct rank_costs *costs)
{
    return (double)dtype_size(point->dtype) * elements / (double)point->ranks / costs->bytes_per_s;
}

static double kept_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    return traffic_s(point, (double)(point->n + selected), costs) +
           exchange_scan_s(point->collective, (unsigned)point->ranks, sizeof(uint64_t), costs);
}

/* Every rank sends to every other one, most of them nothing. */
static double moved_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const unsigned ranks = (unsigned)point->ranks;
    return traffic_s(point, (double)(point->n + 3 * selected), costs) +
           exchange_scan_s(EXCHANGE_ALLGATHER, ranks, sizeof(uint64_t), costs) +
           (ranks - 1) * costs->message_s;
}

static const struct cost kept_costs[] = {
    {"reads", "n"}, {"writes", "k"}, {"messages one after the other", "q"}, {0}};
static const struct cost moved_costs[] = {{"reads", "n + k"}, {"writes", "2k"}, {"sent, at most", "k"}, {0}};

const struct implementation distributed_compact_kept = {
    .name = "mpi/compact-kept",
    .summary = "each rank compacts its block, and learns how many elements the blocks before it keep",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) | AXIS_BIT(AXIS_COLLECTIVE) |
            AXIS_BIT(AXIS_RANK_ALGORITHM) | AXIS_BIT(AXIS_SELECTIVITY),
    .dtypes = EVERY_DTYPE,
    .phases = "each rank compacts its block\n"
              "exclusive scan of the p counts over ranks: (n + k)B/(p b) + q(a + 8c)\n" RANK_COSTS_TEXT,
    .preconditions = "mpiexec starts at least `ranks` ranks; the node's implementation takes the type",
    .costs_hold = ANY_SIZE,
    .costs = kept_costs,
    .supports = kept_supports,
    .predict = kept_predict,
    .prepare = rank_part_prepare,
    .finish = rank_part_finish,
    .run = kept_run,
};

const struct implementation distributed_compact_rebalanced = {
    .name = "mpi/compact-rebalanced",
    .summary = "each rank compacts its block; what is kept is moved so that every rank holds as much of it",
    .source = "scanbench",
    .primitive = PRIMITIVE_COMPACT,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_RANKS) | AXIS_BIT(AXIS_RANK_ALGORITHM) |
            AXIS_BIT(AXIS_SELECTIVITY),
    .dtypes = EVERY_DTYPE,
    .phases = "each rank compacts its block; all learn all counts (MPI_Allgather)\n"
              "each sends what lies in the share of another there (MPI_Alltoallv), in order: "
              "(n + 3k)B/(p b) + a log2 p + (p - 1)(a + 8c)\n" RANK_COSTS_TEXT,
    .preconditions = "mpiexec starts at least `ranks` ranks; a block has less than 2^31 elements",
    .costs_hold = ANY_SIZE,
    .costs = moved_costs,
    .supports = moved_supports,
    .predict = moved_predict,
    .prepare = moved_prepare,
    .finish = moved_finish,
    .run = moved_run,
};
