/* SPDX-License-Identifier: MIT */
/* A chart with its page: titles, axes, ticks, caches, footer. */
#include "chart/chart_page.h"

#include "base/memory.h"
#include "base/text.h"
#include "chart/chart_marks.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char between[] = " · ";

static void add_text(const struct chart *chart, const char *key, const char *text)
{
    chart_text_add(chart->data, key, text, NAN, NAN);
}

/* ---- Titles */

/* The parts of the title of a row's panel that all panels share, or those that they do not. */
static void take_parts(const struct chart *chart, const struct chart_row *row, bool shared,
                       char text[CHART_NAME])
{
    char part[CHART_NAME];
    for (enum chart_part i = 0; i < PARTS; i++)
        if ((chart->parts[i].count == 1) == shared)
            name_add(text, between, chart_part_text(chart, row, i, part));
}

/* The titles of panels: what tells them apart; of a single one all of it. */
static void add_panels(struct chart *chart)
{
    char title[CHART_NAME];
    for (size_t panel = 0; panel < chart->panels.count; panel++) {
        title[0] = '\0';
        for (size_t i = 0; i < chart->data->line_count && title[0] == '\0'; i++)
            if (chart->data->lines[i].panel == panel && chart->data->lines[i].points[0].row != NULL)
                take_parts(chart, chart->data->lines[i].points[0].row, false, title);
        names_rank(&chart->data->panels,
                   chart->panels.count > 1 && title[0] != '\0' ? title : chart->panels.all[panel]);
    }
}

static const char *quantity(const struct chart *chart)
{
    static const char *const quantities[] = {"Bandwidth", "Throughput", "Time", "Counts"};
    return quantities[chart->rows.unit];
}

/* What the chart shows, "Bandwidth against size", without what was found. */
static void subject_text(const struct chart *chart, const struct chart_marks *marks, char text[CHART_NAME])
{
    const char *const own = chart->kind->title, *const against = strstr(own, " against ");
    if (chart_shows(chart, "counts"))
        snprintf(text, CHART_NAME, "%s", own);
    else if (chart->is_bars)
        snprintf(text, CHART_NAME, "%s and share of the peak", quantity(chart));
    else if (chart_shows(chart, "relative"))
        snprintf(text, CHART_NAME, "Time relative to %.400s", marks->baseline);
    else if (chart_shows(chart, "value") && against != NULL)
        snprintf(text, CHART_NAME, "%s%s", quantity(chart), against);
    else if (chart_draws(chart, "cells"))
        snprintf(text, CHART_NAME, "%s: %s", quantity(chart), own);
    else
        snprintf(text, CHART_NAME, "%s", own);
}

/* The line with the best point at a place, if its interval is apart from those of all others; else NULL. */
static const struct chart_line *winner_at(const struct chart *chart, double x)
{
    const struct chart_line *best = NULL;
    const bool is_time = chart->rows.unit == UNIT_TIME;
    for (size_t i = 0; i < chart->data->line_count; i++) {
        const struct chart_point *const point = chart_point_at(&chart->data->lines[i], x);
        if (point != NULL && point->row != NULL &&
            (best == NULL || row_is_better(&chart->rows, point->row, chart_point_at(best, x)->row)))
            best = &chart->data->lines[i];
    }
    for (size_t i = 0; i < chart->data->line_count && best != NULL; i++) {
        const struct chart_point *const point = chart_point_at(&chart->data->lines[i], x);
        const struct chart_row *const own = chart_point_at(best, x)->row;
        if (point != NULL && point->row != NULL && &chart->data->lines[i] != best &&
            !(is_time ? own->high < point->row->low : own->low > point->row->high))
            return NULL;
    }
    return best;
}

/* Of counts with times, whose fastest point comes first: "group/x is fastest but does not move the fewest
 * words"; "" where it does. */
static void counts_finding(const struct chart *chart, char text[CHART_NAME])
{
    const struct chart_row *const first = &chart->rows.all[0];
    bool has_times = false, is_beaten = false;
    for (size_t i = 0; i < chart->rows.count; i++) {
        const struct chart_row *const row = &chart->rows.all[i];
        has_times |= strncmp(row->counter, "time", strlen("time")) == 0;
        is_beaten |= row->counter == first->counter && row->value < 0.98 * first->value;
    }
    if (has_times && is_beaten)
        snprintf(text, CHART_NAME, "%s is fastest but does not move the fewest words",
                 first->record->point.implementation->name);
}

