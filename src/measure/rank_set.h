/* SPDX-License-Identifier: MIT */
/* The blocks of an array on a rank, one set for each number of ranks that it is on, in the memory of the
 * host, and of the rank's device of an engine once a point asks for that. */
#pragma once

#include "machine/conditions/seat.h"
#include "machine/workers/team.h"
#include "measure/device_arrays.h"
#include "mpi/world.h"
#include "problem/problem_part.h"

struct rank_set {
    struct rank_group ranks; /* without comm: this rank is not among them */
    struct problem_part part;
    struct buffer input[PROBLEM_INPUTS], output, expected, moved;
    struct device_arrays devices[ENGINES]; /* by the engine whose points asked for them */
    bool filled;                           /* the host's inputs are */
    uint64_t count[2];                     /* of a run: see struct run */
};

/* Take memory for a rank's part of the whole problem, beside as many ranks of this host. EXIT_SYSTEM with
 * need and have. */
bool rank_set_map(struct rank_set *set, const struct problem_key *whole, enum pages pages, unsigned locals,
                  struct error *why);
void rank_set_unmap(struct rank_set *set);

/* Open the device of an engine that is this rank's: those of a host go round its ranks. EXIT_SYSTEM. The
 * caller closes it. */
bool rank_device_open(enum engines engine, const struct seat *seat, struct engine_device **opened,
                      struct error *why);

/* Take memory on the device of an engine, unless that is done, with what the host has. EXIT_SYSTEM. */
bool rank_set_map_device(struct rank_set *set, enum engines engine, struct engine_device *opened,
                         struct error *why);

/* Fill the blocks from the key of the whole problem, from these workers, and find out what is right. */
void rank_set_fill(struct rank_set *set, const struct problem_key *whole, struct team *team,
                   unsigned workers);

/* Poison the output wherever it is, and the counts. */
void rank_set_poison(struct rank_set *set, bool complement);

/* The share of its memory in huge pages; NAN where it is too small to tell. */
double rank_set_huge_fraction(const struct rank_set *set);
