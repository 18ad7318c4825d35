/* SPDX-License-Identifier: MIT */
/* A stand-in for an MPI library whose ranks are threads: what tests of exchanges and of distributed arrays
 * need. Its own reductions are of u64 sums. */
#pragma once

#include "mpi/mpi_glue.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { MOST_RANKS = 64, WORDS = 3, QUEUE = 16, MOST_BYTES = 128 };

/* What one rank has sent to another, in order. */
struct queue {
    unsigned char data[QUEUE][MOST_BYTES];
    size_t sent, taken;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed[MOST_RANKS]; /* what a rank is sent */
    struct queue queues[MOST_RANKS][MOST_RANKS];
} post = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* A rank, and how many messages it had to wait for, one after the other, itself or by those who sent them. */
struct mpi_comm {
    unsigned rank, size, messages;
    struct {
        void *in; /* of all, where `all` */
        size_t bytes;
        int from;
        bool all;
        uint64_t *sum; /* of all before this one, of so many words */
        size_t words;
    } under_way;
    unsigned asked; /* whether that is over */
};

static void put(struct mpi_comm *comm, const void *data, size_t bytes, int to)
{
    if (to == MPI_GLUE_NOBODY)
        return;
    pthread_mutex_lock(&post.lock);
    struct queue *const queue = &post.queues[comm->rank][to];
    unsigned char *const slot = queue->data[queue->sent++ % QUEUE];
    memcpy(slot, data, bytes);
    memcpy(slot + bytes, &comm->messages, sizeof comm->messages);
    pthread_cond_signal(&post.changed[to]);
    pthread_mutex_unlock(&post.lock);
}

static void take(struct mpi_comm *comm, void *data, size_t bytes, int from)
{
    unsigned before;
    if (from == MPI_GLUE_NOBODY)
        return;
    pthread_mutex_lock(&post.lock);
    struct queue *const queue = &post.queues[from][comm->rank];
    while (queue->taken == queue->sent)
        pthread_cond_wait(&post.changed[comm->rank], &post.lock);
    const unsigned char *const slot = queue->data[queue->taken++ % QUEUE];
    memcpy(data, slot, bytes);
    memcpy(&before, slot + bytes, sizeof before);
    comm->messages = (before > comm->messages ? before : comm->messages) + 1;
    pthread_mutex_unlock(&post.lock);
}

static void trade(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                  struct mpi_partners partners)
{
    put(comm, out, bytes, partners.to);
    take(comm, in, bytes, partners.from);
}

static void send_all(struct mpi_comm *comm, const void *own, size_t bytes)
{
    for (unsigned to = 0; to < comm->size; to++)
        put(comm, own, bytes, (int)to);
}

static void take_all(struct mpi_comm *comm, void *all, size_t bytes)
{
    for (unsigned from = 0; from < comm->size; from++)
        take(comm, (unsigned char *)all + from * bytes, bytes, (int)from);
}

static void allgather(struct mpi_comm *comm, const void *own, void *all, size_t bytes)
{
    send_all(comm, own, bytes);
    take_all(comm, all, bytes);
}

/* The library's own, of u64 sums, when they are sent. */
static void take_sum(struct mpi_comm *comm, uint64_t *sum, size_t words, unsigned count)
{
    uint64_t all[MOST_RANKS * WORDS];
    take_all(comm, all, words * sizeof *all);
    for (size_t i = 0; count > 0 && i < words; i++) {
        sum[i] = 0;
        for (unsigned rank = 0; rank < count; rank++)
            sum[i] += all[rank * words + i];
    }
}

static void fold(struct mpi_comm *comm, const void *own, void *result, size_t words, unsigned count)
{
    send_all(comm, own, words * sizeof(uint64_t));
    take_sum(comm, result, words, count);
}

static void exscan(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    fold(comm, own, result, words.count, comm->rank);
}

static void begin_exscan(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    send_all(comm, own, words.count * sizeof(uint64_t));
    comm->under_way.sum = result;
    comm->under_way.words = words.count;
}

static void begin_allgather(struct mpi_comm *comm, const void *own, void *all, size_t bytes)
{
    send_all(comm, own, bytes);
    comm->under_way.in = all;
    comm->under_way.bytes = bytes;
    comm->under_way.all = true;
}

static void begin_exchange(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                           struct mpi_partners partners)
{
    put(comm, out, bytes, partners.to);
    comm->under_way.in = in;
    comm->under_way.bytes = bytes;
    comm->under_way.from = partners.from;
}

static void finish(struct mpi_comm *comm)
{
    if (comm->under_way.sum)
        take_sum(comm, comm->under_way.sum, comm->under_way.words, comm->rank);
    else if (comm->under_way.all)
        take_all(comm, comm->under_way.in, comm->under_way.bytes);
    else
        take(comm, comm->under_way.in, comm->under_way.bytes, comm->under_way.from);
}

/* Every third time that one asks. */
static bool over(struct mpi_comm *comm)
{
    if (++comm->asked % 3 != 0)
        return false;
    finish(comm);
    return true;
}

static void allreduce(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    fold(comm, own, result, words.count, comm->size);
}

static inline void alltoallv(struct mpi_comm *comm, struct mpi_shares sent, struct mpi_shares received,
                             enum dtype dtype)
{
    const size_t size = dtype_size(dtype);
    for (unsigned to = 0; to < comm->size; to++)
        put(comm, (const char *)sent.elements + (size_t)sent.offsets[to] * size,
            (size_t)sent.counts[to] * size, (int)to);
    for (unsigned from = 0; from < comm->size; from++)
        take(comm, (char *)received.elements + (size_t)received.offsets[from] * size,
             (size_t)received.counts[from] * size, (int)from);
}

/* Before ranks begin, none of which has sent anything. */
static inline void empty_post(unsigned ranks)
{
    for (unsigned r = 0; r < ranks; r++) {
        pthread_cond_init(&post.changed[r], NULL);
        for (unsigned other = 0; other < ranks; other++)
            post.queues[r][other].sent = post.queues[r][other].taken = 0;
    }
}

static const struct mpi_glue glue = {
    .version = MPI_GLUE_VERSION,
    .allgather = allgather,
    .exscan = exscan,
    .allreduce = allreduce,
    .alltoallv = alltoallv,
    .send = put,
    .receive = take,
    .exchange = trade,
    .begin_exscan = begin_exscan,
    .begin_allgather = begin_allgather,
    .begin_exchange = begin_exchange,
    .over = over,
    .finish = finish,
};
