/* SPDX-License-Identifier: MIT */
/* The plan: sweep × registry → points. */
#pragma once

#include "implementation/implementation.h"
#include "machine/isa.h"
#include "machine/topology.h"
#include "sweep/config.h"

/* Whether a process is the first one, which proves all outputs and finds how many calls a sample has. */
enum process_kind { PROCESS_FIRST, PROCESS_LATER, PROCESS_KINDS };

struct planned_point {
    struct point point;
    bool supported;
    char reason[256];           /* why not; empty when it is */
    double pace[PROCESS_KINDS]; /* how many times as long as expected it takes here; 0: not rehearsed */
};

/* In config order, each point once. */
struct plan {
    struct planned_point *points;
    size_t count;
};

struct plan_options {
    const struct filter *filter; /* NULL: all */
    enum isa isa;                /* --isa; ISA_NONE: as the config says */
    bool counts; /* in the model: whatever the config says, the device is that, and what the model does not
                    depend on is as in a silent config */
};

/* Expand. An axis that an implementation lacks does not multiply it. Counts are checked before anything is
 * allocated. What an implementation refuses, and an ISA that this machine lacks, is planned as unsupported;
 * more workers than units are planned as they are. EXIT_USAGE: a product of more than PLAN_POINTS points, no
 * point selected, options->isa lacking here. Caller closes; after a failure there is nothing to close. */
bool plan_make(struct plan *plan, const struct config *config, const struct topology *topology,
               const struct plan_options *options, struct error *error);
void plan_close(struct plan *plan);

/* Bytes of memory that measuring a point takes: input, output, expected answer, scratch. */
size_t plan_point_bytes(const struct point *point);
