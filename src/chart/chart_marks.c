/* SPDX-License-Identifier: MIT */
/* What stands beside the rows of a chart: what they are divided by, peaks, published numbers, labels. */
#include "chart/chart_marks.h"

#include "base/memory.h"
#include "base/text.h"
#include "chart/chart_look.h"
#include "chart/published.h"
#include "problem/primitive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DASHES = 5, PEAKS_FIRST = -64 };

static const char *value_text(const struct chart *chart, double value, char text[64])
{
    static const char *const units[] = {" GB/s", "·10⁹/s", "", ""};
    if (chart->rows.unit == UNIT_TIME)
        return text_format_duration(text, 64, value);
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    if (chart->rows.unit == UNIT_COUNT)
        snprintf(text, 64, "%.4g", value);
    else
        snprintf(text, 64, "%.*f%s", digits, value, units[chart->rows.unit]);
    return text;
}

/* "50%"; below a hundredth with a digit more. */
static const char *share_text(double share, char text[32])
{
    snprintf(text, 32, "%.*f%%", share < 0.01 ? 1 : 0, 100 * share);
    return text;
}

/* ---- What values are divided by */

static bool is_baseline(const char *glob, const char *name)
{
    char longer[CHART_NAME];
    snprintf(longer, sizeof longer, "%s *", glob);
    return glob[0] == '\0' || text_glob(glob, name) || text_glob(longer, name);
}

/* The first line of a panel that the baseline fits; NULL: none does. */
static const struct chart_line *baseline_of(const struct chart *chart, size_t panel)
{
    for (size_t index = 0; index < chart->lines.count; index++) {
        const struct chart_line *const line = chart_line_of(chart, panel, index);
        if (line != NULL && is_baseline(chart->plot->baseline, chart->lines.all[index]))
            return line;
    }
    return NULL;
}

static const struct chart_point *first_point(const struct chart_line *line)
{
    const struct chart_point *first = &line->points[0];
    for (size_t i = 1; i < line->point_count; i++)
        first = line->points[i].x < first->x ? &line->points[i] : first;
    return first;
}

/* What the value of a point is divided by: the baseline's at its place, or the line's own at its first place,
 * of an efficiency for as many ranks; NAN: there is none. */
static double scale_of(const struct chart *chart, const struct chart_line *line,
                       const struct chart_point *point)
{
    const struct chart_point *const first = first_point(line);
    if (chart_shows(chart, "efficiency"))
        return first->row->value * point->x / first->x;
    const struct chart_point *const base =
        chart_shows(chart, "history") ? first : chart_point_at(baseline_of(chart, line->panel), point->x);
    return base != NULL ? base->row->value : NAN;
}

/* "serial", or where panels have other lines: "the first line of each panel". */
static bool name_baseline(const struct chart *chart, struct chart_marks *marks, struct error *error)
{
    const struct chart_line *found = NULL;
    bool are_many = false;
    for (size_t panel = 0; panel < chart->panels.count; panel++) {
        const struct chart_line *const own = baseline_of(chart, panel);
        are_many |= own != NULL && found != NULL && own->of != found->of;
        found = found != NULL ? found : own;
    }
    if (found == NULL)
        return error_set(error, EXIT_USAGE, "no line matches the baseline '%s'", chart->plot->baseline);
    char *name = memory_text(chart->lines.all[found->of]);
    look_rename(&chart->plot->look, chart->lines.all[found->of], &name);
    snprintf(marks->baseline, CHART_NAME, "%s", are_many ? "the first line of each panel" : name);
    free(name);
    return true;
}

bool chart_marks_scale(struct chart *chart, struct chart_marks *marks, struct error *error)
{
    const bool is_relative = chart_shows(chart, "relative");
    if (is_relative && !name_baseline(chart, marks, error))
        return false;
    if (!is_relative && !chart_shows(chart, "efficiency") && !chart_shows(chart, "history"))
        return true;
    for (size_t i = 0; i < chart->data->line_count; i++) {
        struct chart_line *const line = &chart->data->lines[i];
        for (size_t k = 0; k < line->point_count; k++) {
            struct chart_point *const point = &line->points[k];
            const double scale = scale_of(chart, line, point);
            point->y = point->row->value / scale;
            point->low = point->row->low / scale;
            point->high = point->row->high / scale;
        }
    }
    chart_data_prune(chart->data);
    return true;
}

/* ---- Labels */

