/* SPDX-License-Identifier: MIT */
/* Comparing two results: their rows matched, each judged by the one rule, and the mean of all. */
#include "analysis/analysis.h"

#include "base/memory.h"
#include "base/sort.h"
#include "statistics/statistics.h"

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

/* The rows of a file that the filter keeps, as they are and sorted by what they are matched by. */
struct selection {
    const struct record **rows, **sorted;
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
        if (compare_points(&selection->sorted[i - 1]->point, &selection->sorted[i]->point, variation) == 0)
            return error_set(error, EXIT_USAGE, "%s: more than one row answers to %s; %s", path,
                             point_text(&selection->sorted[i]->point, text, sizeof text),
                             variation->count ? "expected --filter to leave one for each value that is varied"
                                              : "expected each point once");
    return true;
}

static bool select_rows(struct selection *selection, const struct result_file *file,
                        const struct comparison_options *options, struct error *error)
{
    const size_t most = file->results.count + 1;
    *selection = (struct selection){memory_array(most, sizeof *selection->rows),
                                    memory_array(most, sizeof *selection->rows), 0};
    for (size_t i = 0; i < file->results.count; i++)
        if (filter_matches(options->filter, &file->results.records[i].point))
            selection->rows[selection->count++] = &file->results.records[i];
    memcpy(selection->sorted, selection->rows, selection->count * sizeof *selection->rows);
    qsort_r(selection->sorted, selection->count, sizeof *selection->sorted, compare_rows,
            (void *)&options->variation);
    return check_unique(selection, file->path, &options->variation, error);
}

static void selection_close(struct selection *selection)
{
    free(selection->rows);
    free(selection->sorted);
}

