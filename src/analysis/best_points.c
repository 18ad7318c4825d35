/* SPDX-License-Identifier: MIT */
/* What is best in a result: the rows by problem and size, from which size on which is to be used, the safest
 * tile, and whether more workers pay. */
#include "analysis/analysis.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool best_same(const struct record *a, const struct record *b, unsigned but)
{
    const struct point *const p = &a->point, *const q = &b->point;
    if (p->implementation->primitive != q->implementation->primitive ||
        strcmp(p->implementation->name, q->implementation->name) != 0)
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!(but & AXIS_BIT(axis)) && p->axis[axis] != q->axis[axis])
            return false;
    return true;
}

const struct record *best_row_at(const struct best_size *size, const struct record *row, unsigned but)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (best_same(size->rows[i], row, but | AXIS_BIT(AXIS_N)))
            return size->rows[i];
    return NULL;
}

/* The value of best_ratio. */
static double ratio_of_medians(const struct record *base, const struct record *next)
{
    return next->statistics.median / base->statistics.median;
}

struct estimate best_ratio(const struct record *base, const struct record *next)
{
    struct estimate ratio = records_ratio(base, next);
    ratio.value = ratio_of_medians(base, next);
    if (isnan(ratio.interval.low))
        return ratio;
    ratio.interval =
        (struct interval){fmin(ratio.interval.low, ratio.value), fmax(ratio.interval.high, ratio.value)};
    return ratio;
}

enum verdict best_judge(const struct estimate *ratio)
{
    return verdict_judge(ratio->interval, verdict_margin(ratio->processes, false));
}

bool best_ties(const struct best_size *size, const struct record *row)
{
    const struct estimate ratio = best_ratio(size->rows[0], row);
    return row == size->rows[0] || best_judge(&ratio) != VERDICT_SLOWER;
}

/* Of any size. */
static int compare_problems(const struct record *a, const struct record *b)
{
    return point_compare_problems(&a->point, &b->point, AXIS_BIT(AXIS_N));
}

static int compare_rows(const void *left, const void *right)
{
    const struct record *const a = *(const struct record *const *)left;
    const struct record *const b = *(const struct record *const *)right;
    const double a_s = a->statistics.median, b_s = b->statistics.median;
    int order = compare_problems(a, b);
    if (order == 0)
        order = compare_numbers(a->point.n, b->point.n);
    if (order == 0)
        order = (a_s > b_s) - (a_s < b_s);
    return order != 0 ? order : (a > b) - (a < b);
}

/* How many of count rows are of one problem (and of one size) with the first. */
static size_t extent(const struct record *const *rows, size_t count, bool of_size)
{
    size_t end = 1;
    while (end < count && compare_problems(rows[0], rows[end]) == 0 &&
           (!of_size || rows[end]->point.n == rows[0]->point.n))
        end++;
    return end;
}

/* Whether a choice stays at a size: it cannot be told from the winner, and by the median is not slower by
 * more than the widest margin. */
static bool stays_at(const struct best_size *size, const struct record *row)
{
    return best_ties(size, row) && ratio_of_medians(size->rows[0], row) <= 1 + verdict_margin(1, false);
}

/* Where one point alone was measured, it has no rival: such a size is passed over if another has two. */
static bool is_contested(const struct best_problem *problem, const struct best_size *size)
{
    return size->row_count > 1 || problem->row_count == problem->size_count;
}

static void choose(struct best_problem *problem)
{
    problem->choices = memory_array(problem->size_count, sizeof *problem->choices);
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_size *const size = &problem->sizes[i];
        struct best_choice *const next = &problem->choices[problem->choice_count];
        const struct record *const row = problem->choice_count ? best_row_at(size, next[-1].row, 0) : NULL;
        if (!is_contested(problem, size) || (row && stays_at(size, row)))
            continue;
        *next = (struct best_choice){size->rows[0], i};
        problem->choice_count++;
    }
}

#define TILE_AXES (AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD))

/* The worst loss of a tile, and where; false when it lacks a size that another tile has. */
static bool worst_loss(const struct best_problem *problem, const struct record *tile, struct best_tile *worst)
{
    *worst = (struct best_tile){.row = tile, .regret = 0};
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct record *const best = best_row_at(&problem->sizes[i], tile, TILE_AXES);
        const struct record *const own = best_row_at(&problem->sizes[i], tile, 0);
        if (best == NULL)
            continue;
        if (own == NULL)
            return false;
        worst->sizes++;
        const double loss = ratio_of_medians(best, own) - 1;
        if (loss > worst->regret) {
            worst->regret = loss;
            worst->row = own;
        }
    }
    return true;
}

/* The first size at which the algorithm with these parameters stands, where its tiles are counted. */
static bool is_first_of_algorithm(const struct best_problem *problem, size_t size, const struct record *row)
{
    for (size_t i = 0; i < size; i++)
        if (best_row_at(&problem->sizes[i], row, TILE_AXES) != NULL)
            return false;
    return best_row_at(&problem->sizes[size], row, TILE_AXES) == row;
}

