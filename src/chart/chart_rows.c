/* SPDX-License-Identifier: MIT */
/* The rows of results that a chart draws. */
#include "chart/chart.h"
#include "problem/primitive.h"

#include <stdio.h>
#include <string.h>

enum { SIZES_MOST = 256 };

/* What is beyond was never measured, and no axis shows it; NAN is neither. */
static bool is_plausible(double number)
{
    return number > 1e-30 && number < 1e30;
}

static bool is_measured(const struct record *record, const struct filter *filter)
{
    return record->status == STATUS_OK && record->point.n >= 1 && is_plausible(record->statistics.median) &&
           is_plausible(record_bytes_per_s(record)) && filter_matches(filter, &record->point);
}

double record_value(const struct chart *chart, const struct record *record, double seconds)
{
    const double amount = chart->unit == UNIT_BYTES ? record_bytes(record) : (double)record->point.n;
    return !(seconds > 0) ? NAN : chart->unit == UNIT_TIME ? seconds : amount / seconds / 1e9;
}

bool point_is_better(const struct chart *chart, const struct chart_point *a, const struct chart_point *b)
{
    return chart->unit >= UNIT_TIME ? a->value < b->value : a->value > b->value;
}

static void add_row(struct chart *chart, const struct record *record, size_t source)
{
    const double low = record_value(chart, record, record->statistics.ci_low),
                 high = record_value(chart, record, record->statistics.ci_high);
    const bool is_known = isfinite(low) && isfinite(high);
    chart_point_add(chart,
                    (struct chart_point){
                        .record = record,
                        .source = source,
                        .value = record_value(chart, record, record->statistics.median),
                        .low = is_known ? fmin(low, high) : NAN,
                        .high = is_known ? fmax(low, high) : NAN,
                        .peak = record_value(chart, record, record_bytes(record) / record->limit_bytes_per_s),
                        .hollow = (record->grade == GRADE_UNUSABLE ? POINT_UNUSABLE : 0) |
                                  (record->flags & FLAG_LIMIT_EXCEEDED ? POINT_ABOVE_PEAK : 0),
                    });
}

/* Whether rows solve one problem, of whatever size. */
static bool rows_share_problem(const struct record *a, const struct record *b)
{
    static const unsigned told = AXIS_BIT(AXIS_DTYPE) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE);
    return point_compare_problems(&a->point, &b->point, ~told) == 0;
}

static bool is_limit(const struct record *record)
{
    return record->point.implementation->family == FAMILY_LIMIT;
}

/* Whether a row is of a limit whose problem something else solves. */
static bool is_outdone(const struct chart *chart, const struct record *record)
{
    bool is_outdone = false;
    for (size_t i = 0; i < chart->point_count && is_limit(record) && !is_outdone; i++)
        is_outdone =
            !is_limit(chart->points[i].record) && rows_share_problem(chart->points[i].record, record);
    return is_outdone;
}

/* How many sizes of the row's problem are below its own, and how many there are. */
static size_t rank_size(const struct chart *chart, const struct record *record, size_t *sizes)
{
    uint64_t seen[SIZES_MOST];
    size_t below = 0;
    *sizes = 0;
    for (size_t i = 0; i < chart->point_count; i++) {
        const uint64_t n = chart->points[i].record->point.n;
        size_t k = 0;
        while (k < *sizes && seen[k] != n)
            k++;
        if (k < *sizes || *sizes == SIZES_MOST || !rows_share_problem(chart->points[i].record, record))
            continue;
        seen[(*sizes)++] = n;
        below += n < record->point.n;
    }
    return below;
}

/* Whether the size of a row is among `most`, spread evenly, the greatest among them; 0: all are. */
static bool is_size_drawn(struct chart *chart, const struct record *record, unsigned most)
{
    size_t sizes;
    const size_t rank = most > 0 ? rank_size(chart, record, &sizes) : 0;
    if (most == 0 || sizes <= most)
        return true;
    if (sizes - most > chart->sizes_left_out)
        chart->sizes_left_out = (unsigned)(sizes - most);
    for (unsigned i = 0; i < most; i++)
        if (rank == sizes - 1 - (size_t)(i * (double)(sizes - 1) / (most > 1 ? most - 1 : 1) + 0.5))
            return true;
    return false;
}

