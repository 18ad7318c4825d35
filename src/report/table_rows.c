/* SPDX-License-Identifier: MIT */
/* The rows of a table in their order: by problem and size, what is first and best of each size marked. */
#include "report/table_rows.h"

#include "analysis/best_points.h"

#include <stdlib.h>

static bool same_size(const struct table_row *a, const struct table_row *b)
{
    return a->problem == b->problem && a->record->point.n == b->record->point.n;
}

static size_t problem_rank(const struct table_row *rows, size_t index)
{
    for (size_t i = index; i-- > 0;)
        if (!point_compare_problems(&rows[i].record->point, &rows[index].record->point, AXIS_BIT(AXIS_N)))
            return rows[i].problem;
    return index;
}

static int compare_rows(const void *left, const void *right)
{
    const struct table_row *const a = left, *const b = right;
    const uint64_t a_n = a->record->point.n, b_n = b->record->point.n;

    if (a->problem != b->problem)
        return a->problem < b->problem ? -1 : 1;
    if (a_n != b_n)
        return a_n < b_n ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Of limits that were asked for alone, which win nothing. */
static void mark_fastest(struct table_row *rows, size_t count)
{
    struct table_row *fastest = NULL;
    size_t measured = 0;

    for (size_t i = 0; i < count; i++) {
        if (rows[i].fastest)
            return;
        if (!record_measured(rows[i].record))
            continue;
        measured++;
        if (fastest == NULL || rows[i].record->statistics.median < fastest->record->statistics.median)
            fastest = &rows[i];
    }
    if (measured > 1)
        fastest->fastest = true;
}

static void mark_winner(struct table_row *rows, size_t count, const struct record *winner, bool resolved)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].record == winner) {
            rows[i].fastest = true;
            rows[i].resolved = resolved;
        }
}

static void mark_winners(struct table_row *rows, size_t count, const struct results *results)
{
    struct best best;
    best_make(&best, results, NULL);
    for (size_t p = 0; p < best.problem_count; p++)
        for (size_t i = 0; i < best.problems[p].size_count; i++) {
            const struct best_size *const size = &best.problems[p].sizes[i];
            if (size->row_count > 1)
                mark_winner(rows, count, size->rows->record, best_is_resolved(size));
        }
    best_close(&best);
}

/* Axes that tell no row of a problem from another. */
static unsigned common_axes(const struct table_row *rows, size_t count)
{
    unsigned common = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct point *first = NULL;
        bool is_common = !axis_info[axis].of_problem;
        for (size_t i = 0; is_common && i < count; i++) {
            const struct point *const point = &rows[i].record->point;
            if (!point_is_tabled(point, axis))
                is_common = !point_has(point, axis);
            else if (!first)
                first = point;
            else
                is_common = point->axis[axis] == first->axis[axis];
        }
        common |= is_common && first ? AXIS_BIT(axis) : 0;
    }
    return common;
}

static void find_common(struct table_row *rows, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && rows[end].problem == rows[i].problem;)
            end++;
        const unsigned common = common_axes(&rows[i], end - i);
        for (size_t k = i; k < end; k++)
            rows[k].common = common;
    }
}

static void mark_sizes(struct table_row *rows, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && same_size(&rows[i], &rows[end]);)
            end++;
        rows[i].first = true;
        mark_fastest(&rows[i], end - i);
    }
}

size_t table_rows_order(struct table_row *rows, const struct results *results)
{
    size_t count = 0;

    for (size_t i = 0; i < results->count; i++) {
        if (results->records[i].status == STATUS_INTERRUPTED)
            continue;
        rows[count] = (struct table_row){.record = &results->records[i], .index = count};
        rows[count].problem = problem_rank(rows, count);
        count++;
    }
    qsort(rows, count, sizeof rows[0], compare_rows);
    mark_winners(rows, count, results);
    mark_sizes(rows, count);
    find_common(rows, count);
    return count;
}
