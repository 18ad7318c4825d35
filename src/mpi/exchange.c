/* SPDX-License-Identifier: MIT */
/* How ranks learn what the ranks before them have: exclusive scans and reductions of a few words, over ranks.
 *
 * The doubling algorithms are one. Each rank knows the result of the `covered` ranks before it, and sends on
 * either that, to the rank that many places up, or, for one more application of the operator, that with its
 * own words, to the rank one further: covered becomes 2 covered, or 2 covered + 1. They differ in the rounds
 * that they do the second in. */
#include "mpi/exchange.h"

#include "cpu/serial_loops.h"

#include <string.h>

/* a[i] = b[i] joined with a[i]: what came from a lower rank is the left operand. */
typedef void join_loop(void *a, const void *b, size_t words);

#define JOIN_LOOPS(type, name, op, COMBINE)                                \
    static void join_##op##_##name(void *a_, const void *b_, size_t words) \
    {                                                                      \
        type *const a = a_;                                                \
        const type *const b = b_;                                          \
        for (size_t i = 0; i < words; i++)                                 \
            a[i] = COMBINE(b[i], a[i]);                                    \
    }
FOR_EACH_LOOP(JOIN_LOOPS)
static join_loop *const join_loops[OP_COUNT][DTYPE_COUNT] = LOOP_TABLE(join);

static enum op operator_of(const struct exchange *exchange)
{
    return exchange->op == OP_NONE ? OP_SUM : exchange->op;
}

static void join(const struct exchange *exchange, void *upper, const void *lower)
{
    join_loops[operator_of(exchange)][exchange->dtype](upper, lower, exchange->words);
}

static size_t bytes_of(const struct exchange *exchange)
{
    return exchange->words * dtype_size(exchange->dtype);
}

/* A part of the scratch: vector i. */
static void *vector(const struct exchange *exchange, size_t i)
{
    return (char *)exchange->scratch + i * bytes_of(exchange);
}

static void copy(const struct exchange *exchange, void *to, const void *from)
{
    memcpy(to, from, bytes_of(exchange));
}

static void clear(const struct exchange *exchange, void *result)
{
    const union element identity = op_identity(operator_of(exchange), exchange->dtype);
    for (size_t i = 0; i < exchange->words; i++)
        element_store(exchange->dtype, result, i, identity);
}

/* Whether every rank gets what all have. */
static bool gathers(const struct exchange *exchange)
{
    return exchange->kind == EXCHANGE_ALLGATHER || exchange_on_devices(exchange->kind);
}

size_t exchange_scratch_bytes(const struct exchange *exchange, unsigned ranks)
{
    const size_t vectors = gathers(exchange) ? ranks : 2;
    return vectors * bytes_of(exchange);
}

static void trade(const struct exchange *exchange, const void *out, void *in, struct mpi_partners partners)
{
    const struct rank_group *const ranks = exchange->ranks;
    ranks->glue->exchange(ranks->comm, out, in, bytes_of(exchange), partners);
}

static struct mpi_words words_of(const struct exchange *exchange)
{
    return (struct mpi_words){exchange->words, exchange->dtype, operator_of(exchange)};
}

/* What goes up in a round: the result so far, or it with the own words. */
static const void *outgoing(const struct exchange_way *way, bool with_own)
{
    const struct exchange *const exchange = way->exchange;
    if (!with_own)
        return way->result;
    if (!way->known)
        return way->own;
    void *const both = vector(exchange, 0);
    copy(exchange, both, way->own);
    join(exchange, both, way->result);
    return both;
}

/* Each `next` prepares the message of the next round; false: there is none. */
static bool doubling_next(struct exchange_way *way)
{
    const struct exchange *const exchange = way->exchange;
    const unsigned size = exchange->ranks->size, rank = exchange->ranks->rank;
    if (way->covered >= size - 1)
        return false;
    const bool with_own = exchange_sends_own(exchange->kind, size, way->round);
    const unsigned skip = way->covered + with_own,
                   least = !with_own; /* the first rank that has something to send */
    const bool sends = rank + skip < size && rank >= least, takes = rank >= skip + least;
    way->message = (struct exchange_message){
        .out = sends ? outgoing(way, with_own) : way->own,
        .in = vector(exchange, 1),
        .partners = {sends ? (int)(rank + skip) : MPI_GLUE_NOBODY,
                     takes ? (int)(rank - skip) : MPI_GLUE_NOBODY},
    };
    way->covered += skip;
    return true;
}

