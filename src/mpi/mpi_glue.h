/* SPDX-License-Identifier: MIT */
/* What scanbench asks of an MPI library: a table of functions, in a shared object that is built with that
 * library's compiler and loaded when it is asked for, so that the program itself depends on none. */
#pragma once

#include "problem/element.h"

#include <stdbool.h>
#include <stddef.h>

/* Grows with each change of the table: an older object is refused. */
enum { MPI_GLUE_VERSION = 4 };

/* No rank: what is sent there is dropped, what is received from there is nothing. */
enum { MPI_GLUE_NOBODY = -1 };

struct mpi_comm; /* some of the ranks, opaque */

/* Elements that go to, or come from, each rank: how many, and where in an array they begin. */
struct mpi_shares {
    void *elements;
    const int *counts, *offsets;
};

/* A vector that is joined word by word. */
struct mpi_words {
    size_t count;
    enum dtype dtype;
    enum op op;
};

/* Whom a rank sends to while it receives; MPI_GLUE_NOBODY: nobody. */
struct mpi_partners {
    int to, from;
};

/* Errors end the whole job, as MPI does by default. Only the thread that called start may call. */
struct mpi_glue {
    unsigned version;
    void (*start)(void);
    void (*end)(void);
    struct mpi_comm *(*world)(void);
    /* The ranks 0 … first − 1, called by all of the parent; NULL for those that are not among them. */
    struct mpi_comm *(*first)(struct mpi_comm *parent, unsigned first);
    void (*release)(struct mpi_comm *comm);
    unsigned (*rank)(struct mpi_comm *comm);
    unsigned (*size)(struct mpi_comm *comm);

    void (*barrier)(struct mpi_comm *comm);
    void (*allgather)(struct mpi_comm *comm, const void *own, void *all, size_t bytes);
    void (*exscan)(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words);
    void (*allreduce)(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words);
    void (*alltoallv)(struct mpi_comm *comm, struct mpi_shares sent, struct mpi_shares received,
                      enum dtype dtype);
    void (*send)(struct mpi_comm *comm, const void *data, size_t bytes, int to);
    void (*receive)(struct mpi_comm *comm, void *data, size_t bytes, int from);
    /* Both at once, of as many bytes. */
    void (*exchange)(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                     struct mpi_partners partners);
    /* The same as their namesakes, under way when they return; one at a time on some ranks, whose words and
     * partners stay until it is over. */
    void (*begin_exscan)(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words);
    void (*begin_allgather)(struct mpi_comm *comm, const void *own, void *all, size_t bytes);
    void (*begin_exchange)(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                           struct mpi_partners partners);
    /* Whether that is over; moves it on, and returns at once. */
    bool (*over)(struct mpi_comm *comm);
    /* Wait until it is. */
    void (*finish)(struct mpi_comm *comm);
    /* Whether a message from a rank is there; returns at once. */
    bool (*waits)(struct mpi_comm *comm, int from);
    /* Whether data may be in the memory of CUDA devices, as far as the library says. */
    bool (*takes_device)(void);
};

/* The symbol of the table in a shared object. */
#define MPI_GLUE_SYMBOL scanbench_mpi_glue
extern const struct mpi_glue MPI_GLUE_SYMBOL;
