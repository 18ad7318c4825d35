/* SPDX-License-Identifier: MIT */
/* What is best in a result: the rows by problem and size, the winners of a size and what ties with them. */
#include "analysis/best_points.h"

#include "analysis/best_choice.h"
#include "analysis/best_tile.h"
#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of any size. */
static int compare_problems(const struct best_row *a, const struct best_row *b)
{
    return point_compare_problems(&a->record->point, &b->record->point, AXIS_BIT(AXIS_N));
}

static int compare_rows(const void *left, const void *right)
{
    const struct best_row *const a = left, *const b = right;
    int order = compare_problems(a, b);
    if (order == 0)
        order = compare_numbers(a->record->point.n, b->record->point.n);
    if (order == 0)
        order = (a->median_s > b->median_s) - (a->median_s < b->median_s);
    return order != 0 ? order : (a->record > b->record) - (a->record < b->record);
}

static struct best_row row_of(const struct record *record)
{
    const struct statistics *const statistics = &record->statistics;
    return (struct best_row){record, statistics->median, statistics->min, statistics->max, NAN};
}

static bool is_candidate(const struct record *record, const struct filter *filter)
{
    return record_measured(record) && record->point.implementation->family != FAMILY_LIMIT &&
           (filter == NULL || filter_matches(filter, &record->point));
}

static void collect(struct best *best, const struct results *results, const struct filter *filter)
{
    best->rows = memory_array(results->count + 1, sizeof *best->rows);
    for (size_t i = 0; i < results->count; i++)
        if (is_candidate(&results->records[i], filter))
            best->rows[best->row_count++] = row_of(&results->records[i]);
    qsort(best->rows, best->row_count, sizeof *best->rows, compare_rows);
}

/* Who is not slower than any other in the rounds that the two have in common, looked for from the fastest by
 * all samples on. Where there is none, as each is slower than another, that one. */
static size_t find_winner(const struct best_row *rows, size_t count)
{
    size_t winner = 0;
    for (size_t turn = 0; turn < count; turn++) {
        const size_t before = winner;
        for (size_t i = 0; i < count; i++)
            if (i != winner && best_times(&rows[winner], &rows[i]) < 1)
                winner = i;
        if (winner == before)
            return winner;
    }
    return 0;
}

static int compare_ranked(const void *left, const void *right)
{
    const struct best_row *const a = left, *const b = right;
    const int order = compare_doubles(a->times, b->times);
    return order ? order : compare_rows(left, right);
}

/* By the ratios whose intervals say who ties: of the rounds that each has in common with the winner. */
static void rank(struct best_row *rows, size_t count)
{
    const size_t winner = find_winner(rows, count);
    for (size_t i = 0; i < count; i++)
        rows[i].times = i == winner ? 0 : best_times(&rows[winner], &rows[i]);
    qsort(rows, count, sizeof *rows, compare_ranked);
    rows->times = 1;
}

/* A row ties unless the interval of the ratio among all of the size excludes 1; too few samples exclude
 * nothing. Where every sample of one is above every sample of the other, and they come of one launch, so is
 * every resample. */
static bool ties(const struct best_size *size, const struct best_row *row, struct paired_ratio *ratio,
                 uint64_t seed)
{
    const struct best_row *const winner = size->rows;
    const bool few = best_has_few(row) || best_has_few(winner);
    if (!few && row->min_s > winner->max_s && row->record->launch_count < 2)
        return false;
    *ratio = best_ratio_among(size, winner, row, seed);
    return !(ratio->interval.low > 1);
}

static void find_finalists(struct best_size *size, uint64_t seed)
{
    size->finalists = memory_array(size->row_count, sizeof *size->finalists);
    size->finalists[size->finalist_count++] = (struct best_finalist){size->rows, {1, {1, 1}, 0}};
    for (size_t i = 1; i < size->row_count; i++) {
        struct paired_ratio ratio;
        if (ties(size, &size->rows[i], &ratio, seed))
            size->finalists[size->finalist_count++] = (struct best_finalist){&size->rows[i], ratio};
    }
}

/* How many of count rows are of one problem (and of one size) with the first. */
static size_t extent(const struct best_row *rows, size_t count, bool of_size)
{
    size_t end = 1;
    while (end < count && compare_problems(rows, &rows[end]) == 0 &&
           (!of_size || rows[end].record->point.n == rows[0].record->point.n))
        end++;
    return end;
}

static void fill_problem(struct best_problem *problem, struct best_row *rows, size_t count, uint64_t seed)
{
    problem->sizes = memory_array(count, sizeof *problem->sizes);
    for (size_t at = 0; at < count;) {
        struct best_size *const size = &problem->sizes[problem->size_count++];
        size->rows = &rows[at];
        size->row_count = extent(&rows[at], count - at, true);
        rank(&rows[at], size->row_count);
        find_finalists(size, seed);
        at += size->row_count;
    }
    best_choose(problem, seed);
    best_find_tiles(problem, seed);
}

void best_make(struct best *best, const struct results *results, const struct filter *filter, uint64_t seed)
{
    *best = (struct best){.seed = seed};
    collect(best, results, filter);
    best->problems = memory_array(best->row_count + 1, sizeof *best->problems);
    for (size_t at = 0; at < best->row_count;) {
        const size_t count = extent(&best->rows[at], best->row_count - at, false);
        fill_problem(&best->problems[best->problem_count++], &best->rows[at], count, seed);
        at += count;
    }
}

void best_close(struct best *best)
{
    for (size_t p = 0; p < best->problem_count; p++) {
        struct best_problem *const problem = &best->problems[p];
        for (size_t i = 0; i < problem->size_count; i++)
            free(problem->sizes[i].finalists);
        free(problem->sizes);
        free(problem->choices);
        free(problem->tiles);
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