/* As in MPICH: whole blocks of ranks, of 1, 2, 4, …, meet. */
static bool blocks_next(struct exchange_way *way)
{
    const struct exchange *const exchange = way->exchange;
    const unsigned size = exchange->ranks->size, rank = exchange->ranks->rank;
    if (way->round == 0)
        copy(exchange, vector(exchange, 0), way->own);
    unsigned mask = 1u << way->round;
    for (; mask < size && (rank ^ mask) >= size; mask *= 2)
        way->round++;
    if (mask >= size)
        return false;
    const int partner = (int)(rank ^ mask);
    way->message = (struct exchange_message){vector(exchange, 0), vector(exchange, 1), {partner, partner}};
    return true;
}

static bool linear_next(struct exchange_way *way)
{
    const struct exchange *const exchange = way->exchange;
    const unsigned size = exchange->ranks->size, rank = exchange->ranks->rank;
    void *const sent = vector(exchange, 0);
    way->message = (struct exchange_message){sent, way->result, {MPI_GLUE_NOBODY, (int)rank - 1}};
    if (way->round == 0 && rank > 0)
        return true;
    if (way->round > 1 || rank + 1 == size)
        return false;
    way->round = 1;
    copy(exchange, sent, way->own);
    if (rank > 0)
        join(exchange, sent, way->result);
    way->message.partners = (struct mpi_partners){(int)rank + 1, MPI_GLUE_NOBODY};
    return true;
}

/* What is one call of the library has none. */
static bool next_message(struct exchange_way *way)
{
    static bool (*const next[EXCHANGES])(struct exchange_way *) = {
        [EXCHANGE_LINEAR] = linear_next,         [EXCHANGE_RECURSIVE_DOUBLING] = blocks_next,
        [EXCHANGE_ONE_DOUBLING] = doubling_next, [EXCHANGE_TWO_OP_DOUBLING] = doubling_next,
        [EXCHANGE_DOUBLING_123] = doubling_next, [EXCHANGE_ROUND_OPTIMAL] = doubling_next,
    };
    return next[way->exchange->kind] && next[way->exchange->kind](way);
}

/* After a round: what came from below belongs to the result. */
static void take_message(struct exchange_way *way)
{
    const struct exchange *const exchange = way->exchange;
    const struct exchange_message *const message = &way->message;
    const int from = message->partners.from;
    way->round++;
    if (from == MPI_GLUE_NOBODY)
        return;
    if (from < (int)exchange->ranks->rank) {
        if (way->known)
            join(exchange, way->result, message->in);
        else if (message->in != way->result)
            copy(exchange, way->result, message->in);
        way->known = true;
    }
    if (exchange->kind == EXCHANGE_RECURSIVE_DOUBLING) /* whatever is above: the operator is commutative */
        join(exchange, vector(exchange, 0), message->in);
}

/* What the first so many ranks have, of what all have. */
static void fold(const struct exchange *exchange, void *result, unsigned count)
{
    if (count == 0)
        return;
    copy(exchange, result, vector(exchange, count - 1));
    for (unsigned i = count - 1; i > 0; i--)
        join(exchange, result, vector(exchange, i - 1));
}

static void gather_words(const struct exchange *exchange, const void *own)
{
    const struct rank_group *const ranks = exchange->ranks;
    const struct device_exchange *const device = exchange->device;
    if (!device) {
        ranks->glue->allgather(ranks->comm, own, vector(exchange, 0), bytes_of(exchange));
        return;
    }
    device_exchange_gather(device, own);
    device->device->engine->copy_out(device->device, vector(exchange, 0), device->all,
                                     ranks->size * bytes_of(exchange));
}

const union element *exchange_given(const struct exchange *exchange, unsigned rank)
{
    return vector(exchange, rank);
}

static void gather(const struct exchange *exchange, const void *own, void *result, unsigned count)
{
    gather_words(exchange, own);
    fold(exchange, result, count);
}

static void scan_ranks(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    struct exchange_way way = {.exchange = exchange, .own = own, .result = result};
    if (exchange->kind == EXCHANGE_LIBRARY)
        ranks->glue->exscan(ranks->comm, own, result, words_of(exchange));
    if (gathers(exchange))
        gather(exchange, own, result, ranks->rank);
    while (next_message(&way)) {
        trade(exchange, way.message.out, way.message.in, way.message.partners);
        take_message(&way);
    }
}

void exchange_scan(const struct exchange *exchange, const void *own, void *result)
{
    if (exchange->ranks && (exchange->ranks->size > 1 || exchange->device))
        scan_ranks(exchange, own, result);
    if (!exchange->ranks || exchange->ranks->rank == 0)
        clear(exchange, result);
}

/* The next round, if there is one. */
static void begin_round(struct exchange_way *way)
{
    const struct rank_group *const ranks = way->exchange->ranks;
    const struct exchange_message *const message = &way->message;
    way->flying = next_message(way);
    if (way->flying)
        ranks->glue->begin_exchange(ranks->comm, message->out, message->in, bytes_of(way->exchange),
                                    message->partners);
}

