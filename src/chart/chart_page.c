/* SPDX-License-Identifier: MIT */
/* The page of a chart: titles, axes, ticks, footer. */
#include "base/divide.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "chart/chart.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char between[] = " · ";

/* Where the points of a chart are on its x axis, ascending, each once. */
struct chart_places {
    double *x; /* owned */
    size_t count;
};

/* What a chart is called by its unit, and one whose cells are bare numbers; what the scripts call that. */
static const struct {
    const char *quantity, *of_cells, *unit, *label;
} units[] = {
    {"Bandwidth", "Bandwidth in GB/s", "bytes/s", "GB/s of algorithmic bytes"},
    {"Throughput", "Throughput in 10⁹ elements/s", "elements/s", "10⁹ elements/s"},
    {"Time", "Time", "time", "time of a call"},
    {"Counts", "Counts", "count", "-"},
};

static void add_text(struct chart *chart, const char *key, const char *text)
{
    chart_text_add(chart, key, text, NAN, NAN);
}

static struct chart_places find_places(const struct chart *chart)
{
    struct chart_places places = {memory_array(chart->row_count, sizeof *places.x), 0};
    for (size_t i = 0; i < chart->row_count; i++)
        places.x[i] = chart->points[i].x;
    qsort(places.x, chart->row_count, sizeof *places.x, compare_double_places);
    for (size_t i = 0; i < chart->row_count; i++)
        if (i == 0 || places.x[i] != places.x[places.count - 1])
            places.x[places.count++] = places.x[i];
    return places;
}

/* ---- Titles */

/* What the chart shows, "Bandwidth against size", without what was found. */
static void subject_text(const struct chart *chart, char text[CHART_NAME])
{
    const char *const own = chart->kind->title, *const against = strstr(own, " against "),
                      *const quantity = units[chart->unit].quantity;
    if (chart->is_bars && !chart_shows(chart, "counts"))
        snprintf(text, CHART_NAME, "%s and share of the peak", quantity);
    else if (chart_shows(chart, "relative"))
        snprintf(text, CHART_NAME, "Time relative to %.400s", chart->baseline);
    else if (chart_shows(chart, "value") && against != NULL)
        snprintf(text, CHART_NAME, "%s%s", quantity, against);
    else if (chart_draws(chart, "cells") && chart_shows(chart, "value"))
        snprintf(text, CHART_NAME, "%s: %s", units[chart->unit].of_cells, own);
    else
        snprintf(text, CHART_NAME, "%s", own);
}

/* How many rows there are at a place. */
static size_t rows_at(const struct chart *chart, double x)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->row_count; i++)
        count += chart->points[i].x == x;
    return count;
}

/* The best row at a place, if its interval is apart from those of all others; else NULL. */
static const struct chart_point *winner_at(const struct chart *chart, double x)
{
    const struct chart_point *const rows = chart->points, *best = NULL;
    for (size_t i = 0; i < chart->row_count; i++)
        if (rows[i].x == x && (best == NULL || point_is_better(chart, &rows[i], best)))
            best = &rows[i];
    for (size_t i = 0; i < chart->row_count && best != NULL; i++)
        if (rows[i].x == x && &rows[i] != best &&
            !(chart->unit == UNIT_TIME ? best->high < rows[i].low : best->low > rows[i].high))
            return NULL;
    return best;
}

/* Of counts with times, whose first row is the fastest: "group/x is fastest but does not move the fewest
 * words"; "" where it does. The first panel is that of words. */
static void counts_finding(const struct chart *chart, char text[CHART_NAME])
{
    const struct record *const fastest = chart->looks[0].record;
    double words = NAN;
    bool has_times = false, is_beaten = false;
    for (size_t i = 0; i < chart->row_count; i++) {
        has_times |= strncmp(chart->points[i].counter, "time", strlen("time")) == 0;
        if (chart->points[i].panel == 0 && chart->points[i].record == fastest)
            words = chart->points[i].value;
    }
    for (size_t i = 0; i < chart->row_count; i++)
        is_beaten |= chart->points[i].panel == 0 && chart->points[i].value < 0.98 * words;
    if (has_times && is_beaten)
        snprintf(text, CHART_NAME, "%s is fastest but does not move the fewest words",
                 fastest->point.implementation->name);
}

/* "The least share of the peak is 11% (row length 2)": of the cells that are usable; "" where none is. */
static void least_finding(const struct chart *chart, char text[CHART_NAME])
{
    const struct chart_point *least = NULL;
    char length[PARAMETER_TEXT];
    for (const struct chart_point *cell = chart->points; cell < chart->points + chart->row_count; cell++)
        if (!(cell->hollow & POINT_UNUSABLE) &&
            (least == NULL || cell->value / cell->scale < least->value / least->scale))
            least = cell;
    if (least != NULL)
        snprintf(text, CHART_NAME, "The least share of the peak is %.*f%% (row length %s)",
                 least->value < 0.0095 * least->scale, 100 * least->value / least->scale,
                 axis_place_text(least->x, length));
}

