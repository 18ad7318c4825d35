/* SPDX-License-Identifier: MIT */
/* The levels of an algorithm that leaves a partial a tile: level 0 is the input, 1 its tiles' partials, and
 * so on up to the top one, which fits a tile. */
#ifndef SCANBENCH_LEVELS_H
#define SCANBENCH_LEVELS_H

#include "implementation/run.h"

#include <stdbool.h>

size_t divide_up(size_t n, size_t by);

/* Elements of one tile. */
size_t tile_size(const struct point *point);

/* Elements and groups of a level; the top level. */
size_t level_elements(const struct point *point, unsigned level);
size_t level_groups(const struct point *point, unsigned level);
unsigned top_level(const struct point *point);

/* The partials of a level above 0 in scratch, each level with two arrays: as they were made, and a second one
 * for their scan. */
void *level_sums(const struct run *run, unsigned level);
void *level_scans(const struct run *run, unsigned level);

/* Bytes of scratch for all levels. */
size_t levels_bytes(const struct point *point);

#endif