/* "threads/chained 2 workers is fastest from n = 256Ki": what the one panel of a chart against size shows at
 * its greatest sizes; "" where there is no such line. */
static void finding_text(const struct chart *chart, const double *places, size_t count, char text[CHART_NAME])
{
    char size[32];
    text[0] = '\0';
    if (chart_shows(chart, "counts"))
        counts_finding(chart, text);
    if (chart->panels.count > 1 || !chart_shows(chart, "value") || chart->axis != AXIS_N ||
        chart->lines.count < 2)
        return;
    const struct chart_line *const winner = winner_at(chart, places[count - 1]);
    size_t first = count - 1;
    while (winner != NULL && first > 0 && winner_at(chart, places[first - 1]) == winner)
        first--;
    text_format_count(size, sizeof size, (uint64_t)places[first]);
    if (winner != NULL)
        snprintf(text, CHART_NAME,
                 first > 0 ? "%.400s is fastest from n = %s" : "%.400s is fastest at every size",
                 winner->name, size);
}

/* The title is what was found, if anything, and what the chart shows begins the subtitle then. */
static void add_titles(const struct chart *chart, const struct chart_marks *marks, const double *places,
                       size_t count)
{
    char subject[CHART_NAME], finding[CHART_NAME], subtitle[CHART_NAME] = "", text[CHART_NAME];
    subject_text(chart, marks, subject);
    finding_text(chart, places, count, finding);
    const char *const title = finding[0] != '\0' ? finding : subject;
    add_text(chart, "@title", chart->plot->look.title[0] != '\0' ? chart->plot->look.title : title);
    name_add(subtitle, "", finding[0] != '\0' ? subject : "");
    if (chart_shows(chart, "counts")) {
        name_add(subtitle, between, "first full tile of each kernel · n = ");
        name_add(subtitle, "", text_format_count(text, sizeof text, chart->rows.all[0].record->point.n));
    } else if (chart->panels.count > 1)
        take_parts(chart, &chart->rows.all[0], true, subtitle);
    name_add(subtitle, between, rows_common(&chart->rows, text));
    add_text(chart, "@subtitle", subtitle);
}

/* ---- Axes */

static void add_axes(const struct chart *chart)
{
    static const char *const units[] = {"bytes/s", "elements/s", "time", "count"};
    static const char *const labels[] = {"GB/s of algorithmic bytes", "10⁹ elements/s", "time of a call",
                                         "-"};
    const struct plot_kind *const kind = chart->kind;
    const char *const unit_label = labels[chart->rows.unit];
    const bool is_ratio = chart_shows(chart, "relative") || chart_shows(chart, "history");
    const bool is_log = chart_draws(chart, "scatter") || chart->axis < AXIS_COUNT;
    add_text(chart, "@draw", chart->is_bars ? "bars" : kind->draw);
    add_text(chart, "@unit",
             is_ratio                           ? "ratio"
             : chart_shows(chart, "efficiency") ? "share"
                                                : units[chart->rows.unit]);
    add_text(chart, "@xlabel", chart->is_bars ? unit_label : kind->x_label);
    add_text(chart, "@ylabel", kind->y_label[0] != '\0' ? kind->y_label : unit_label);
    add_text(chart, "@xscale", is_log ? "log" : "linear");
    add_text(chart, "@yscale",
             strcmp(kind->scale, "linear") == 0 && chart->rows.unit != UNIT_TIME ? "linear" : "log");
}

/* The places of a chart's points, ascending; fresh. */
static double *find_places(const struct chart *chart, size_t *count)
{
    double *const places = memory_array(chart->rows.count, sizeof *places);
    *count = 0;
    for (size_t i = 0; i < chart->data->line_count; i++)
        for (size_t p = 0; p < chart->data->lines[i].point_count; p++) {
            const double x = chart->data->lines[i].points[p].x;
            size_t k = 0;
            while (k < *count && places[k] < x)
                k++;
            if (k < *count && places[k] == x)
                continue;
            memmove(places + k + 1, places + k, ((*count)++ - k) * sizeof *places);
            places[k] = x;
        }
    return places;
}

/* What a result is called on an axis: the first letters of its commit, or when it was measured. */
static const char *moment_text(const struct chart_source *source)
{
    const char *const commit =
        json_string_value(json_object_get(json_object_get(source->file->root, "tool"), "git"));
    const char *const utc = json_string_value(json_object_get(source->file->state, "utc"));
    return commit != NULL && commit[0] != '\0' ? commit : utc != NULL ? utc : "-";
}

