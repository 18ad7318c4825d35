/* SPDX-License-Identifier: MIT */
/* A key made ready for drawing elements. Internal to the problem room. */
#pragma once

#include "problem/problem.h"

/* What decides an element's value. */
enum kind { SUMMANDS, ORDERED, FACTORS, SELECTABLE };

/* What the elements of a stream are drawn from. */
struct recipe {
    uint64_t seed;
    size_t n, cover;
    uint64_t mask;   /* summands: only indices with (index & mask) == cover are not zero */
    uint64_t odd;    /* summands: or-ed to integers */
    uint64_t most;   /* summands: the largest magnitude of floats; gridded data: of the integer that they are
                        made of */
    double grid;     /* gridded data: what that integer counts */
    size_t row;      /* ordered: elements of a row, n without rows */
    size_t peak;     /* ordered: where in each row the extremum is */
    bool ascends;    /* ordered: each row is above the one before, not below */
    uint64_t step;   /* ordered: from one rank to the next */
    unsigned shift;  /* ordered: more elements than values: so many bits of a rank do not count */
    bool reversed;   /* ordered: towards the least value */
    bool scaled;     /* summands: of a recurrence, times its scale */
    bool backwards;  /* a recurrence that begins at the last element */
    uint64_t scales; /* the seed of its scales */
    uint64_t threshold;             /* selectable: of 2^53 */
    uint64_t ordinary, outstanding; /* structure: bits of elements */
};

/* Whether one element is outstanding, one of the first stream, others being no terms. */
bool recipe_is_single(const struct problem_key *key);

enum kind recipe_kind(const struct problem_key *key);

/* Of gridded data: every number is a multiple of 2 to minus so many. */
unsigned recipe_grid_bits(enum dtype dtype);

/* The recipe of a stream. */
struct recipe recipe_make(const struct problem_key *key, unsigned stream);

/* What a recurrence of exact data, whose second stream has that recipe, multiplies with on the way from one
 * element to another. */
union element recurrence_ratio(const struct recipe *coefficients, enum dtype dtype, size_t from, size_t to);
