/* SPDX-License-Identifier: MIT */
/* What precedes each rank, found on its device: the words of all ranks come there, and are scanned there. */
#pragma once

#include "mpi/node_part.h"
#include "mpi/rank_block.h"

struct device_prefix {
    struct node_part scan;               /* of a word of each rank */
    char *prefixes;                      /* owned, of the device: what precedes each */
    const struct device_exchange *words; /* borrowed */
};

/* Make ready for a word of each rank of a run, which come by the exchange; nothing where they do not stay on
 * devices. EXIT_SYSTEM. The caller closes it
 * before the exchange, after a failure too. */
bool device_prefix_open(struct device_prefix *prefix, const struct run *run,
                        const struct device_exchange *words, struct error *why);
void device_prefix_close(struct device_prefix *prefix);

/* Where on the device what precedes this rank will be, the run's initial among it, after what was called
 * there before; `own` is the address there of the rank's word. On all ranks together. The host waits for
 * nothing. */
const void *device_prefix_find(const struct device_prefix *prefix, const struct run *run, const void *own);
