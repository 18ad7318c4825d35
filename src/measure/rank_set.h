/* SPDX-License-Identifier: MIT */
/* The blocks of an array on a rank, one set for each number of ranks that it is on: filled and judged without
 * asking another rank. */
#pragma once

#include "implementation/implementation.h"
#include "measure/rank_device.h"
#include "measure/ranks_work.h"
#include "problem/verify.h"

struct rank_set {
    struct rank_group ranks; /* without comm: this rank is not among them */
    struct problem_key key;
    struct span own; /* the block, of the whole array's elements */
    struct buffer input[PROBLEM_INPUTS], output, expected;
    struct rank_device_memory device; /* the same on the rank's device, once a point asks for that */
    uint64_t count[2];                /* of a run: see struct run */
    /* What is right: of all elements, of the block, and before it. */
    uint64_t selected, own_selected, before_selected;
    /* Of a compaction that is moved, the share of this rank. */
    struct span share;
    struct buffer moved; /* owned; its elements */
};

/* The set for so many ranks; NULL: there is none. */
struct rank_set *rank_set_of(const struct ranks_bench *bench, unsigned ranks);

/* Take memory; called by all ranks together. EXIT_SYSTEM with need and have. */
bool rank_set_map(struct ranks_bench *bench, const struct ranks_order *order, struct error *why);
void rank_sets_unmap(struct ranks_bench *bench);

/* What the host has of the block. */
struct rank_arrays rank_set_arrays(const struct rank_set *set);

/* Fill the blocks from the order's key, and make what is expected of them, from the elements before them too:
 * each rank draws those anew, so that nothing that is to be proved is asked for it. */
void rank_set_fill(struct rank_set *set, const struct ranks_bench *bench, const struct ranks_order *order);

/* Whether what a run of the point left on this rank is right. */
bool rank_set_verify(const struct rank_set *set, const struct point *point, struct finding *finding);

/* Bytes of its output, and elements that it kept. */
size_t rank_set_answer_bytes(const struct rank_set *set, const struct point *point);
uint64_t rank_set_selected(const struct rank_set *set, const struct point *point);

/* The share of its memory in huge pages; NAN where it is too small to tell. */
double rank_set_huge_fraction(const struct rank_set *set);
