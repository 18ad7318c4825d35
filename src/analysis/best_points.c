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
    return (struct best_row){record, record->statistics.median, NAN};
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

/* A row ties unless it is slower by the rule; too few samples exclude nothing. */
static void find_finalists(struct best_size *size)
{
    size->finalists = memory_array(size->row_count, sizeof *size->finalists);
    size->finalists[size->finalist_count++] = (struct best_finalist){size->rows, {1, {1, 1}, 0}};
    for (size_t i = 1; i < size->row_count; i++) {
        const struct estimate ratio = best_ratio(size->rows, &size->rows[i]);
        if (best_judge(&ratio) != VERDICT_SLOWER)
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

static void fill_problem(struct best_problem *problem, struct best_row *rows, size_t count)
{
    problem->sizes = memory_array(count, sizeof *problem->sizes);
    for (size_t at = 0; at < count;) {
        struct best_size *const size = &problem->sizes[problem->size_count++];
        size->rows = &rows[at];
        size->row_count = extent(&rows[at], count - at, true);
        for (size_t i = 0; i < size->row_count; i++)
            rows[at + i].times = best_times(&rows[at], &rows[at + i]);
        find_finalists(size);
        at += size->row_count;
    }
    best_choose(problem);
    best_find_tiles(problem);
}

void best_make(struct best *best, const struct results *results, const struct filter *filter)
{
    *best = (struct best){0};
    collect(best, results, filter);
    best->problems = memory_array(best->row_count + 1, sizeof *best->problems);
    for (size_t at = 0; at < best->row_count;) {
        const size_t count = extent(&best->rows[at], best->row_count - at, false);
        fill_problem(&best->problems[best->problem_count++], &best->rows[at], count);
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