/* An exchange alone has as many words on each rank, however many there are: nothing of it is parallel. */
static bool has_value(const struct record *record, const char *y)
{
    const enum primitive primitive = record->point.implementation->primitive;
    const bool is_parallel = primitive != PRIMITIVE_EXSCAN && primitive != PRIMITIVE_MESSAGES;
    if (strcmp(y, "error") == 0)
        return isfinite(record->accuracy.error_eps);
    if (strcmp(y, "predicted") == 0)
        return record->predicted_s > 0;
    if (strcmp(y, "share") == 0)
        return is_parallel && record->limit_ratio > 0;
    return strcmp(y, "efficiency") != 0 || is_parallel;
}

static bool has_axis(const struct record *record, enum axis axis)
{
    return axis == AXIS_COUNT || (point_has(&record->point, axis) && record->point.axis[axis] > 0);
}

/* Whether a row of results is on the x axis. Beside rows of some length is the whole array, whose length is
 * 0. */
static bool has_place(const struct chart *chart, const struct record *record)
{
    bool has_rows = false;
    for (size_t i = 0; i < chart->point_count && chart->axis == AXIS_ROW_LENGTH; i++)
        has_rows |= chart->points[i].record->point.row_length > 0;
    return has_rows ? point_has(&record->point, AXIS_ROW_LENGTH) : has_axis(record, chart->axis);
}

/* Keep the rows that the kind can draw. */
static void keep_rows(struct chart *chart)
{
    const struct plot_kind *const kind = chart->kind;
    const enum axis line = strcmp(kind->draw, "cells") == 0 ? chart->line_axis : AXIS_COUNT;
    for (size_t i = 0; i < chart->point_count; i++) {
        const struct record *const record = chart->points[i].record;
        const bool is_drawn = has_place(chart, record) && has_axis(record, line) &&
                              has_value(record, kind->y) && !is_outdone(chart, record) &&
                              is_size_drawn(chart, record, kind->sizes);
        chart->points[i].scale = is_drawn ? 1 : NAN;
    }
    chart_prune(chart);
}

static bool any_row(const struct chart *chart, const char *lacks, struct error *error)
{
    return chart->point_count > 0 ||
           error_set(error, EXIT_USAGE, "%s: no row to draw: none %s%s", chart->sources[0].file->path, lacks,
                     chart->plot->filter.count > 0 ? " among those chosen" : "");
}

/* The name of what the rows lack for a kind of which none can be drawn. */
static const char *what_lacks(const struct chart *chart)
{
    const struct plot_kind *const kind = chart->kind;
    if (chart_shows(chart, "error"))
        return "error_eps";
    if (chart_shows(chart, "predicted"))
        return "predicted_s";
    bool has_x = false, has_value_of_kind = false;
    for (size_t i = 0; i < chart->point_count; i++) {
        has_x |= has_axis(chart->points[i].record, chart->axis);
        has_value_of_kind |= has_value(chart->points[i].record, kind->y);
    }
    if (chart_shows(chart, "share") && !has_value_of_kind)
        return "limit_ratio";
    return has_x && chart->line_axis < AXIS_COUNT ? kind->line : kind->x;
}

bool chart_take_rows(struct chart *chart, struct error *error)
{
    char lacks[64];
    if (chart->unit == UNIT_COUNT)
        return chart_take_counts(chart, error) && any_row(chart, "is of a group", error);
    for (size_t i = 0; i < chart->source_count; i++)
        for (size_t k = 0; k < chart->sources[i].file->results.count; k++)
            if (is_measured(&chart->sources[i].file->results.records[k], &chart->plot->filter))
                add_row(chart, &chart->sources[i].file->results.records[k], i);
    if (!any_row(chart, "is ok with a size and a rate", error))
        return false;
    snprintf(lacks, sizeof lacks, "has %s", what_lacks(chart));
    keep_rows(chart);
    return any_row(chart, lacks, error);
}
