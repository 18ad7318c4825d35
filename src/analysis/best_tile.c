/* SPDX-License-Identifier: MIT */
/* The tile shape of an algorithm whose worst loss over all sizes is least. */
#include "analysis/best_tile.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define TILE_AXES (AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD))

/* The fastest tile of a row's algorithm and other parameters; rows are by time. */
static const struct best_row *best_tile_at(const struct best_size *size, const struct best_row *row)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (best_same(&size->rows[i], row, TILE_AXES | AXIS_BIT(AXIS_N)))
            return &size->rows[i];
    return NULL;
}

/* The worst loss of a tile, and where; false when it lacks a size that another tile has. */
static bool worst_loss(const struct best_problem *problem, const struct best_row *tile,
                       struct best_tile *worst)
{
    *worst = (struct best_tile){.row = tile, .regret = 0};
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_row *const best = best_tile_at(&problem->sizes[i], tile);
        const struct best_row *const own = best_row_at(&problem->sizes[i], tile);
        if (best == NULL)
            continue;
        if (own == NULL)
            return false;
        worst->sizes++;
        const double loss = best_times(best, own) - 1;
        if (loss > worst->regret) {
            worst->regret = loss;
            worst->row = own;
        }
    }
    return true;
}

/* The first size at which the algorithm with these parameters stands, where its tiles are counted. */
static bool is_first_of_algorithm(const struct best_problem *problem, size_t size, const struct best_row *row)
{
    for (size_t i = 0; i < size; i++)
        if (best_tile_at(&problem->sizes[i], row) != NULL)
            return false;
    return best_tile_at(&problem->sizes[size], row) == row;
}

static const struct best_row *fastest_beside(const struct best_problem *problem, const struct best_row *row)
{
    for (size_t i = 0; i < problem->size_count; i++)
        if (problem->sizes[i].rows[0].record->point.n == row->record->point.n)
            return best_tile_at(&problem->sizes[i], row);
    return NULL;
}

static struct interval regret_interval(const struct best_problem *problem, const struct best_tile *tile)
{
    const struct best_row *const best = fastest_beside(problem, tile->row);
    if (best == NULL || best == tile->row)
        return (struct interval){NAN, NAN};
    const struct interval ratio = best_ratio(best, tile->row).interval;
    return (struct interval){ratio.low - 1, ratio.high - 1};
}

/* Among the tiles of one algorithm at its first size; nothing is added for a single tile. */
static void add_tile(struct best_problem *problem, const struct best_size *size, const struct best_row *first)
{
    struct best_tile chosen = {.regret = INFINITY};
    size_t tiles = 0;
    for (size_t i = 0; i < size->row_count; i++) {
        struct best_tile tile;
        if (!best_same(&size->rows[i], first, TILE_AXES) || !worst_loss(problem, &size->rows[i], &tile))
            continue;
        tiles++;
        if (tile.regret < chosen.regret)
            chosen = tile;
    }
    if (tiles < 2)
        return;
    chosen.tiles = tiles;
    chosen.interval = regret_interval(problem, &chosen);
    problem->tiles[problem->tile_count++] = chosen;
}

void best_find_tiles(struct best_problem *problem)
{
    size_t rows = 0;
    for (size_t i = 0; i < problem->size_count; i++)
        rows += problem->sizes[i].row_count;
    problem->tiles = memory_array(rows, sizeof *problem->tiles);
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_size *const size = &problem->sizes[i];
        for (size_t k = 0; k < size->row_count; k++)
            if (point_has(&size->rows[k].record->point, AXIS_VALUES_PER_THREAD) &&
                is_first_of_algorithm(problem, i, &size->rows[k]))
                add_tile(problem, size, &size->rows[k]);
    }
}
