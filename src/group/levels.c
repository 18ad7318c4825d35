/* SPDX-License-Identifier: MIT */
/* The levels of an algorithm that leaves a partial a tile, and what the tiles of one pass publish. */
#include "base/buffer.h"
#include "group/group.h"

size_t sum_bytes(const struct point *point)
{
    return dtype_size(dtype_accumulator((enum dtype)point->dtype));
}

struct levels levels_of(const struct point *point)
{
    return (struct levels){point->n, point_tile(point), dtype_size(point->dtype)};
}

size_t level_elements(const struct levels *levels, unsigned level)
{
    size_t n = levels->n;
    for (unsigned l = 0; l < level; l++)
        n = divide_up(n, levels->tile);
    return n;
}

size_t level_groups(const struct levels *levels, unsigned level)
{
    return divide_up(level_elements(levels, level), levels->tile);
}

unsigned level_top(const struct levels *levels)
{
    unsigned level = 0;
    while (level_elements(levels, level) > levels->tile)
        level++;
    return level;
}

static size_t array_bytes(const struct levels *levels, unsigned level)
{
    return round_up(level_elements(levels, level) * levels->elem_bytes, CACHE_LINE);
}

/* Bytes of the levels 1 … level − 1. */
static size_t offset(const struct levels *levels, unsigned level)
{
    size_t bytes = 0;
    for (unsigned l = 1; l < level; l++)
        bytes += 2 * array_bytes(levels, l);
    return bytes;
}

void *level_sums(const struct levels *levels, void *scratch, unsigned level)
{
    return (char *)scratch + offset(levels, level);
}

void *level_scans(const struct levels *levels, void *scratch, unsigned level)
{
    return (char *)scratch + offset(levels, level) + array_bytes(levels, level);
}

size_t levels_bytes(const struct levels *levels)
{
    return offset(levels, level_top(levels) + 1);
}

size_t levels_scratch_bytes(const struct point *point)
{
    const struct levels levels = levels_of(point);
    return levels_bytes(&levels);
}

size_t point_tiles(const struct point *point)
{
    return divide_up(point->n, point_tile(point));
}

size_t states_bytes(const struct point *point, size_t words)
{
    return CACHE_LINE + round_up(point_tiles(point) * words * sizeof(uint32_t), CACHE_LINE);
}

struct published published_begin(const struct run *run, size_t words)
{
    char *const scratch = run->scratch;
    const size_t cleared = states_bytes(run->point, words);
    run->engine->clear(run, scratch, cleared);
    return (struct published){(uint32_t *)scratch, (uint32_t *)(scratch + CACHE_LINE), scratch + cleared};
}
