/* SPDX-License-Identifier: MIT */
/* The levels of an algorithm that leaves a partial a tile. */
#include "group/levels.h"

enum { ALIGNMENT = 64 };

size_t divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

size_t tile_size(const struct point *point)
{
    return point->threads_per_group * point->values_per_thread;
}

size_t level_elements(const struct point *point, unsigned level)
{
    size_t n = point->n;
    for (unsigned l = 0; l < level; l++)
        n = divide_up(n, tile_size(point));
    return n;
}

size_t level_groups(const struct point *point, unsigned level)
{
    return divide_up(level_elements(point, level), tile_size(point));
}

unsigned top_level(const struct point *point)
{
    unsigned level = 0;
    while (level_elements(point, level) > tile_size(point))
        level++;
    return level;
}

static size_t array_bytes(const struct point *point, unsigned level)
{
    return divide_up(level_elements(point, level) * dtype_size(point->dtype), ALIGNMENT) * ALIGNMENT;
}

/* Bytes of the levels 1 … level − 1. */
static size_t offset(const struct point *point, unsigned level)
{
    size_t bytes = 0;
    for (unsigned l = 1; l < level; l++)
        bytes += 2 * array_bytes(point, l);
    return bytes;
}

void *level_sums(const struct run *run, unsigned level)
{
    return (char *)run->scratch + offset(run->point, level);
}

void *level_scans(const struct run *run, unsigned level)
{
    return (char *)run->scratch + offset(run->point, level) + array_bytes(run->point, level);
}

size_t levels_bytes(const struct point *point)
{
    return offset(point, top_level(point) + 1);
}
