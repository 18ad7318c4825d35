/* SPDX-License-Identifier: MIT */
/* What stands beside the rows of a chart: what they are divided by, labels, peaks, published numbers, caches.
 */
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "chart/chart.h"
#include "problem/primitive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEAKS_FIRST = -64, VALUE_TEXT = 64 };

static const char *value_text(const struct chart *chart, double value, char text[VALUE_TEXT])
{
    static const char *const units[] = {" GB/s", "·10⁹/s"};
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    if (chart->unit == UNIT_TIME)
        return text_format_duration(text, VALUE_TEXT, value);
    if (chart->unit == UNIT_COUNT)
        snprintf(text, VALUE_TEXT, "%.4g", value);
    else
        snprintf(text, VALUE_TEXT, "%.*f%s", digits, value, units[chart->unit]);
    return text;
}

/* "50%"; below a hundredth with a digit more. */
static const char *share_text(double share, char text[VALUE_TEXT])
{
    snprintf(text, VALUE_TEXT, "%.*f%%", share < 0.01 ? 1 : 0, 100 * share);
    return text;
}

/* ---- What values are divided by */

/* The first line of a panel that the baseline fits; SIZE_MAX: none does. */
static size_t find_baseline(const struct chart *chart, size_t panel)
{
    const char *const glob = chart->plot->baseline;
    char longer[CHART_NAME];
    snprintf(longer, sizeof longer, "%s *", glob);
    for (size_t line = 0; line < chart->lines.count; line++) {
        const char *const name = chart->lines.all[line];
        if ((glob[0] == '\0' || text_glob(glob, name) || text_glob(longer, name)) &&
            chart_find(chart, panel, line, NAN) != NULL)
            return line;
    }
    return SIZE_MAX;
}

/* Name it "serial", or where panels have other lines "the first line of each panel". */
static bool choose_baselines(struct chart *chart, struct error *error)
{
    size_t found = SIZE_MAX;
    bool are_many = false;
    chart->baselines = memory_array(chart->panels.count, sizeof *chart->baselines);
    for (size_t panel = 0; panel < chart->panels.count; panel++) {
        const size_t own = chart->baselines[panel] = find_baseline(chart, panel);
        are_many |= own != SIZE_MAX && found != SIZE_MAX && own != found;
        found = found != SIZE_MAX ? found : own;
    }
    if (found == SIZE_MAX)
        return error_set(error, EXIT_USAGE, "no line matches the baseline '%s'", chart->plot->baseline);
    const char *const line = chart->lines.all[found];
    char *const name = look_name(&chart->plot->look, line, line);
    snprintf(chart->baseline, CHART_NAME, "%s", are_many ? "the first line of each panel" : name);
    free(name);
    return true;
}

/* The point of the baseline at the place of a point; NULL: there is none. */
static const struct chart_point *baseline_at(const struct chart *chart, const struct chart_point *point)
{
    return chart_find(chart, point->panel, chart->baselines[point->panel], point->x);
}

/* What the value of a point is divided by: its own peak, the baseline's value at its place, or the line's own
 * at its first place, of an efficiency for as many ranks; NAN: there is none. */
static double scale_of(const struct chart *chart, const struct chart_point *point)
{
    if (chart_shows(chart, "share"))
        return point->peak;
    const struct chart_point *const base = chart->baselines != NULL
                                               ? baseline_at(chart, point)
                                               : chart_find(chart, point->panel, point->line, NAN);
    return base == NULL                       ? NAN
           : chart_shows(chart, "efficiency") ? base->value * point->x / base->x
                                              : base->value;
}

bool chart_scale(struct chart *chart, struct error *error)
{
    const bool is_relative = chart_shows(chart, "relative");
    if (is_relative && !choose_baselines(chart, error))
        return false;
    if (!is_relative && !chart_shows(chart, "efficiency") && !chart_shows(chart, "share") &&
        !chart_shows(chart, "history"))
        return true;
    for (size_t i = 0; i < chart->point_count; i++)
        chart->points[i].scale = scale_of(chart, &chart->points[i]);
    chart_prune(chart);
    return true;
}

/* ---- Labels */

/* "1.07 times serial", "efficiency 0.9", "predicted 1e-3 s": what the chart is about, beside the value. */
static void add_comparison(const struct chart *chart, const struct chart_point *point, char text[CHART_NAME])
{
    const double y = point->value / point->scale;
    if (chart_shows(chart, "relative"))
        name_print(text, "; ", "%.3g times %s", y, chart->lines.all[chart->baselines[point->panel]]);
    else if (chart_shows(chart, "efficiency"))
        name_print(text, "; ", "efficiency %.2f", y);
    else if (chart_shows(chart, "history"))
        name_print(text, "; ", "%.3g times the first; %s", y, point->record->point.implementation->name);
    else if (chart_shows(chart, "error"))
        name_print(text, "; ", "error %.3g", point->x);
    else if (chart_shows(chart, "predicted"))
        name_print(text, "; ", "predicted %.3g s", point->x);
}