/* After what was under way. */
static void go_on(struct exchange_way *way)
{
    const struct exchange *const exchange = way->exchange;
    way->flying = false;
    if (gathers(exchange))
        fold(exchange, way->result, exchange->ranks->rank);
    else if (exchange->kind != EXCHANGE_LIBRARY) {
        take_message(way);
        begin_round(way);
    }
    if (!way->flying && exchange->ranks->rank == 0)
        clear(exchange, way->result);
}

void exchange_begin(struct exchange_way *way, const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    *way = (struct exchange_way){.exchange = exchange, .own = own, .result = result};
    if (!ranks || ranks->rank == 0)
        clear(exchange, result);
    if (!ranks || ranks->size == 1)
        return;
    way->flying = true;
    if (exchange->kind == EXCHANGE_LIBRARY)
        ranks->glue->begin_exscan(ranks->comm, own, result, words_of(exchange));
    else if (gathers(exchange))
        ranks->glue->begin_allgather(ranks->comm, own, vector(exchange, 0), bytes_of(exchange));
    else
        begin_round(way);
}

bool exchange_over(struct exchange_way *way)
{
    while (way->flying && way->exchange->ranks->glue->over(way->exchange->ranks->comm))
        go_on(way);
    return !way->flying;
}

void exchange_finish(struct exchange_way *way)
{
    while (way->flying) {
        way->exchange->ranks->glue->finish(way->exchange->ranks->comm);
        go_on(way);
    }
}

/* Up the ranks and down again. */
static void linear_reduce(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    const int below = (int)ranks->rank - 1,
              above = ranks->rank + 1 < ranks->size ? below + 2 : MPI_GLUE_NOBODY;
    void *const in = vector(exchange, 0);
    copy(exchange, result, own);
    if (ranks->rank > 0) {
        ranks->glue->receive(ranks->comm, in, bytes_of(exchange), below);
        join(exchange, result, in);
    }
    if (above != MPI_GLUE_NOBODY) {
        ranks->glue->send(ranks->comm, result, bytes_of(exchange), above);
        ranks->glue->receive(ranks->comm, result, bytes_of(exchange), above);
    }
    if (ranks->rank > 0)
        ranks->glue->send(ranks->comm, result, bytes_of(exchange), below);
}

/* Ranks beyond a power of two give their words to one below it, and get the result from there. */
static void doubling_reduce(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    unsigned power = 1;
    while (2 * power <= ranks->size)
        power *= 2;
    void *const in = vector(exchange, 0);
    const bool beyond = ranks->rank >= power, has_guest = !beyond && ranks->rank + power < ranks->size;
    const int guest = (int)(ranks->rank + power), host = (int)(ranks->rank - power);
    copy(exchange, result, own);
    if (beyond)
        ranks->glue->send(ranks->comm, result, bytes_of(exchange), host);
    if (has_guest) {
        ranks->glue->receive(ranks->comm, in, bytes_of(exchange), guest);
        join(exchange, result, in);
    }
    for (unsigned mask = 1; !beyond && mask < power; mask *= 2) {
        const int partner = (int)(ranks->rank ^ mask);
        trade(exchange, result, in, (struct mpi_partners){partner, partner});
        join(exchange, result, in);
    }
    if (has_guest)
        ranks->glue->send(ranks->comm, result, bytes_of(exchange), guest);
    if (beyond)
        ranks->glue->receive(ranks->comm, result, bytes_of(exchange), host);
}

static void library_reduce(const struct exchange *exchange, const void *own, void *result)
{
    exchange->ranks->glue->allreduce(exchange->ranks->comm, own, result, words_of(exchange));
}

static void gather_reduce(const struct exchange *exchange, const void *own, void *result)
{
    gather(exchange, own, result, exchange->ranks->size);
}

void exchange_reduce(const struct exchange *exchange, const void *own, void *result)
{
    static void (*const reduce[EXCHANGES])(const struct exchange *, const void *, void *) = {
        [EXCHANGE_LIBRARY] = library_reduce, [EXCHANGE_ALLGATHER] = gather_reduce,
        [EXCHANGE_LINEAR] = linear_reduce,   [EXCHANGE_RECURSIVE_DOUBLING] = doubling_reduce,
        [EXCHANGE_NCCL] = gather_reduce,     [EXCHANGE_MPI_DEVICE] = gather_reduce,
    };
    if (!exchange->device && (!exchange->ranks || exchange->ranks->size == 1))
        copy(exchange, result, own);
    else if (reduce[exchange->kind])
        reduce[exchange->kind](exchange, own, result);
}
