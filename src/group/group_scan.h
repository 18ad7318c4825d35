/* SPDX-License-Identifier: MIT */
/* What the scans over groups share: the work of scanning an array, and their axes. */
#pragma once

#include "engine/program.h"
#include "group/geometry.h"
#include "group/levels.h"
#include "group/locals.h"

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

/* What every scan over groups has; those of rows; those with a choice of a local algorithm. */
#define GROUP_SCAN .primitive = PRIMITIVE_SCAN, .ops = EVERY_OP, .takes_initial = true
#define GROUP_SCAN_OF_ROWS GROUP_SCAN, .axes = GROUP_ROWS_AXES, .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE
#define GROUP_SCAN_BY_LOCALS GROUP_SCAN, .locals = scan_locals, .supports = locals_support