/* "simd/windows; n = 1Ki: 20.0 GB/s [19.4 GB/s to 20.4 GB/s]; 50% of peak; unusable". */
static char *point_label(const struct chart *chart, const struct chart_point *point)
{
    const struct record *const record = point->record;
    const unsigned long long threads = record->point.threads_per_group,
                             values = record->point.values_per_thread;
    char value[VALUE_TEXT], high[VALUE_TEXT], place[PARAMETER_TEXT], text[CHART_NAME] = "";
    name_add(text, "", chart_names_winners(chart) ? record->point.implementation->name : "");
    name_add(text, "; ", chart_draws(chart, "cells") ? chart->lines.all[point->line] : point->name);
    if (chart->is_best_only && threads > 0)
        name_print(text, " ", "T=%llu V=%llu", threads, values);
    if (chart->axis < AXIS_COUNT)
        name_print(text, "; ", "%s = %s", axis_info[chart->axis].name,
                   axis_place_text(axis_place(record, chart->axis), place));
    name_add(text, ": ", value_text(chart, point->value, value));
    if (point->counter == NULL && isfinite(point->low))
        name_print(text, " ", "[%s to %s]", value_text(chart, point->low, value),
                   value_text(chart, point->high, high));
    else if (point->counter == NULL)
        name_add(text, " ", "(n < 6: no interval)");
    if (record->limit_ratio > 0)
        name_print(text, "; ", "%s of peak", share_text(record->limit_ratio, value));
    add_comparison(chart, point, text);
    name_add(text, "; ", point->hollow & POINT_ABOVE_PEAK ? "above its peak" : "");
    name_add(text, "; ", point->hollow & POINT_UNUSABLE ? "unusable" : "");
    return memory_text(text);
}

/* ---- Marks */

/* Add a mark in the panel and at the place of a point, as a line of that order; takes the name. */
static struct chart_point *add_mark(struct chart *chart, size_t of, int color, double order, char *name)
{
    struct chart_point mark = {
        .low = NAN, .high = NAN, .order = order, .color = color, .dash = 1, .name = name};
    mark.panel = chart->points[of].panel;
    mark.x = chart->points[of].x;
    return chart_point_add(chart, mark);
}

/* "copy 2 workers": what a peak is called, by what set it and where; "copy" where the axis shows it. */
static char *peak_name(const struct chart *chart, const struct chart_point *point, size_t where)
{
    const char *const place = chart->wheres.all[where];
    char name[CHART_NAME] = "";
    name_add(name, "", primitive_limit_word(point->record->point.implementation->primitive));
    name_add(name, " ", strcmp(place, "host") == 0 ? "" : place);
    return text_inert(look_name(&chart->plot->look, name, name));
}

/* Keep the best measured peak of each place, a line for each where; the marks start at `first`. */
static void add_peak(struct chart *chart, size_t index, size_t first)
{
    const struct chart_point of = chart->points[index];
    const size_t where = chart->looks[of.line].where;
    struct chart_point *peak = NULL;
    char value[VALUE_TEXT];
    if (isnan(of.peak))
        return;
    for (size_t i = first; i < chart->point_count && peak == NULL; i++)
        if (chart->points[i].panel == of.panel && chart->points[i].line == where &&
            chart->points[i].x == of.x)
            peak = &chart->points[i];
    if (peak != NULL && (chart->unit == UNIT_TIME ? of.peak >= peak->value : of.peak <= peak->value))
        return;
    if (peak == NULL)
        peak = add_mark(chart, index, COLOR_PEAK, PEAKS_FIRST + (double)where, peak_name(chart, &of, where));
    peak->line = where;
    peak->dash = 1 + (unsigned)where % DASHES;
    peak->value = of.peak;
    free(peak->label);
    peak->label = memory_format("%s: %s", peak->name, value_text(chart, of.peak, value));
}

/* What was published of a point, in the unit of the chart, over what the same source has of the baseline;
 * NAN: nothing. */
static double published_value(const struct chart *chart, const struct chart_point *point,
                              const struct published_number **published)
{
    const struct record *const record = point->record;
    *published = published_find(&record->point);
    if (chart->baselines == NULL)
        return record_value(chart, record, published_seconds(*published, record));
    const struct chart_point *const base = baseline_at(chart, point);
    return base != NULL ? published_ratio(record, base->record) : NAN;
}

