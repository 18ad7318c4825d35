/* SPDX-License-Identifier: MIT */
/* The levels of an algorithm that leaves a partial a tile: level 0 is the input, 1 its tiles' partials, and
 * so on up to the top one, which fits a tile. */
#pragma once

#include "implementation/run.h"

struct levels {
    size_t n;          /* elements of level 0 */
    size_t tile;       /* elements */
    size_t elem_bytes; /* of one element */
};

size_t divide_up(size_t n, size_t by);

/* Bytes of a sum of a point's elements, which is what its type is joined in. */
size_t sum_bytes(const struct point *point);

/* The tiles of a point's elements. */
size_t point_tiles(const struct point *point);

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
