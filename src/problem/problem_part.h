/* SPDX-License-Identifier: MIT */
/* A part of an array that lies on ranks: what of the answer is right there, found out without asking another
 * rank, by drawing anew what the others hold. */
#pragma once

#include "base/span.h"
#include "problem/verify.h"

struct problem_part {
    struct problem_key key; /* of the whole array */
    unsigned rank, ranks;   /* whose part it is, of how many */
    struct span own;        /* its elements of the whole array */
    /* Borrowed. The part's inputs; room for its answer, and of a compaction for the share of it that a rank
     * has once all hold as many. */
    const void *input[PROBLEM_INPUTS];
    void *expected, *moved;
    /* What is right: elements that are selected of all, of the part, and before it; and the share. */
    uint64_t selected, own_selected, before_selected;
    struct span share;
};

/* The problem of so many ranks together, of a key as one of them has it: where each has as many words, all of
 * them. */
struct problem_key problem_over_ranks(const struct problem_key *key, unsigned ranks);

/* The part of a rank of the whole problem; its memory is to be set. */
struct problem_part problem_part_of(const struct problem_key *whole, unsigned rank, unsigned ranks);

/* Elements of it. */
size_t problem_part_elements(const struct problem_part *part);

/* Write some elements of the part's input, counted from its first one, to their places. */
void problem_part_fill(const struct problem_part *part, unsigned stream, void *input, struct span elements);

/* Find out what is right. */
void problem_part_solve(struct problem_part *part);

/* What a run left on the rank. */
struct part_answer {
    enum primitive primitive; /* that of the key, or of its limit */
    bool moved; /* of a compaction, whose elements have been moved so that all ranks have as many */
    const void *output;
    const uint64_t *count; /* of the part, and before it */
};

/* Whether that is right. */
bool problem_part_verify(const struct problem_part *part, const struct part_answer *answer,
                         struct finding *finding);

/* Elements that it has to keep of a compaction, or copy in part, else 0; and the bytes of its output. */
uint64_t problem_part_selected(const struct problem_part *part, enum primitive primitive, bool moved);
size_t problem_part_bytes(const struct problem_part *part, enum primitive primitive, bool moved);