static void add_ticks(const struct chart *chart, const double *places, size_t count)
{
    char text[32];
    for (size_t i = 0; i < count; i++) {
        if (chart_shows(chart, "history"))
            snprintf(text, sizeof text, "%.7s", moment_text(&chart->rows.sources.all[(size_t)places[i] - 1]));
        else if (chart->axis == AXIS_COUNT || chart_draws(chart, "scatter"))
            continue;
        else if (!chart_shows(chart, "counts"))
            text_format_count(text, sizeof text, (uint64_t)places[i]);
        else
            snprintf(text, sizeof text, "%.0f", places[i]);
        chart_text_add(chart->data, "@xtick", text, places[i], NAN);
    }
}

/* ---- Caches */

/* The size of a cache of the host; 0: it is not known. */
static double cache_size(const json_t *identity, json_int_t level)
{
    size_t i;
    const json_t *cache;
    json_array_foreach(json_object_get(identity, "caches"), i,
                       cache) if (json_integer_value(json_object_get(cache, "level")) ==
                                  level) return (double)json_integer_value(json_object_get(cache, "bytes"));
    return 0;
}

/* Of the rows on the host the fewest or the most workers, but no more than it has cores; 0: none ran there.
 */
static unsigned host_workers(const struct chart *chart, bool most)
{
    const json_int_t cores =
        json_integer_value(json_object_get(chart->rows.sources.all[0].file->identity, "cores"));
    unsigned found = 0;
    for (size_t i = 0; i < chart->rows.count; i++) {
        const struct point *const point = &chart->rows.all[i].record->point;
        unsigned workers = point_workers(point);
        workers = cores > 0 && workers > cores ? (unsigned)cores : workers;
        if (!point_on_device(point) && (found == 0 || (most ? workers > found : workers < found)))
            found = workers;
    }
    return found;
}

static double bytes_per_element(const struct chart *chart, size_t panel)
{
    for (size_t i = 0; i < chart->data->line_count; i++) {
        const struct chart_row *const row = chart->data->lines[i].points[0].row;
        if (chart->data->lines[i].panel == panel && row != NULL)
            return record_bytes(row->record) / (double)row->record->point.n;
    }
    return NAN;
}

/* A mark where the algorithmic bytes are as large as a cache, those of cores as many times as cores work, in
 * each panel. Returns whether any is between these places. */
static bool add_cache(const struct chart *chart, const struct interval *places, json_int_t level,
                      unsigned times)
{
    static const char *const names[] = {"", "L1d", "L2", "L3"};
    const double bytes = times * cache_size(chart->rows.sources.all[0].file->identity, level);
    bool any = false;
    char text[32];
    snprintf(text, sizeof text, times > 1 ? "%s ×%u" : "%s", names[level], times);
    for (size_t panel = 0; panel < chart->panels.count; panel++) {
        const double x = bytes / bytes_per_element(chart, panel);
        if (!(x > places->low / 1.3 && x < places->high * 1.3))
            continue;
        chart_text_add(chart->data, "@mark", text, x, (double)panel + 1);
        any = true;
    }
    return any;
}

static bool add_caches(const struct chart *chart, const struct interval *places)
{
    const unsigned fewest = host_workers(chart, false), most = host_workers(chart, true);
    bool any = false;
    if (chart->axis != AXIS_N || !chart_draws(chart, "lines") || fewest == 0 ||
        chart->rows.distinct[PARAMETER_RESULT] > 1)
        return false;
    for (json_int_t level = 1; level <= 3; level++) {
        any |= add_cache(chart, places, level, level < 3 ? fewest : 1);
        if (most > fewest && level < 3)
            any |= add_cache(chart, places, level, most);
    }
    return any;
}

/* ---- The footer */

/* Of all points of rows how many have one of these bits, or no interval. */
static size_t count_points(const struct chart_data *data, unsigned bits, size_t *all, size_t *bare)
{
    size_t count = 0;
    *all = *bare = 0;
    for (size_t i = 0; i < data->line_count; i++)
        for (size_t k = 0; k < data->lines[i].point_count; k++) {
            const struct chart_point *const point = &data->lines[i].points[k];
            count += point->row != NULL && (point->hollow & bits) != 0;
            *bare += point->row != NULL && isnan(point->low);
            *all += point->row != NULL;
        }
    return count;
}

