/* SPDX-License-Identifier: MIT */
/* Matching the rows of two results. */
#include "analysis/compared_rows.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const comparison_verdict_names[COMPARED_COUNT] = {
    [COMPARED_SAME] = "same",
    [COMPARED_FASTER] = "faster",
    [COMPARED_SLOWER] = "slower",
    [COMPARED_INCONCLUSIVE] = "inconclusive",
    [COMPARED_MISSING] = "missing",
    [COMPARED_ADDED] = "added",
    [COMPARED_UNMEASURED] = "unmeasured",
};

/* The rows of a file that the filter keeps, sorted by what they are matched by. */
struct selection {
    const struct result_file *file;
    const struct record **rows;
    size_t count;
};

static int compare_points(const struct point *a, const struct point *b, const struct variation *variation)
{
    int order = compare_numbers(a->implementation->primitive, b->implementation->primitive);
    if (!order && !variation->algorithm)
        order = strcmp(a->implementation->name, b->implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT && !order; axis++)
        if (!(variation->axes & AXIS_BIT(axis)))
            order = compare_numbers(a->axis[axis], b->axis[axis]);
    return order;
}

static int compare_rows(const void *a, const void *b, void *variation)
{
    const struct record *const *const x = a, *const *const y = b;
    return compare_points(&(*x)->point, &(*y)->point, variation);
}

static bool check_unique(const struct selection *selection, const char *path,
                         const struct variation *variation, struct error *error)
{
    char text[512];
    for (size_t i = 1; i < selection->count; i++)
        if (compare_points(&selection->rows[i - 1]->point, &selection->rows[i]->point, variation) == 0)
            return error_set(error, EXIT_USAGE, "%s: more than one row answers to %s; %s", path,
                             point_text(&selection->rows[i]->point, text, sizeof text),
                             variation->count ? "expected --filter to leave one for each value that is varied"
                                              : "expected each point once");
    return true;
}

static bool select_rows(struct selection *selection, const struct result_file *file,
                        const struct comparison_options *options, struct error *error)
{
    *selection = (struct selection){file, memory_array(file->results.count + 1, sizeof *selection->rows), 0};
    for (size_t i = 0; i < file->results.count; i++)
        if (!options->filter || filter_matches(options->filter, &file->results.records[i].point))
            selection->rows[selection->count++] = &file->results.records[i];
    qsort_r(selection->rows, selection->count, sizeof *selection->rows, compare_rows,
            (void *)&options->variation);
    return check_unique(selection, file->path, &options->variation, error);
}

static const struct record *find(const struct selection *selection, const struct record *row,
                                 const struct variation *variation)
{
    size_t low = 0, high = selection->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_points(&selection->rows[middle]->point, &row->point, variation);
        if (order == 0)
            return selection->rows[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool is_selected(const struct record *row, const struct comparison_options *options)
{
    return !options->filter || filter_matches(options->filter, &row->point);
}

static void add_row(struct comparison *comparison, const struct record *base, const struct record *next)
{
    comparison->rows[comparison->count++] = (struct compared_row){
        .base = base,
        .next = next,
        .ratio = {NAN, {NAN, NAN}, 0},
        .machine_change = NAN,
        .margin = NAN,
    };
    comparison->compared += record_measured(base) && record_measured(next);
}

static void match(struct comparison *comparison, const struct selection *of_base,
                  const struct selection *of_next, const struct comparison_options *options)
{
    const struct result_file *const base = of_base->file, *const next = of_next->file;
    comparison->rows = memory_array(of_base->count + of_next->count + 1, sizeof *comparison->rows);
    for (size_t i = 0; i < base->results.count; i++)
        if (is_selected(&base->results.records[i], options))
            add_row(comparison, &base->results.records[i],
                    find(of_next, &base->results.records[i], &options->variation));
    for (size_t i = 0; i < next->results.count; i++)
        if (is_selected(&next->results.records[i], options) &&
            !find(of_base, &next->results.records[i], &options->variation))
            add_row(comparison, NULL, &next->results.records[i]);
}

bool compared_rows_match(struct comparison *comparison, const struct result_file *base,
                         const struct result_file *next, const struct comparison_options *options,
                         struct error *error)
{
    struct selection of_base = {0}, of_next = {0};
    bool ok = select_rows(&of_base, base, options, error) && select_rows(&of_next, next, options, error);
    if (ok)
        match(comparison, &of_base, &of_next, options);
    if (ok && comparison->count == 0)
        ok = error_set(error, EXIT_USAGE, "no row of %s or %s meets the filter; expected at least one",
                       base->path, next->path);
    if (ok && comparison->compared == 0)
        ok = error_set(error, EXIT_UNSTABLE, "not comparable: no point was measured in both %s and %s",
                       base->path, next->path);
    free(of_base.rows);
    free(of_next.rows);
    return ok;
}

bool compared_row_is_measured(const struct compared_row *row)
{
    return record_measured(row->base) && record_measured(row->next);
}

const struct point *compared_point(const struct compared_row *row)
{
    return row->base ? &row->base->point : &row->next->point;
}
