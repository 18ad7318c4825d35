/* SPDX-License-Identifier: MIT */
/* The ranks that mpiexec started, reached through the MPI library that it belongs to. */
#pragma once

#include "base/error.h"
#include "machine/conditions/conditions.h"
#include "mpi/mpi_glue.h"

/* Some of the ranks, which a distributed array is on. */
struct rank_group {
    const struct mpi_glue *glue;
    struct mpi_comm *comm;
    unsigned rank, size; /* this one, of how many */
};

/* The object for the seat's library: what SCANBENCH_MPI names, else beside the program, else in
 * ../lib/scanbench of there. Returns buffer; "" where the library is not known. */
char *world_object(const struct seat *seat, char *buffer, size_t size);

/* Load the object of the seat's MPI library and start that. EXIT_SYSTEM with what to do. Once in the life of
 * a process; the caller closes it. */
bool world_open(struct rank_group *world, const struct seat *seat, struct error *error);
void world_close(struct rank_group *world);

/* Whether the MPI library takes memory of devices; true where none has been started in this process, which
 * may. */
bool world_takes_device(void);