/* Among the tiles of one algorithm at its first size; nothing is added for a single tile. */
static void add_tile(struct best_problem *problem, const struct best_size *size, const struct record *first)
{
    struct best_tile chosen = {.regret = INFINITY};
    size_t tiles = 0;
    for (size_t i = 0; i < size->row_count; i++) {
        struct best_tile tile;
        if (!best_same(size->rows[i], first, TILE_AXES) || !worst_loss(problem, size->rows[i], &tile))
            continue;
        tiles++;
        if (tile.regret < chosen.regret)
            chosen = tile;
    }
    chosen.tiles = tiles;
    if (tiles > 1)
        problem->tiles[problem->tile_count++] = chosen;
}

static void find_tiles(struct best_problem *problem)
{
    problem->tiles = memory_array(problem->row_count, sizeof *problem->tiles);
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_size *const size = &problem->sizes[i];
        for (size_t k = 0; k < size->row_count; k++)
            if (point_has(&size->rows[k]->point, AXIS_VALUES_PER_THREAD) &&
                is_first_of_algorithm(problem, i, size->rows[k]))
                add_tile(problem, size, size->rows[k]);
    }
}

static void fill_problem(struct best_problem *problem, const struct record *const *rows, size_t count)
{
    problem->sizes = memory_array(count, sizeof *problem->sizes);
    problem->row_count = count;
    for (size_t at = 0; at < count; at += problem->sizes[problem->size_count++].row_count)
        problem->sizes[problem->size_count] =
            (struct best_size){&rows[at], extent(&rows[at], count - at, true)};
    choose(problem);
    find_tiles(problem);
}

/* Of the rows that there are. */
static void find_problems(struct best *best)
{
    qsort(best->rows, best->row_count, sizeof *best->rows, compare_rows);
    best->problems = memory_array(best->row_count + 1, sizeof *best->problems);
    for (size_t at = 0; at < best->row_count;) {
        const size_t count = extent(&best->rows[at], best->row_count - at, false);
        fill_problem(&best->problems[best->problem_count++], &best->rows[at], count);
        at += count;
    }
}

void best_make(struct best *best, const struct results *results, const struct filter *filter, bool limits)
{
    *best = (struct best){.rows = memory_array(results->count + 1, sizeof *best->rows)};
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        if (record_measured(record) && (limits || record->point.implementation->family != FAMILY_LIMIT) &&
            filter_matches(filter, &record->point))
            best->rows[best->row_count++] = record;
    }
    find_problems(best);
}

void best_close(struct best *best)
{
    for (size_t p = 0; p < best->problem_count; p++) {
        free(best->problems[p].sizes);
        free(best->problems[p].choices);
        free(best->problems[p].tiles);
    }
    free(best->problems);
    free(best->rows);
    *best = (struct best){0};
}

bool best_check(const struct best *best, const char *path, struct error *error)
{
    return best->problem_count > 0 ||
           error_set(error, EXIT_USAGE, "%s: no measured point is left; expected at least one", path);
}

/* 0 on a device, which has workers of its own kind. */
static uint64_t workers_of(const struct record *row)
{
    return point_on_device(&row->point) ? 0 : point_workers(&row->point);
}

static const struct record *fastest_with(const struct best_size *size, uint64_t workers)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (workers_of(size->rows[i]) == workers)
            return size->rows[i];
    return NULL;
}

/* The next number of workers above `below` that any size has; 0: none. */
static uint64_t next_workers(const struct best_problem *problem, uint64_t below)
{
    uint64_t next = 0;
    for (size_t i = 0; i < problem->row_count; i++) {
        const uint64_t workers = workers_of(problem->sizes[0].rows[i]);
        if (workers > below && (next == 0 || workers < next))
            next = workers;
    }
    return next;
}

/* The most sizes in a row at which they are faster for sure, as sure as a winner is; of equally many the
 * largest. False where no size has both. */
static bool find_workers(const struct best_problem *problem, uint64_t workers, struct best_workers *found)
{
    size_t length = 0, longest = 0;
    uint64_t from_n = 0;
    *found = (struct best_workers){.workers = workers};
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct record *const many = fastest_with(&problem->sizes[i], workers);
        const struct record *const one = fastest_with(&problem->sizes[i], 1);
        if (!many || !one)
            continue;
        found->last_n = one->point.n;
        found->last = best_ratio(many, one);
        length = best_judge(&found->last) == VERDICT_SLOWER ? length + 1 : 0;
        from_n = length == 1 ? one->point.n : from_n;
        if (length == 0 || length < longest)
            continue;
        longest = length;
        found->from_n = from_n;
        found->to_n = one->point.n;
    }
    return found->last_n > 0;
}

size_t best_find_workers(const struct best_problem *problem, struct best_workers *found)
{
    size_t count = 0;
    for (uint64_t workers = 1; count < BEST_WORKERS && (workers = next_workers(problem, workers)) > 0;)
        count += find_workers(problem, workers, &found[count]);
    return count;
}
