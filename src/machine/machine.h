/* SPDX-License-Identifier: MIT */
/* The machine as one value: topology, clock and state, read once at the start of a command. */
#pragma once

#include "machine/conditions/conditions.h"
#include "machine/instruments/instruments.h"
#include "machine/topology.h"

#include <stddef.h>

struct machine {
    struct topology *topology; /* owned */
    struct clock clock;
    struct environment environment;
};

/* source: see topology_create. The clock is calibrated too. Caller closes. */
bool machine_init(struct machine *machine, const char *source, struct error *error);
void machine_close(struct machine *machine);

/* ---- Which NUMA nodes memory lies on (nodes.c) */

/* The share of the pages of data, looked at in at most some hundred places, that lie on none of the nodes (OS
 * indices); pages that were never written do not count. NAN when the kernel does not say. */
double nodes_elsewhere(const void *data, size_t bytes, const unsigned *nodes, size_t count);
