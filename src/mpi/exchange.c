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

size_t exchange_scratch_bytes(const struct exchange *exchange, unsigned ranks)
{
    const size_t vectors = exchange->kind == EXCHANGE_ALLGATHER ? ranks : 2;
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
static const void *outgoing(const struct exchange *exchange, const void *own, const void *result,
                            bool with_own)
{
    if (!with_own)
        return result;
    if (!result)
        return own;
    void *const both = vector(exchange, 0);
    copy(exchange, both, own);
    join(exchange, both, result);
    return both;
}

static void doubling(const struct exchange *exchange, const void *own, void *result)
{
    const unsigned size = exchange->ranks->size, rank = exchange->ranks->rank;
    void *const in = vector(exchange, 1);
    unsigned covered = 0;
    for (unsigned round = 0; covered < size - 1; round++) {
        const bool with_own = exchange_sends_own(exchange->kind, size, round);
        const unsigned skip = covered + with_own,
                       least = !with_own; /* the first rank that has something to send */
        const bool sends = rank + skip < size && rank >= least, takes = rank >= skip + least;
        const void *const known = round > 0 && rank > 0 ? result : NULL;
        const struct mpi_partners partners = {sends ? (int)(rank + skip) : MPI_GLUE_NOBODY,
                                              takes ? (int)(rank - skip) : MPI_GLUE_NOBODY};
        trade(exchange, sends ? outgoing(exchange, own, known, with_own) : own, in, partners);
        if (takes && round == 0)
            copy(exchange, result, in);
        else if (takes)
            join(exchange, result, in);
        covered += skip;
    }
}

/* As in MPICH: whole blocks of ranks, of 1, 2, 4, …, meet. */
static void recursive_doubling(const struct exchange *exchange, const void *own, void *result)
{
    const unsigned size = exchange->ranks->size, rank = exchange->ranks->rank;
    void *const block = vector(exchange, 0), *const in = vector(exchange, 1);
    bool any = false;
    copy(exchange, block, own);
    for (unsigned mask = 1; mask < size; mask *= 2) {
        const unsigned partner = rank ^ mask;
        if (partner >= size)
            continue;
        trade(exchange, block, in, (struct mpi_partners){(int)partner, (int)partner});
        if (partner > rank) { /* its words are above: the operator is commutative */
            join(exchange, block, in);
            continue;
        }
        any ? join(exchange, result, in) : copy(exchange, result, in);
        any = true;
        join(exchange, block, in);
    }
}

static void linear(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    void *const sent = vector(exchange, 0);
    if (ranks->rank > 0)
        ranks->glue->receive(ranks->comm, result, bytes_of(exchange), (int)ranks->rank - 1);
    if (ranks->rank + 1 == ranks->size)
        return;
    copy(exchange, sent, own);
    if (ranks->rank > 0)
        join(exchange, sent, result);
    ranks->glue->send(ranks->comm, sent, bytes_of(exchange), (int)ranks->rank + 1);
}

/* Of the first so many ranks. */
static void gather(const struct exchange *exchange, const void *own, void *result, unsigned count)
{
    const struct rank_group *const ranks = exchange->ranks;
    ranks->glue->allgather(ranks->comm, own, vector(exchange, 0), bytes_of(exchange));
    if (count == 0)
        return;
    copy(exchange, result, vector(exchange, count - 1));
    for (unsigned i = count - 1; i > 0; i--)
        join(exchange, result, vector(exchange, i - 1));
}

static void scan_ranks(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    switch (exchange->kind) {
    case EXCHANGE_LIBRARY:
        ranks->glue->exscan(ranks->comm, own, result, words_of(exchange));
        return;
    case EXCHANGE_ALLGATHER:
        gather(exchange, own, result, ranks->rank);
        return;
    case EXCHANGE_LINEAR:
        linear(exchange, own, result);
        return;
    case EXCHANGE_RECURSIVE_DOUBLING:
        recursive_doubling(exchange, own, result);
        return;
    case EXCHANGE_ONE_DOUBLING:
    case EXCHANGE_TWO_OP_DOUBLING:
    case EXCHANGE_DOUBLING_123:
    case EXCHANGE_ROUND_OPTIMAL:
        doubling(exchange, own, result);
        return;
    case EXCHANGE_NONE:
    case EXCHANGES:
        return;
    }
}

void exchange_scan(const struct exchange *exchange, const void *own, void *result)
{
    if (exchange->ranks && exchange->ranks->size > 1)
        scan_ranks(exchange, own, result);
    if (!exchange->ranks || exchange->ranks->rank == 0)
        clear(exchange, result);
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

static void reduce_ranks(const struct exchange *exchange, const void *own, void *result)
{
    const struct rank_group *const ranks = exchange->ranks;
    switch (exchange->kind) {
    case EXCHANGE_LIBRARY:
        ranks->glue->allreduce(ranks->comm, own, result, words_of(exchange));
        return;
    case EXCHANGE_ALLGATHER:
        gather(exchange, own, result, ranks->size);
        return;
    case EXCHANGE_LINEAR:
        linear_reduce(exchange, own, result);
        return;
    case EXCHANGE_RECURSIVE_DOUBLING:
        doubling_reduce(exchange, own, result);
        return;
    case EXCHANGE_ONE_DOUBLING:
    case EXCHANGE_TWO_OP_DOUBLING:
    case EXCHANGE_DOUBLING_123:
    case EXCHANGE_ROUND_OPTIMAL:
    case EXCHANGE_NONE:
    case EXCHANGES:
        return;
    }
}

void exchange_reduce(const struct exchange *exchange, const void *own, void *result)
{
    if (exchange->ranks && exchange->ranks->size > 1)
        reduce_ranks(exchange, own, result);
    else
        copy(exchange, result, own);
}
