/* SPDX-License-Identifier: MIT */
/* The bare exchange: an exclusive scan over ranks of vectors of n words, and the messages that bound it. */
#include "base/memory.h"
#include "implementation/distribution.h"
#include "machine/workers/team.h"
#include "mpi/rank_block.h"

#include <stdlib.h>
#include <string.h>

static bool exscan_prepare(const struct run *run, void **state, struct error *why)
{
    struct rank_exchange *const own = memory_array(1, sizeof *own);
    (void)why;
    rank_exchange_open(own, run, (enum dtype)run->point->dtype, (enum op)run->point->op, run->point->n);
    *state = own;
    return true;
}

static void exscan_finish(void *state)
{
    rank_exchange_close(state);
    free(state);
}

static void exscan_run(const struct run *run)
{
    const struct rank_exchange *const own = run->state;
    exchange_scan(&own->exchange, run->input, run->output);
}

/* As few rounds as any exchange has, each a message to one rank and from another, and nothing computed. */
static void messages_run(const struct run *run)
{
    const size_t bytes = run->point->n * dtype_size(run->point->dtype);
    const struct rank_group *const ranks = run->ranks;
    if (!ranks || ranks->size == 1) {
        memcpy(run->output, run->input, bytes);
        return;
    }
    for (unsigned skip = 1; skip < ranks->size; skip *= 2)
        ranks->glue->exchange(ranks->comm, run->input, run->output, bytes,
                              (struct mpi_partners){(int)((ranks->rank + skip) % ranks->size),
                                                    (int)((ranks->rank + ranks->size - skip) % ranks->size)});
}

static size_t exscan_roundings(const struct point *point)
{
    return point->ranks;
}

static double exscan_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const double bytes = (double)dtype_size(point->dtype) * (double)point->n;
    (void)selected;
    return exchange_scan_s(point->collective, (unsigned)point->ranks, bytes, costs);
}

static double messages_predict(const struct point *point, uint64_t selected, const struct rank_costs *costs)
{
    const double bytes = (double)dtype_size(point->dtype) * (double)point->n;
    (void)selected;
    return exchange_scan_s(EXCHANGE_TWO_OP_DOUBLING, (unsigned)point->ranks, bytes, costs);
}

static const struct cost exscan_costs[] = {
    {"messages one after the other", "q"}, {"words of each", "n"}, {0}};

const struct implementation distributed_exscan = {
    .name = "mpi/exscan",
    .summary = "an exclusive scan over ranks of vectors of n words: the exchange alone",
    .source = "J. L. Träff, arXiv 2507.04785 and 2604.25667",
    .primitive = PRIMITIVE_EXSCAN,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_RANKS) | AXIS_BIT(AXIS_COLLECTIVE),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases =
        "each rank has n words and gets, word by word, what the ranks before it have together:\n"
        "q(a + cnB)\n" RANK_COSTS_TEXT "\n"
        "a doubling exchange has what the k ranks before have, and sends that k ranks up, or, with its own "
        "words for one more application, k + 1: 1-doubling never, 123-doubling once, two-op-doubling always, "
        "round-optimal as rarely as log2 p rounds allow",
    .preconditions = "mpiexec starts at least `ranks` ranks",
    .costs_hold = ANY_SIZE,
    .costs = exscan_costs,
    .roundings = exscan_roundings,
    .predict = exscan_predict,
    .prepare = exscan_prepare,
    .finish = exscan_finish,
    .run = exscan_run,
};

const struct implementation distributed_messages = {
    .name = "mpi/messages",
    .summary = "log2 p messages one after the other, to the rank 1, 2, 4, ... above, and nothing computed",
    .source = "scanbench",
    .primitive = PRIMITIVE_MESSAGES,
    .family = FAMILY_MPI,
    .axes = AXIS_BIT(AXIS_RANKS),
    .dtypes = EVERY_DTYPE,
    .phases = "log2 p rounds: send n words to the rank 1, 2, 4, ... above, get those of the one below, "
              "around the end: q(a + cnB)\n" RANK_COSTS_TEXT,
    .preconditions = "mpiexec starts at least `ranks` ranks",
    .costs_hold = ANY_SIZE,
    .costs = exscan_costs,
    .predict = messages_predict,
    .run = messages_run,
};