/* How many rows a place needs, for its winner to be one of the chart: several, and not a few of many. */
static size_t rows_needed(const struct chart *chart, const struct chart_places *places)
{
    size_t most = 0;
    for (size_t i = 0; i < places->count; i++) {
        const size_t rows = rows_at(chart, places->x[i]);
        most = rows > most ? rows : most;
    }
    return most > 8 ? divide_up(most, 4) : 2;
}

/* "threads/chained 2 workers is fastest from n = 256Ki": what the lines of one panel show at the greatest
 * sizes that several of them have; "" where there is no such line. */
static void fastest_finding(const struct chart *chart, const struct chart_places *places,
                            char text[CHART_NAME])
{
    const struct chart_point *winner = NULL;
    const size_t needed = rows_needed(chart, places);
    size_t first = places->count, i = places->count;
    bool is_won = true;
    char size[32];
    while (is_won && i-- > 0) {
        const struct chart_point *const best = winner_at(chart, places->x[i]);
        if (rows_at(chart, places->x[i]) < needed)
            continue;
        is_won = best != NULL && (winner == NULL || best->line == winner->line);
        winner = winner == NULL ? best : winner;
        first = is_won ? i : first;
    }
    if (winner == NULL)
        return;
    text_format_count(size, sizeof size, (uint64_t)places->x[first]);
    snprintf(text, CHART_NAME, is_won ? "%.400s is fastest at every size" : "%.400s is fastest from n = %s",
             winner->name, size);
}

static void finding_text(const struct chart *chart, const struct chart_places *places, char text[CHART_NAME])
{
    text[0] = '\0';
    if (chart_shows(chart, "counts"))
        counts_finding(chart, text);
    if (chart_names_winners(chart))
        least_finding(chart, text);
    const bool is_one_problem = chart->panels.count == 1 && chart->values[AXIS_SELECTIVITY].count < 2;
    if (is_one_problem && chart_shows(chart, "value") && chart->axis == AXIS_N && chart->lines.count > 1)
        fastest_finding(chart, places, text);
}

/* What the config is about, before the chart's own title. */
static void add_title(struct chart *chart, const char *own)
{
    const json_t *const config = json_object_get(chart->sources[0].file->root, "config");
    const char *const subject = json_string_value(json_object_get(config, "title"));
    const char *const asked = chart->plot->look.title;
    const bool is_of = asked[0] == '\0' && subject != NULL && plot_title_valid(subject);
    char *const title =
        is_of ? memory_format("%s: %s", subject, own) : memory_text(asked[0] != '\0' ? asked : own);
    add_text(chart, "@title", title);
    free(title);
}

/* The title is what was found, if anything, and what the chart shows begins the subtitle then. */
static void add_titles(struct chart *chart, const struct chart_places *places)
{
    char subject[CHART_NAME], finding[CHART_NAME], subtitle[CHART_NAME] = "", text[CHART_NAME];
    subject_text(chart, subject);
    finding_text(chart, places, finding);
    add_title(chart, finding[0] != '\0' ? finding : subject);
    name_add(subtitle, "", finding[0] != '\0' ? subject : "");
    if (chart_shows(chart, "counts")) {
        text_format_count(text, sizeof text, chart->points[0].record->point.n);
        name_print(subtitle, between, "first full tile of each kernel · n = %s", text);
    } else if (chart->panels.count > 1)
        chart_parts(chart, &chart->points[0], true, subtitle);
    name_add(subtitle, between, chart_common(chart, text));
    add_text(chart, "@subtitle", subtitle);
}

/* ---- Axes */

static void add_axes(struct chart *chart)
{
    const struct plot_kind *const kind = chart->kind;
    const char *const label = units[chart->unit].label;
    const bool is_ratio = chart_shows(chart, "relative") || chart_shows(chart, "history");
    const bool is_share = chart_shows(chart, "efficiency") || chart_shows(chart, "share");
    const bool is_log = chart_draws(chart, "scatter") || chart->axis < AXIS_COUNT;
    const bool is_linear = strcmp(kind->scale, "linear") == 0 && chart->unit != UNIT_TIME;
    add_text(chart, "@draw", chart->is_bars ? "bars" : kind->draw);
    add_text(chart, "@unit", is_ratio ? "ratio" : is_share ? "share" : units[chart->unit].unit);
    add_text(chart, "@xlabel", chart->is_bars ? label : kind->x_label);
    add_text(chart, "@ylabel", kind->y_label[0] != '\0' ? kind->y_label : label);
    add_text(chart, "@xscale", is_log ? "log" : "linear");
    add_text(chart, "@yscale", is_linear ? "linear" : "log");
}

