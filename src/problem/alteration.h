/* SPDX-License-Identifier: MIT */
/* One element of an input changed, and the answer that follows: what makes of two timed calls two problems.
 */
#pragma once

#include "problem/problem.h"

struct alteration {
    bool made;             /* false: everything is as the recipe says */
    size_t index;          /* of the element, in the first input */
    union element was, is; /* before, and now */
    union element joined;  /* terms: `is` is `was` joined with this, and so is each answer that `was` is in */
    size_t end;            /* segmented scan: the next head, from which on the answer is as before; else n */
    size_t place;          /* the first element of the output that differs, if there is one */
};

/* How many elements of an input are > 0 before each of its parts: where in a compaction's output an element
 * is. Caller closes. */
struct ranks {
    size_t *before; /* owned; NULL: of another primitive */
};
void ranks_make(struct ranks *ranks, const struct problem *problem);
void ranks_close(struct ranks *ranks);

/* Draw an alteration of an exact problem, whose inputs are as its recipe says. It keeps the promise of the
 * recipe: every order of operations gives the same bits. Of a compaction one element > 0 becomes another; of
 * a count an element comes to be counted, or no longer; an extremum becomes more extreme. Nothing where there
 * is no such element, and of a primitive that cannot say what follows. */
struct alteration alteration_draw(const struct problem *problem, const struct ranks *ranks, uint64_t random);

/* Write what is, or what was, into the first input. */
void alteration_apply(const struct alteration *alteration, enum dtype dtype, void *input);
void alteration_undo(const struct alteration *alteration, enum dtype dtype, void *input);

/* Write the elements first … first + count − 1 of the answer of an altered problem to `elements`. The problem
 * may be that of a limit of the one that was drawn for. False where its primitive is judged by its altered
 * input alone, by verify_output. */
bool alteration_answer(const struct problem *problem, const struct alteration *alteration, size_t first,
                       size_t count, void *elements);

/* Write the answer at an index to `element`: that of the problem, with what is joined where an alteration
 * is made. */
void alteration_join_one(const struct problem *problem, const struct alteration *alteration,
                         union element joined, size_t index, void *element);

/* The count beside the answer of an altered problem that has one. */
uint64_t alteration_count(const struct problem *problem, const struct alteration *alteration);

/* The fold of an altered problem: see struct problem. */
uint64_t alteration_fold(const struct problem *problem, const struct alteration *alteration);