/* "1.07 times serial", "efficiency 0.9", "predicted 1e-3 s": what the chart is about, beside the value. */
static void add_comparison(const struct chart *chart, const struct chart_line *line,
                           const struct chart_point *point, char text[CHART_NAME])
{
    char more[2 * CHART_NAME] = "";
    if (chart_shows(chart, "relative"))
        snprintf(more, sizeof more, "%.3g times %s", point->y,
                 chart->lines.all[baseline_of(chart, line->panel)->of]);
    else if (chart_shows(chart, "efficiency"))
        snprintf(more, sizeof more, "efficiency %.2f", point->y);
    else if (chart_shows(chart, "history"))
        snprintf(more, sizeof more, "%.3g times the first; %s", point->y,
                 point->row->record->point.implementation->name);
    else if (chart_shows(chart, "error"))
        snprintf(more, sizeof more, "error %.3g", point->x);
    else if (chart_shows(chart, "predicted"))
        snprintf(more, sizeof more, "predicted %.3g s", point->x);
    name_add(text, "; ", more);
}

static void add_interval(const struct chart *chart, const struct chart_row *row, char text[CHART_NAME])
{
    char low[64], high[64], between[160];
    if (row->counter != NULL)
        return;
    snprintf(between, sizeof between, "[%s to %s]", value_text(chart, row->low, low),
             value_text(chart, row->high, high));
    name_add(text, " ", isfinite(row->low) ? between : "(n < 6: no interval)");
}

/* "simd/windows; n = 1Ki: 20.0 GB/s [19.4 GB/s to 20.4 GB/s]; 50% of peak; unusable". */
static char *point_label(const struct chart *chart, const struct chart_line *line,
                         const struct chart_point *point)
{
    const struct record *const record = point->row->record;
    char part[96], count[32], value[64], text[CHART_NAME] = "";
    name_add(text, "", chart_draws(chart, "cells") ? chart->lines.all[line->of] : line->name);
    if (chart->is_best_only && record->point.threads_per_group > 0) {
        snprintf(part, sizeof part, "T=%llu V=%llu", (unsigned long long)record->point.threads_per_group,
                 (unsigned long long)record->point.values_per_thread);
        name_add(text, " ", part);
    }
    if (chart->axis < AXIS_COUNT) {
        snprintf(part, sizeof part, "%s = %s", axis_info[chart->axis].name,
                 text_format_count(count, sizeof count, record->point.axis[chart->axis]));
        name_add(text, "; ", part);
    }
    name_add(text, ": ", value_text(chart, point->row->value, value));
    add_interval(chart, point->row, text);
    if (record->limit_ratio > 0) {
        name_add(text, "; ", share_text(record->limit_ratio, count));
        name_add(text, " ", "of peak");
    }
    add_comparison(chart, line, point, text);
    name_add(text, "; ", point->hollow & POINT_ABOVE_PEAK ? "above its peak" : "");
    name_add(text, "; ", point->hollow & POINT_UNUSABLE ? "unusable" : "");
    return memory_text(text);
}

/* ---- Peaks */

/* "copy 2 workers": what a peak is called, by the kernel that set it and where; "copy" where the axis shows
 * it.
 */
static void peak_name(const struct chart *chart, const struct chart_row *row, size_t where,
                      char name[CHART_NAME])
{
    const enum primitive of = primitive_limit(row->record->point.implementation->primitive);
    const char *const place = chart->wheres.all[where];
    name[0] = '\0';
    name_add(name, "", primitive_inputs(of) == 1 && !primitive_counts(of) ? primitive_names[of] : "read");
    name_add(name, " ", strcmp(place, "host") == 0 ? "" : place);
}

static struct chart_line *peak_line(struct chart *chart, const struct chart_line *of,
                                    const struct chart_row *row)
{
    const size_t where = chart->looks[of->of].where, panel = of->panel;
    char name[CHART_NAME];
    for (size_t i = 0; i < chart->data->line_count; i++) {
        struct chart_line *const line = &chart->data->lines[i];
        if (line->panel == panel && line->color == COLOR_PEAK && line->of == where)
            return line;
    }
    peak_name(chart, row, where, name);
    struct chart_line *const line = chart_line_add(chart->data, panel, name);
    look_rename(&chart->plot->look, name, &line->name);
    line->order = PEAKS_FIRST + (double)where;
    line->color = COLOR_PEAK;
    line->of = where;
    line->dash = 1 + (unsigned)where % DASHES;
    return line;
}

