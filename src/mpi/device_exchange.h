/* SPDX-License-Identifier: MIT */
/* Exchanges whose words stay in the memory of the ranks' devices: all ranks get what all have. */
#pragma once

#include "implementation/distribution.h"
#include "mpi/nccl.h"

/* What is exchanged there. */
struct device_exchange {
    const struct rank_group *ranks; /* borrowed */
    struct engine_device *device;   /* borrowed */
    enum exchange_kind kind;
    size_t bytes;            /* that each rank gives */
    void *all;               /* owned, of the device: what each of them gave */
    struct nccl_ranks *nccl; /* NULL: by MPI */
};

/* Whether a point of a node can exchange so: EXIT_USAGE where its words are not on a device, EXIT_SYSTEM with
 * what is missing. Of an exchange of the host's words, and of no node, nothing is asked. */
bool device_exchange_supports(const struct point *point, struct error *why);

/* Make ready, on all ranks together. EXIT_SYSTEM. The caller closes it, after a failure too. */
bool device_exchange_open(struct device_exchange *exchange, const struct run *run, size_t bytes,
                          struct error *why);
void device_exchange_close(struct device_exchange *exchange);

/* `all` gets what each rank has at `own`, an address of its device, in the order of what is called there. On
 * all of them together. */
void device_exchange_gather(const struct device_exchange *exchange, const void *own);
