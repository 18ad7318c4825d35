/* SPDX-License-Identifier: MIT */
/* The bare exchange: an exclusive scan over ranks of vectors of n words, and the messages that bound it. */
#include "base/memory.h"
#include "implementation/distribution.h"
#include "mpi/device_prefix.h"

#include <stdlib.h>
#include <string.h>

static struct rank_words words_of(const struct point *point)
{
    return (struct rank_words){(enum dtype)point->dtype, (enum op)point->op, point->n};
}

/* Of words of the host, or of devices. */
struct bare_exchange {
    struct rank_exchange exchange;
    struct device_prefix prefix; /* where words stay on devices */
};

static bool exscan_prepare(const struct run *run, void **state, struct error *why)
{
    struct bare_exchange *const own = memory_array(1, sizeof *own);
    *state = own;
    return rank_exchange_open(&own->exchange, run, words_of(run->point), why) &&
           device_prefix_open(&own->prefix, run, &own->exchange.device, why);
}

static void exscan_finish(void *state)
{
    struct bare_exchange *const own = state;
    device_prefix_close(&own->prefix);
    rank_exchange_close(&own->exchange);
    free(own);
}

static void exscan_run(const struct run *run)
{
    const struct bare_exchange *const own = run->state;
    exchange_scan(&own->exchange.exchange, run->input, run->output);
}

static bool exscan_supports(const struct point *point, struct error *why)
{
    return !exchange_on_devices(point->collective) ||
           error_set(why, EXIT_USAGE, "exchange %s takes words of devices; expected mpi/device-exscan",
                     exchange_names[point->collective]);
}

static bool device_exscan_supports(const struct point *point, struct error *why)
{
    if (!node_engine(point->rank_algorithm))
        return error_set(why, EXIT_SYSTEM, /* whoever names no device has nothing to run it on */
                         "its words are in the memory of devices; expected rank_algorithm cuda or opencl");
    if (exchange_on_devices(point->collective) && point->n != 1)
        return error_set(why, EXIT_USAGE, "exchange %s scans a word of each rank; expected n 1",
                         exchange_names[point->collective]);
    return device_exchange_supports(point, why) && node_supports(point, PRIMITIVE_SCAN, why);
}

static bool device_exscan_prepare(const struct run *run, void **state, struct error *why)
{
    if (!run->device)
        return error_set(why, EXIT_USAGE,
                         "its words are on devices: it is for ranks of mpiexec, each with one");
    return exscan_prepare(run, state, why);
}

/* From device to device, by the host where that exchanges them. */
static void device_exscan_run(const struct run *run)
{
    const struct bare_exchange *const own = run->state;
    const struct engine *const engine = run->device->engine;
    const size_t bytes = run->point->n * dtype_size(run->point->dtype);
    if (rank_exchange_away(run)) {
        engine->copy(run->device, run->output, device_prefix_find(&own->prefix, run, run->input), bytes);
    } else {
        engine->copy_out(run->device, own->exchange.own, run->input, bytes);
        exchange_scan(&own->exchange.exchange, own->exchange.own, own->exchange.result);
        engine->copy_in(run->device, run->output, own->exchange.result, bytes);
    }
    engine->wait(run->device);
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
    .supports = exscan_supports,
    .roundings = exscan_roundings,
    .predict = exscan_predict,
    .prepare = exscan_prepare,
    .finish = exscan_finish,
    .run = exscan_run,
};

const struct implementation distributed_device_exscan = {
    .name = "mpi/device-exscan",
    .summary =
        "an exclusive scan over ranks of vectors of n words that their devices have: the exchange alone",
    .source = "scanbench",
    .primitive = PRIMITIVE_EXSCAN,
    .family = FAMILY_MPI,
    .axes =
        AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_RANKS) | AXIS_BIT(AXIS_COLLECTIVE) | AXIS_BIT(AXIS_RANK_ALGORITHM),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases = "what a scan of blocks on devices does between its two kernels: the words come to the host, go "
              "through "
              "the exchange and back to the device: q(a + cnB)\n"
              "or they stay on devices (nccl, mpi-device): each gets those of all ranks, scans them, and "
              "takes its own "
              "place: log2 p messages\n" RANK_COSTS_TEXT,
    .preconditions = "mpiexec starts at least `ranks` ranks, and each of them has a device",
    .costs_hold = ANY_SIZE,
    .costs = exscan_costs,
    .supports = device_exscan_supports,
    .roundings = exscan_roundings,
    .predict = exscan_predict,
    .prepare = device_exscan_prepare,
    .finish = exscan_finish,
    .run = device_exscan_run,
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