/* The best measured peak of each place, a line for each where. */
static void add_peak(struct chart *chart, size_t panel_line, const struct chart_row *row, double x)
{
    char value[64];
    if (isnan(row->peak))
        return;
    struct chart_line *const line = peak_line(chart, &chart->data->lines[panel_line], row);
    struct chart_point *point = chart_point_at(line, x);
    if (point == NULL) {
        chart_point_add(line, (struct chart_point){.x = x, .y = NAN, .low = NAN, .high = NAN});
        point = &line->points[line->point_count - 1];
    }
    if (chart->rows.unit == UNIT_TIME ? row->peak >= point->y : row->peak <= point->y)
        return;
    point->y = row->peak;
    free(point->label);
    point->label = memory_format("%s: %s", line->name, value_text(chart, row->peak, value));
}

static void add_bar_peak(struct chart *chart, size_t of)
{
    const struct chart_line bar = chart->data->lines[of];
    const struct chart_row *const row = bar.points[0].row;
    char share[32];
    if (!isfinite(row->peak))
        return;
    struct chart_line *const line = chart_line_add(chart->data, bar.panel, bar.name);
    line->order = bar.order + 0.25;
    line->color = COLOR_PEAK;
    chart_point_add(line,
                    (struct chart_point){bar.points[0].x, row->peak, NAN, NAN, 0,
                                         memory_text(share_text(row->record->limit_ratio, share)), NULL});
}

/* ---- Published numbers */

/* What was published of the row of a point, in the unit of the chart; NAN: nothing. */
static double published_value(const struct chart *chart, size_t panel, const struct chart_point *point,
                              const struct published_number **published)
{
    const struct record *const record = point->row->record;
    *published = published_find(&record->point);
    if (*published == NULL)
        return NAN;
    const double seconds = published_seconds(*published, (double)record->point.n, record_bytes(record));
    if (!chart_shows(chart, "relative"))
        return row_value(&chart->rows, record, seconds);
    const struct chart_point *const at = chart_point_at(baseline_of(chart, panel), point->x);
    if (at == NULL)
        return NAN;
    const struct record *const base = at->row->record;
    const struct published_number *const other = published_find(&base->point);
    return published_ratio(*published, seconds, other,
                           other != NULL ? published_seconds(other, (double)base->point.n, record_bytes(base))
                                         : NAN);
}

/* Marks of what was published of a line. */
static void add_published(struct chart *chart, size_t of, struct chart_marks *found)
{
    const struct chart_line line = chart->data->lines[of];
    struct chart_line *marks = NULL;
    char value[64];
    for (size_t i = 0; i < line.point_count; i++) {
        const struct published_number *published;
        const double theirs = published_value(chart, line.panel, &line.points[i], &published);
        if (isnan(theirs))
            continue;
        if (marks == NULL)
            marks = chart_line_add(chart->data, line.panel, chart->lines.all[line.of]);
        marks->color = COLOR_PUBLISHED;
        marks->order = line.order + 0.5;
        marks->shape = (unsigned)line.color;
        if (strstr(found->sources, published_source(published)) == NULL)
            name_add(found->sources, ", ", published_source(published));
        if (chart_shows(chart, "relative"))
            snprintf(value, sizeof value, "%.3g times", theirs);
        else
            value_text(chart, theirs, value);
        chart_point_add(marks, (struct chart_point){line.points[i].x, theirs, NAN, NAN, 0,
                                                    memory_format("published: %s: %s; %s", marks->name, value,
                                                                  published_source(published)),
                                                    NULL});
    }
}

static void add_peaks(struct chart *chart)
{
    const size_t count = chart->data->line_count;
    for (size_t i = 0; i < count && chart->is_bars; i++)
        add_bar_peak(chart, i);
    if (!chart_draws(chart, "lines") || !chart_shows(chart, "value") || chart->axis == AXIS_RANKS)
        return;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < chart->data->lines[i].point_count; k++) {
            const struct chart_point *const point = &chart->data->lines[i].points[k];
            add_peak(chart, i, point->row, point->x);
        }
}

void chart_marks_add(struct chart *chart, struct chart_marks *marks)
{
    const size_t count = chart->data->line_count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < chart->data->lines[i].point_count; k++)
            chart->data->lines[i].points[k].label =
                point_label(chart, &chart->data->lines[i], &chart->data->lines[i].points[k]);
    add_peaks(chart);
    const bool has_published =
        chart->is_bars ||
        (chart_draws(chart, "lines") && (chart->axis == AXIS_N || chart->axis == AXIS_VALUES_PER_THREAD));
    for (size_t i = 0; i < count && has_published && !chart_shows(chart, "counts"); i++)
        add_published(chart, i, marks);
}
