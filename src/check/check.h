/* SPDX-License-Identifier: MIT */
/* Checking: every implementation on awkward cases, without timing. */
#pragma once

#include "implementation/implementation.h"
#include "machine/isa.h"
#include "measure/ranks.h"
#include "problem/problem.h"
#include "sweep/filter.h"

/* ---- The awkward cases that every implementation is checked on: sizes, axes and data, without timing
 * (cases.c) */

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
    unsigned fixed_axes; /* AXIS_BITs of axes that keep the value of a silent config */
    bool distinct;       /* for a sanitizer: data whose accesses or values are of another kind, one run */
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

/* ---- The checking engine: an implementation on every awkward case, in guarded and poisoned memory, without
 * timing (checker.c) */

struct checker_result;
struct checker_options {
    struct case_extent extent;
    struct ranks_bench *met; /* of the first rank: them, with workers started; NULL: none */
    unsigned hang_s;         /* that a case may take; 0: two minutes */
    uint64_t seed;
    /* How far it is, several times a second, from the process that waits for it. NULL: nobody wants to know.
     */
    void (*progress)(void *context, const struct checker_result *result);
    void *context;
};

struct checker_result {
    size_t cases, wrong;
    unsigned limit_s;    /* that what runs may take, by the alarm of the child; 0: none */
    bool building;       /* the kernels of the case that runs */
    char refused[320];   /* what the device or machine lacks for some, or all; "": nothing */
    char finding[640];   /* the first wrong case and what was wrong with it */
    struct point point;  /* of that case, or of the last one */
    struct point now;    /* of the case that runs, or ran last; without an implementation: none has begun;
                            whoever reads it meanwhile may see values of two cases */
    enum case_data data; /* of the same case */
};

/* Bytes of the longest text of a case. */
enum { CASE_TEXT = 320 };

/* The case that runs, or ran last, as people read it. Returns text, of size bytes. */
char *checker_now(const struct checker_result *result, char *text, size_t size);

/* Run every case twice: the input against the front guard and the output against the back one, poisoned, then
 * the other way round, poisoned with the complement; the input is read-only. Where the implementation works
 * in place, run it once more so. An access outside kills the process, or with a device is found after the
 * run; there a failure ends the walk, since nothing can be said of what comes after it. False only when the
 * system refuses memory, workers or the device (EXIT_SYSTEM): wrong answers are in the result. The child of
 * checker_run_isolated does this; tests do it in their own process, where a sanitizer looks on. */
bool checker_run(const struct implementation *implementation, const struct checker_options *options,
                 struct checker_result *result, struct error *error);

/* How many cases that will be, but for those that a device refuses. */
size_t checker_count(const struct implementation *implementation, const struct checker_options *options);

/* Give what comes next as long as a case may take: SIGALRM ends it. */
void checker_watch(const struct checker_options *options, struct checker_result *result);

/* Say that a case is what runs now, and give it its time. */
void checker_begin_case(const struct checker_options *options, struct checker_result *result,
                        const struct point *point, enum case_data data);

/* Note what is wrong with the case that runs, and how it was run. */
void checker_note_wrong(struct checker_result *result, const char *how, const char *what);

/* ---- What groups do, checked in the model of a GPU: races that an engine which runs the threads of a group
 * one after the other cannot have (model_check.c) */

/* Run each shape of the implementation's groups once in the model, over several tiles, and note what races,
 * waits for ever or comes out wrong. False when memory is out (EXIT_SYSTEM). */
bool model_check_run(const struct implementation *implementation, const struct checker_options *options,
                     struct checker_result *result, struct error *error);

/* How many runs that is: none on a device or where nothing runs in groups. */
size_t model_check_count(const struct implementation *implementation, const struct checker_options *options);

/* ---- Checking in a child process: a crash or a hang is a finding too, compiling and running apart
 * (checker_child.c) */

/* What the ranks of a check meet with; all borrowed. */
struct checker_ranks {
    const struct machine *machine;
    const struct ranks_identity *identity;
};

/* What a child checks, one after the other; all borrowed. */
struct checker_work {
    const struct implementation *const *implementations;
    size_t count;
    const struct checker_options *options;
    const struct checker_ranks *ranks; /* NULL: in the child alone */
    /* Called for each as soon as it is done. */
    void (*finished)(void *context, size_t index, const struct checker_result *result);
    void *context;
};

/* Check in a child, and tell what is done. Called without threads running. False when the system refuses what
 * is needed (EXIT_SYSTEM). What crashes or hangs is a finding, and the last one: the rest is not checked;
 * `done`, how many were, then says so. */
bool checker_child_run(const struct checker_work *work, size_t *done, struct error *error);
