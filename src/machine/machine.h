/* SPDX-License-Identifier: MIT */
/* The machine as one value: topology, clock and state, read once at the start of a command. */
#pragma once

#include "machine/conditions/conditions.h"
#include "machine/instruments/instruments.h"
#include "machine/topology.h"

struct machine {
    struct topology *topology; /* owned */
    struct clock clock;
    struct environment environment;
};

/* source: see topology_create. The clock is calibrated too. Caller closes. */
bool machine_init(struct machine *machine, const char *source, struct error *error);
void machine_close(struct machine *machine);