static const struct record *find(const struct selection *selection, const struct record *row,
                                 const struct variation *variation)
{
    size_t low = 0, high = selection->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_points(&selection->sorted[middle]->point, &row->point, variation);
        if (order == 0)
            return selection->sorted[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
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

static void match(struct comparison *comparison, const struct selection *base, const struct selection *next,
                  const struct variation *variation)
{
    comparison->rows = memory_array(base->count + next->count + 1, sizeof *comparison->rows);
    for (size_t i = 0; i < base->count; i++)
        add_row(comparison, base->rows[i], find(next, base->rows[i], variation));
    for (size_t i = 0; i < next->count; i++)
        if (!find(base, next->rows[i], variation))
            add_row(comparison, NULL, next->rows[i]);
}

/* EXIT_USAGE when two points of one file become one by what is varied, or none is left; EXIT_UNSTABLE when no
 * row is in both. */
static bool match_rows(struct comparison *comparison, const struct result_file *base,
                       const struct result_file *next, const struct comparison_options *options,
                       struct error *error)
{
    struct selection of_base = {0}, of_next = {0};
    bool ok = select_rows(&of_base, base, options, error) && select_rows(&of_next, next, options, error);
    if (ok)
        match(comparison, &of_base, &of_next, &options->variation);
    if (ok && comparison->count == 0)
        ok = error_set(error, EXIT_USAGE, "no row of %s or %s meets the filter; expected at least one",
                       base->path, next->path);
    if (ok && comparison->compared == 0)
        ok = error_set(error, EXIT_UNSTABLE, "not comparable: no point was measured in both %s and %s",
                       base->path, next->path);
    selection_close(&of_base);
    selection_close(&of_next);
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

/* What the sides of a row say, process by process; interleaved, next has the ratios of the rounds, and base
 * is 1. */
struct sides {
    struct numbers base, next;
};

bool comparison_interleaved(const struct result_file *base, const struct result_file *next)
{
    return base->session && next->session && strcmp(base->session, next->session) == 0 &&
           base->first != next->first;
}

static double change_of(double ratio)
{
    return fmax(ratio, 1 / ratio) - 1;
}

/* The median that the limit took in the rounds of a record. */
static double limit_of(const struct record *record)
{
    struct record limit = *record;
    limit.samples_s = record->limit_s;
    return record_estimate(&limit).value;
}

static void sides_close(struct sides *sides)
{
    numbers_close(&sides->base);
    numbers_close(&sides->next);
}

/* Over the limit of the same rounds, which the clock and the memory of the day move alike. */
static bool take_over_limit(struct compared_row *row, struct sides *sides)
{
    *sides = (struct sides){record_numbers_over_limit(row->base), record_numbers_over_limit(row->next)};
    if (!isnan(sides->base.center) && !isnan(sides->next.center)) {
        row->machine_change = limit_of(row->next) / limit_of(row->base);
        return true;
    }
    sides_close(sides);
    return false;
}

static bool take_rounds(const struct compared_row *row, struct sides *sides)
{
    sides->next = records_ratio_numbers(row->base, row->next);
    sides->base = sides->next;
    sides->base.center = 1;
    sides->base.values = memory_array(sides->next.count + 1, sizeof *sides->base.values);
    for (size_t i = 0; i < sides->base.count; i++)
        sides->base.values[i] = 1;
    if (!isnan(sides->next.center))
        return true;
    sides_close(sides);
    return false;
}

/* Plain times of different days are as sure as those of a single process. */
static struct sides estimate_row(struct compared_row *row, const struct comparison *comparison)
{
    struct sides sides;
    const bool together = (comparison->interleaved && take_rounds(row, &sides)) ||
                          (!comparison->varied && take_over_limit(row, &sides));
    if (!together)
        sides = (struct sides){record_numbers(row->base), record_numbers(row->next)};
    row->ratio = estimate_apart(numbers_estimate(&sides.base), numbers_estimate(&sides.next));
    if (!together)
        row->ratio.processes = 1;
    return sides;
}

/* A machine that changed hides smaller changes. */
static double margin_of(const struct compared_row *row, const struct comparison *comparison)
{
    const double margin = isnan(comparison->threshold)
                              ? verdict_margin(row->ratio.processes, comparison->interleaved)
                              : comparison->threshold;
    return isnan(row->machine_change) ? margin : fmax(margin, change_of(row->machine_change));
}

static enum comparison_verdict judge(const struct compared_row *row)
{
    static const enum comparison_verdict measured[] = {
        [VERDICT_SAME] = COMPARED_SAME,
        [VERDICT_FASTER] = COMPARED_FASTER,
        [VERDICT_SLOWER] = COMPARED_SLOWER,
        [VERDICT_INCONCLUSIVE] = COMPARED_INCONCLUSIVE,
    };
    if (compared_row_is_measured(row))
        return measured[verdict_judge(row->ratio.interval, row->margin)];
    if (record_measured(row->base))
        return COMPARED_MISSING;
    return record_measured(row->next) ? COMPARED_ADDED : COMPARED_UNMEASURED;
}

/* The geometric mean over rows within each process, and then as of one row. */
static struct estimate mean_of(const struct sides *sides, size_t count)
{
    struct numbers *const rows = memory_array(count + 1, sizeof *rows);
    struct estimate means[2];
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++)
            rows[i] = side ? sides[i].next : sides[i].base;
        struct numbers mean = numbers_mean(rows, count);
        means[side] = numbers_estimate(&mean);
        numbers_close(&mean);
    }
    free(rows);
    return estimate_apart(means[0], means[1]);
}

static double median_over_rows(const struct comparison *comparison,
                               double (*value)(const struct compared_row *))
{
    double *const values = memory_array(comparison->count + 1, sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        values[count] = value(&comparison->rows[i]);
        count += isfinite(values[count]) != 0;
    }
    const double median = values_estimate(values, count).value;
    free(values);
    return median;
}

static double detectable_of(const struct compared_row *row)
{
    return verdict_detectable(row->ratio.interval, row->margin);
}

static double machine_change_of(const struct compared_row *row)
{
    return row->machine_change;
}

static void judge_rows(struct comparison *comparison)
{
    struct sides *const sides = memory_array(comparison->compared + 1, sizeof *sides);
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared_row *const row = &comparison->rows[i];
        if (compared_row_is_measured(row)) {
            sides[count++] = estimate_row(row, comparison);
            row->margin = margin_of(row, comparison);
        }
        row->verdict = judge(row);
        comparison->verdicts[row->verdict]++;
    }
    comparison->mean = mean_of(sides, count);
    for (size_t i = 0; i < count; i++)
        sides_close(&sides[i]);
    free(sides);
}

bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error)
{
    *comparison = (struct comparison){.threshold = options->threshold,
                                      .varied = options->variation.count > 0,
                                      .interleaved = comparison_interleaved(base, next)};
    if (!match_rows(comparison, base, next, options, error)) {
        comparison_close(comparison);
        return false;
    }
    judge_rows(comparison);
    comparison->detectable = median_over_rows(comparison, detectable_of);
    comparison->machine_change = median_over_rows(comparison, machine_change_of);
    return true;
}

void comparison_close(struct comparison *comparison)
{
    free(comparison->rows);
    *comparison = (struct comparison){0};
}

const char *comparison_remedy(const struct comparison *comparison)
{
    if (comparison->interleaved)
        return "a run of more processes";
    return comparison->varied ? "a run of both --against each other" : "--against";
}
