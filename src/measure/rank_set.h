/* SPDX-License-Identifier: MIT */
/* The blocks of an array on a rank, one set for each number of ranks that it is on, in the memory of the
 * host, and of the rank's device once a point asks for that. */
#pragma once

#include "measure/device_arrays.h"
#include "measure/ranks_work.h"
#include "problem/problem_part.h"

struct rank_set {
    struct rank_group ranks; /* without comm: this rank is not among them */
    struct problem_part part;
    struct buffer input[PROBLEM_INPUTS], output, expected, moved;
    struct device_arrays device;
    uint64_t count[2]; /* of a run: see struct run */
};

/* The set for so many ranks; NULL: there is none. */
struct rank_set *rank_set_of(const struct ranks_bench *bench, unsigned ranks);

/* Take memory; called by all ranks together. EXIT_SYSTEM with need and have. */
bool rank_set_map(struct ranks_bench *bench, const struct ranks_order *order, struct error *why);
void rank_sets_unmap(struct ranks_bench *bench);

/* The same on the device of an engine that is this rank's, which is opened, unless that is done: the devices
 * of a host go round its ranks. EXIT_SYSTEM. */
bool rank_set_map_device(struct rank_set *set, struct ranks_bench *bench, enum engines engine,
                         struct error *why);

/* Fill the blocks from the order's key, and find out what is right. */
void rank_set_fill(struct rank_set *set, const struct ranks_bench *bench, const struct ranks_order *order);

/* Poison the output wherever it is, and the counts. */
void rank_set_poison(struct rank_set *set, bool complement);

/* The share of its memory in huge pages; NAN where it is too small to tell. */
double rank_set_huge_fraction(const struct rank_set *set);