/* Mark what was published of a point. */
static void add_published(struct chart *chart, size_t index)
{
    const struct chart_point *const point = &chart->points[index];
    const struct published_number *published;
    const double theirs = published_value(chart, point, &published);
    const char *const name = chart->lines.all[point->line];
    char value[VALUE_TEXT];
    if (isnan(theirs))
        return;
    if (strstr(chart->published, published->source) == NULL)
        name_add(chart->published, ", ", published->source);
    if (chart->baselines != NULL)
        snprintf(value, sizeof value, "%.3g times", theirs);
    else
        value_text(chart, theirs, value);
    const unsigned shape = (unsigned)point->color;
    struct chart_point *const mark =
        add_mark(chart, index, COLOR_PUBLISHED, point->order + 0.5, text_inert(memory_text(name)));
    mark->value = theirs;
    mark->shape = shape;
    mark->label = memory_format("published: %s: %s; %s", name, value, published->source);
}

/* The bar of a peak is a mark on that of a point. */
static void add_bar_peak(struct chart *chart, size_t index)
{
    const struct chart_point bar = chart->points[index];
    char share[VALUE_TEXT];
    if (!isfinite(bar.peak))
        return;
    struct chart_point *const mark =
        add_mark(chart, index, COLOR_PEAK, bar.order + 0.25, memory_text(bar.name));
    mark->value = bar.peak;
    mark->label = memory_text(share_text(bar.record->limit_ratio, share));
}

/* ---- Caches */

/* Of the rows on the host the fewest and the most workers, but no more than it has cores; 0: none ran there.
 */
static void host_workers(const struct chart *chart, unsigned *fewest, unsigned *most)
{
    const json_int_t cores = json_integer_value(json_object_get(chart->sources[0].file->identity, "cores"));
    *fewest = *most = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct point *const point = &chart->points[i].record->point;
        unsigned workers = point_workers(point);
        if (point_on_device(point))
            continue;
        workers = cores > 0 && workers > cores ? (unsigned)cores : workers;
        *fewest = *fewest == 0 || workers < *fewest ? workers : *fewest;
        *most = workers > *most ? workers : *most;
    }
}

static double bytes_per_element(const struct chart *chart, size_t panel)
{
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->points[i].panel == panel)
            return record_bytes(chart->points[i].record) / (double)chart->points[i].record->point.n;
    return NAN;
}

/* A mark where the algorithmic bytes are as many as a cache has, times the cores that work, in each panel
 * where that is among the sizes. */
static void add_cache(struct chart *chart, const struct interval *sizes, const json_t *cache, unsigned times)
{
    const json_int_t level = json_integer_value(json_object_get(cache, "level"));
    const double bytes = times * (double)json_integer_value(json_object_get(cache, "bytes"));
    char text[CHART_NAME] = "";
    name_print(text, "", times > 1 ? "L%d%s ×%u" : "L%d%s", (int)level, level == 1 ? "d" : "", times);
    for (size_t panel = 0; panel < chart->panels.count; panel++) {
        const double x = bytes / bytes_per_element(chart, panel);
        if (!(x > sizes->low / 1.3 && x < sizes->high * 1.3))
            continue;
        chart_text_add(chart, "@mark", text, x, (double)panel + 1);
        chart->has_caches = true;
    }
}

/* Cores have caches of the first two levels of their own. */
static void add_caches(struct chart *chart)
{
    const json_t *const caches = json_object_get(chart->sources[0].file->identity, "caches");
    struct interval sizes = {INFINITY, 0};
    unsigned fewest, most;
    host_workers(chart, &fewest, &most);
    if (chart->axis != AXIS_N || !chart_draws(chart, "lines") || fewest == 0 ||
        chart->values[PARAMETER_RESULT].count > 1)
        return;
    for (size_t i = 0; i < chart->row_count; i++)
        sizes = (struct interval){fmin(sizes.low, chart->points[i].x), fmax(sizes.high, chart->points[i].x)};
    for (size_t i = 0; i < json_array_size(caches); i++) {
        const json_t *const cache = json_array_get(caches, i);
        const bool is_own = json_integer_value(json_object_get(cache, "level")) < 3;
        add_cache(chart, &sizes, cache, is_own ? fewest : 1);
        if (is_own && most > fewest)
            add_cache(chart, &sizes, cache, most);
    }
}

/* ---- All of them */

void chart_mark(struct chart *chart)
{
    const size_t count = chart->row_count = chart->point_count;
    const bool is_lines = chart_draws(chart, "lines");
    for (size_t i = 0; i < count; i++)
        chart->points[i].label = point_label(chart, &chart->points[i]);
    for (size_t i = 0; i < count; i++) {
        if (chart->is_bars)
            add_bar_peak(chart, i);
        else if (is_lines && chart_shows(chart, "value") && chart->axis != AXIS_RANKS)
            add_peak(chart, i, count);
    }
    const bool has_published =
        chart->is_bars || (is_lines && (chart->axis == AXIS_N || chart->axis == AXIS_VALUES_PER_THREAD));
    for (size_t i = 0; i < count && has_published && !chart_shows(chart, "counts"); i++)
        add_published(chart, i);
    add_caches(chart);
}