static void add_warning(const struct chart *chart)
{
    size_t all, bare;
    const size_t unusable = count_points(chart->data, POINT_UNUSABLE, &all, &bare);
    char text[96];
    snprintf(text, sizeof text, "%zu of %zu points are unusable: measure them again.", unusable, all);
    if (2 * unusable > all)
        add_text(chart, "@warning", text);
}

/* What the shapes and dashes of lines mean. */
static void add_legend_text(const struct chart *chart, size_t places, char text[CHART_NAME])
{
    const struct implementation *const first = chart->looks[0].row->record->point.implementation;
    bool has_families = false;
    for (size_t i = 1; i < chart->lines.count; i++)
        has_families |= chart->looks[i].row->record->point.implementation->family != first->family;
    if (chart_draws(chart, "cells") || chart->is_bars)
        return;
    name_add(text, " ", has_families ? "Shape: the family." : "");
    if (chart->wheres.count < 2 || places < 2 || chart_draws(chart, "scatter"))
        return;
    name_add(text, " ", "Dash:");
    for (size_t i = 0; i < chart->wheres.count; i++)
        name_add(text, i == 0 ? " solid " : i == 1 ? "; dashed " : "; then ", chart->wheres.all[i]);
    name_add(text, "", ".");
}

/* What marks of points mean: cells, lines and bars have their own. */
static void add_mark_texts(const struct chart *chart, char text[CHART_NAME])
{
    const bool is_cells = chart_draws(chart, "cells"), is_lines = chart_draws(chart, "lines");
    size_t all, bare;
    if (count_points(chart->data, POINT_UNUSABLE, &all, &bare) > 0)
        name_add(text, " ", is_cells ? "○: unusable." : "Hollow and grey: unusable.");
    if (count_points(chart->data, POINT_ABOVE_PEAK, &all, &bare) > 0)
        name_add(text, " ",
                 is_cells   ? "↑: above its peak."
                 : is_lines ? "In a ring: above its peak."
                            : "Beyond the mark: above its peak.");
    name_add(text, " ", is_lines && bare > 0 ? "Dotted: too few samples for an interval." : "");
}

static void add_footer(const struct chart *chart, const struct chart_marks *marks, bool any_cache,
                       size_t places)
{
    const unsigned drawn = chart->kind->sizes, left_out = chart->rows.sizes_left_out;
    const bool turned =
        chart->is_bars && strcmp(chart->kind->draw, "lines") == 0 && !chart_shows(chart, "counts");
    char text[CHART_NAME] = "", sizes[64];
    name_add(text, "",
             turned ? "Median with its 95% interval; the mark is the measured peak." : chart->kind->note);
    if (marks->baseline[0] != '\0') {
        name_add(text, " ", "Over the median of");
        name_add(text, " ", marks->baseline);
        name_add(text, "", ".");
    }
    add_mark_texts(chart, text);
    name_add(text, " ", any_cache ? "A cache is marked where the algorithmic bytes fill it." : "");
    if (marks->sources[0] != '\0') {
        name_add(text, " ", "Grey diamond: published");
        name_add(text, " (", marks->sources);
        name_add(text, "", ").");
    }
    snprintf(sizes, sizeof sizes, drawn == 1 ? "The largest size of each problem." : "Sizes: %u of %u.",
             drawn, drawn + left_out);
    name_add(text, " ", left_out > 0 ? sizes : "");
    add_legend_text(chart, places, text);
    add_text(chart, "@footer", text);
}

static void add_page(struct chart *chart, const struct chart_marks *marks)
{
    size_t count;
    double *const places = find_places(chart, &count);
    const struct interval ends = {places[0], places[count - 1]};
    add_titles(chart, marks, places, count);
    add_warning(chart);
    add_axes(chart);
    add_panels(chart);
    add_ticks(chart, places, count);
    add_footer(chart, marks, add_caches(chart, &ends), count);
    free(places);
}

bool chart_data_make(struct chart_data *data, struct chart_sources sources, const struct config_plot *plot,
                     struct error *error)
{
    struct chart chart;
    struct chart_marks marks = {.baseline = "", .sources = ""};
    const bool ok =
        chart_make(&chart, data, sources, plot, error) && chart_marks_scale(&chart, &marks, error);
    if (ok) {
        chart_marks_add(&chart, &marks);
        chart_data_sort(data);
        add_page(&chart, &marks);
    } else
        chart_data_close(data);
    chart_close(&chart);
    return ok;
}
