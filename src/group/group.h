/* SPDX-License-Identifier: MIT */
/* The host side of the algorithms of groups: what its files share. */
#pragma once

#include "base/divide.h"
#include "engine/engine.h"
#include "group/locals.h"
#include "implementation/implementation.h"
#include "implementation/run.h"

/* ---- What groups ask of threads and values per thread, and the axes that all of them have (geometry.c) */

/* The axes of everything that groups do. */
#define GROUP_AXES \
    (AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA))

/* True when there are kernels for the point's threads per group, a multiple of 32, and its values per thread.
 */
bool geometry_supports(const struct point *point, struct error *why);

/* The same where an access takes several of a thread's values: of consecutive ones, on CUDA and in the model
 * alone. */
bool geometry_supports_width(const struct point *point, struct error *why);

/* The same where a thread of each group waits for one other group. */
bool geometry_supports_one_round(const struct point *point, struct error *why);

/* The same where groups stay and read ahead, which takes subgroups with other roles and whole accesses of 16
 * bytes. */
bool geometry_supports_ahead(const struct point *point, struct error *why);

/* The same where the algorithm halves a group again and again: threads are a power of two. */
bool geometry_supports_halving(const struct point *point, struct error *why);

/* Nanoseconds before a subgroup first looks at what other groups have published, and between looks on a GPU,
 * as CUB has them for Hopper: who looks too often slows down those that it waits for. */
enum { FIRST_LOOK_NS = 1200, NEXT_LOOK_NS = 650 };

/* The lowest bits of a tag that are a state: a run's number is above them. */
enum { STATE_BITS = 2 };

/* ---- The levels of an algorithm that leaves a partial a tile: level 0 is the input, 1 its tiles' partials,
 * and so on up to the top one, which fits a tile (levels.c) */

struct levels {
    size_t n;          /* elements of level 0 */
    size_t tile;       /* elements */
    size_t elem_bytes; /* of one element */
};

/* Bytes of a sum of a point's elements, which is what its type is joined in. */
size_t sum_bytes(const struct point *point);

/* The tiles of a point's elements. */
size_t point_tiles(const struct point *point);

/* What tiles that are drawn publish in scratch: a ticket, alone in its line, and so many words of state a
 * tile; then their sums. */
struct published {
    uint32_t *ticket, *states;
    void *sums;
};

/* Bytes before the sums. */
size_t states_bytes(const struct point *point, size_t words);

/* The run's scratch, where the ticket and the states are zero from now on. */
struct published published_begin(const struct run *run, size_t words);

/* The levels of a point: its elements in its tiles. */
struct levels levels_of(const struct point *point);

/* Elements and groups of a level; the top level. */
size_t level_elements(const struct levels *levels, unsigned level);
size_t level_groups(const struct levels *levels, unsigned level);
unsigned level_top(const struct levels *levels);

/* The partials of a level above 0 in scratch, each level with two arrays: as they were made, and a second one
 * for their scan. */
void *level_sums(const struct levels *levels, void *scratch, unsigned level);
void *level_scans(const struct levels *levels, void *scratch, unsigned level);

/* Bytes of scratch for all levels, a multiple of 64. */
size_t levels_bytes(const struct levels *levels);

/* The same for the levels of a point. */
size_t levels_scratch_bytes(const struct point *point);

/* ---- What the scans over groups share: the work of scanning an array, and their axes (group_scan.c) */

/* A scan of levels.n elements by kernels that the caller has built for its choice of threads and values. */
struct group_scan {
    const struct run *run;
    struct levels levels;
    const void *in;
    void *out;
    const void *initial; /* what precedes the first element */
    void *scratch;       /* levels_bytes */
    bool inclusive;
    const struct built *reduce_tile, *scan_tile; /* NULL where the strategy has none */
    const struct built *reduce_sums, *scan_sums; /* of the levels above the input; NULL: the same */
};

/* What precedes the first element: an element of the device, or of the host. */
static inline const void *group_scan_initial(const struct run *run)
{
    return run->second ? run->second : &run->initial;
}

/* Of the arguments of a kernel what a run of a scan gives to all. */
#define SCAN_ARGUMENTS(run)                                                                             \
    .in = (run)->input, .out = (run)->output, .initial = group_scan_initial(run), .n = (run)->point->n, \
    .inclusive = (run)->point->scan_mode == MODE_INCLUSIVE

/* The scan that a run's point asks for, without kernels. */
struct group_scan group_scan_of(const struct run *run);

/* Reduce-then-scan of whatever an implementation of groups has to scan, by all workers together. */
void reduce_then_scan(const struct group_scan *scan);

/* Of a word that counts the groups that have added to it (kernels/count_word.h, reduce_atomic_counted). */
size_t counted_kept_bytes(const struct point *point);

/* What a level is made from: the input, or the sums of the level below. */
const void *group_scan_input(const struct group_scan *scan, unsigned level);

/* Roundings of a tile's scan or reduction: in a thread V, across the group at most T (a serial rake and its
 * like). */
size_t tile_roundings(const struct point *point);

/* The axes of every scan over groups. */
#define GROUP_SCAN_AXES                                                                           \
    (GROUP_AXES | AXIS_BIT(AXIS_GROUP_ALGORITHM) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | \
     AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_LANE_SCAN) | AXIS_BIT(AXIS_IN_PLACE))

/* Those of scans whose subgroups own rows: they have no choice of a local algorithm. */
#define GROUP_ROWS_AXES (GROUP_SCAN_AXES & ~AXIS_BIT(AXIS_GROUP_ALGORITHM))

/* The elements of a row of a scan of rows: one that is longer than the array ends with it. */
static inline size_t row_of(const struct point *point)
{
    return point->n > 0 && point->row_length > point->n ? point->n : point->row_length;
}

/* What every scan over groups has; those of rows; those with a choice of a local algorithm. */
#define GROUP_SCAN .primitive = PRIMITIVE_SCAN, .ops = EVERY_OP, .takes_initial = true
#define GROUP_SCAN_OF_ROWS GROUP_SCAN, .axes = GROUP_ROWS_AXES, .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE
#define GROUP_SCAN_BY_LOCALS GROUP_SCAN, .locals = scan_locals, .supports = locals_support

/* ---- The reduction of an array over groups, level by level (group_reduce.c) */

/* A reduction of levels.n > 0 elements to one by a kernel that the caller has built. */
struct group_reduce {
    const struct run *run;
    struct levels levels;
    const void *in;
    void *out;
    void *scratch; /* levels_bytes */
    enum layout layout;
    unsigned width;
    unsigned broadcast; /* lanes that store what all threads of a group get; 0: only the first has it */
    const struct built *reduce_tile;
    const struct built *unchecked; /* for full tiles of the input; NULL: the same */
};

/* By all workers together. */
void reduce_levels(const struct group_reduce *reduce);

/* ---- What compactions over groups share (group_compact.c) */

#define RANKS "a lane's place is the number of valid lanes below it, by ballot and population count"

/* What all that select have; beside it, axes of their own. */
#define GROUP_SELECTION(own_axes) \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_SELECTIVITY) | (own_axes), .dtypes = EVERY_DTYPE | EVERY_NARROW

/* Of the arguments of a kernel what a run of a compaction gives to all. */
#define COMPACT_ARGUMENTS(run) \
    .in = (run)->input, .out = (run)->output, .total = (run)->count, .n = (run)->point->n

/* The number of a run in the words of kernels/count_word.h: program_turn as far as there is room for it. */
uint32_t count_turn(const struct run *run);