/* What a result is called on an axis: the first letters of its commit, or when it was measured. */
static const char *moment_text(const struct chart_source *source)
{
    const char *const commit =
        json_string_value(json_object_get(json_object_get(source->file->root, "tool"), "git"));
    const char *const utc = json_string_value(json_object_get(source->file->state, "utc"));
    return commit != NULL && commit[0] != '\0' ? commit : utc != NULL ? utc : "-";
}

static void add_ticks(struct chart *chart, const struct chart_places *places)
{
    char text[PARAMETER_TEXT];
    for (size_t i = 0; i < places->count; i++) {
        const double x = places->x[i];
        if (chart_shows(chart, "history"))
            snprintf(text, sizeof text, "%.7s", moment_text(&chart->sources[(size_t)x - 1]));
        else if (chart->axis == AXIS_COUNT || chart_draws(chart, "scatter"))
            continue;
        else if (chart_shows(chart, "counts"))
            snprintf(text, sizeof text, "%.0f", x);
        else
            axis_place_text(x, text);
        chart_text_add(chart, "@xtick", text, x, NAN);
    }
}

/* What the cells call the algorithms that win, by the numbers that they have as their colours. */
static void add_winners(struct chart *chart)
{
    for (size_t i = 0; i < chart->winners.count; i++)
        chart_text_add(chart, "@winner", chart->winners.all[i], (double)i, NAN);
}

/* ---- The footer */

static size_t count_rows(const struct chart *chart, unsigned bits)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->row_count; i++)
        count += (chart->points[i].hollow & bits) != 0;
    return count;
}

/* Warn of unusable points, and say what marks of points mean: cells, lines and bars have their own. */
static void add_mark_texts(struct chart *chart, char text[CHART_NAME])
{
    const bool is_cells = chart_draws(chart, "cells"), is_lines = chart_draws(chart, "lines");
    const size_t unusable = count_rows(chart, POINT_UNUSABLE);
    char warning[CHART_NAME] = "";
    name_print(warning, "", "%zu of %zu points are unusable: measure them again.", unusable,
               chart->row_count);
    if (2 * unusable > chart->row_count)
        add_text(chart, "@warning", warning);
    if (unusable > 0)
        name_add(text, " ", is_cells ? "○: unusable." : "Hollow and grey: unusable.");
    if (count_rows(chart, POINT_ABOVE_PEAK) > 0)
        name_add(text, " ",
                 is_cells   ? "↑: above its peak."
                 : is_lines ? "In a ring: above its peak."
                            : "Beyond the mark: above its peak.");
    bool is_bare = false;
    for (size_t i = 0; i < chart->row_count; i++)
        is_bare |= isnan(chart->points[i].low);
    name_add(text, " ", is_lines && is_bare ? "Dotted: too few samples for an interval." : "");
}

/* What the shapes and dashes of lines mean. */
static void add_legend_text(const struct chart *chart, bool any_line, char text[CHART_NAME])
{
    if (chart_draws(chart, "cells") || chart->is_bars)
        return;
    name_add(text, " ", chart->has_families ? "Shape: the family." : "");
    if (chart->wheres.count < 2 || chart->wheres.count > DASHES || !any_line || chart_draws(chart, "scatter"))
        return;
    for (size_t i = 0; i < chart->wheres.count; i++)
        name_add(text, i == 0 ? " Dash: solid " : i == 1 ? "; dashed " : "; then ", chart->wheres.all[i]);
    name_add(text, "", ".");
}

static void add_footer(struct chart *chart, const struct chart_places *places)
{
    const unsigned drawn = chart->kind->sizes, left_out = chart->sizes_left_out;
    const bool is_turned =
        chart->is_bars && strcmp(chart->kind->draw, "lines") == 0 && !chart_shows(chart, "counts");
    char text[CHART_NAME] = "";
    name_add(text, "",
             is_turned ? "Median with its 95% interval; the mark is the measured peak." : chart->kind->note);
    if (chart->baseline[0] != '\0')
        name_print(text, " ", "Over the median of %s.", chart->baseline);
    add_mark_texts(chart, text);
    if (chart->has_caches)
        name_add(text, " ", "A cache is marked where the algorithmic bytes fill it.");
    if (chart->published[0] != '\0')
        name_print(text, " ", "Grey diamond: published (%s).", chart->published);
    if (left_out > 0 && drawn == 1)
        name_add(text, " ", "The largest size of each problem.");
    else if (left_out > 0)
        name_print(text, " ", "Sizes: %u of %u.", drawn, drawn + left_out);
    add_legend_text(chart, places->count > 1, text);
    add_text(chart, "@footer", text);
}

void chart_page(struct chart *chart)
{
    const struct chart_places places = find_places(chart);
    add_titles(chart, &places);
    add_axes(chart);
    add_ticks(chart, &places);
    add_winners(chart);
    add_footer(chart, &places);
    free(places.x);
}
