/* SPDX-License-Identifier: MIT */
/* The awkward cases that every implementation is checked on: sizes, axes and data, without timing. */
#pragma once

#include "implementation/implementation.h"
#include "machine/isa.h"
#include "problem/problem.h"
#include "sweep/filter.h"

enum { CASE_WORKERS = 5, CASE_RANKS = 5 }; /* the most workers, and ranks, that a case asks for */

/* Data that a case is checked on; from CASE_AT_FIRST on one element is outstanding. */
enum case_data {
    CASE_EXACT,
    CASE_SECOND_COVER,
    CASE_THIRD_COVER,
    CASE_PREFIXED,
    CASE_GRIDDED,
    CASE_SELECTS_NONE,
    CASE_SELECTS_ALL,
    CASE_ALTERNATING,
    CASE_NAN,
    CASE_INFINITY,
    CASE_AT_FIRST,
    CASE_AT_LAST,
    CASE_AT_VECTOR_EDGE,
    CASE_BEFORE_TILE_EDGE,
    CASE_AT_TILE_EDGE,
    CASE_AT_WORKER_EDGE,
    CASE_DATA_COUNT,
};

/* What people call it. */
const char *case_data_name(enum case_data data);

/* Called with a point that its implementation supports; false ends the walk. */
typedef bool case_visit(void *context, const struct point *point, enum case_data data);

/* How far a walk goes. */
struct case_extent {
    bool smoke;          /* a small subset */
    enum isa isa;        /* only this one; ISA_NONE: all that this machine has */
    unsigned fixed_axes; /* AXIS_BITs of axes that keep the value of a silent config: for those to whom all
 take too long, as builds under a sanitizer */
    const struct filter *filter; /* only points that meet it; NULL: all. Sizes are those of the walk */
    enum devices device;         /* that runs them; DEVICE_NONE: this machine */
    unsigned ranks;              /* that there are to run on; 0: none but this process */
};

/* Walk over sizes, then data, then axes, so that neighbours share memory and problem. */
bool cases_walk(const struct implementation *implementation, const struct case_extent *extent,
                case_visit *visit, void *context);

/* Whether there is something to walk over: what the implementation runs on is here. `why`, zeroed by the
 * caller, says what the machine lacks where the implementation refuses for that (EXIT_SYSTEM). */
bool cases_exist(const struct implementation *implementation, const struct case_extent *extent,
                 struct error *why);

/* The problem of a case; false where the data does not apply (an edge beyond the end, grids of integers, a
 * prefix that the implementation does not take). */
bool case_problem(const struct point *point, enum case_data data, uint64_t seed, struct problem_key *key);
