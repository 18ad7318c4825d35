/* SPDX-License-Identifier: MIT */
/* The lines of a chart: which row stands for a panel, a line and a place on the axis. */
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "chart/chart.h"
#include "problem/primitive.h"
#include "registry/registry.h"
#include "report/report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these a line or a bar stands for all tiles of its algorithm. */
enum { FEW_LINES = 10, FEW_BARS = 24 };

/* Shapes of points that there are. */
enum { SHAPES = 6 };

/* Colours of the palette of style.gp; an index of as many or more is grey. Steps between the colours of one
 * algorithm with other algorithms within a group; prime to the palette. */
enum { PALETTE = 24, LOCAL_STEP = 5, NO_COLOR = -1 };

/* Cells within so much of the best are tied with it. */
static const double tie = 0.02;

static const uint64_t tile = PARAMETER_BIT(AXIS_THREADS_PER_GROUP) | PARAMETER_BIT(AXIS_VALUES_PER_THREAD);
static const uint64_t ring = PARAMETER_BIT(AXIS_STAGES) | PARAMETER_BIT(AXIS_REDUCER_SUBGROUPS);
/* What the dash of a line shows, so that its colour need not while there are dashes enough. */
static const uint64_t where = PARAMETER_BIT(AXIS_WORKERS) | PARAMETER_BIT(AXIS_RANKS) |
                              PARAMETER_BIT(AXIS_DEVICE) | PARAMETER_BIT(AXIS_SELECTIVITY) |
                              PARAMETER_BIT(PARAMETER_RESULT);

bool chart_draws(const struct chart *chart, const char *draw)
{
    return strcmp(chart->is_bars ? "bars" : chart->kind->draw, draw) == 0;
}

bool chart_shows(const struct chart *chart, const char *y)
{
    return strcmp(chart->kind->y, y) == 0;
}

bool chart_names_winners(const struct chart *chart)
{
    return chart_draws(chart, "cells") && strstr(chart->kind->panel, "algorithm") == NULL;
}

static uint64_t axis_bit(enum axis axis)
{
    return axis < AXIS_COUNT ? PARAMETER_BIT(axis) : 0;
}

/* ---- Panels */

/* "n = 1Mi on all (strong)": the problem was measured as large on another number of ranks; else "(weak)". */
static void scaling_text(const struct chart *chart, const struct point *point, char text[CHART_NAME])
{
    char count[32];
    bool is_strong = false;
    for (size_t i = 0; i < chart->point_count; i++) {
        const struct point *const other = &chart->points[i].record->point;
        is_strong |= other->n == point->n && other->ranks != point->ranks && other->dtype == point->dtype &&
                     other->implementation->primitive == point->implementation->primitive;
    }
    text_format_count(count, sizeof count, is_strong ? point->n : point->n / point->ranks);
    snprintf(text, CHART_NAME, is_strong ? "n = %s on all (strong)" : "%s on each (weak)", count);
}

static void size_text(const struct point *point, char text[CHART_NAME])
{
    char count[32];
    snprintf(text, CHART_NAME, "n = %s", text_format_count(count, sizeof count, point->n));
}

/* "n = 1Mi", a part of the title of the panel that a row is in; "" where the kind has none. */
static void part_text(const struct chart *chart, const struct chart_point *row, enum chart_part part,
                      char text[CHART_NAME])
{
    const char *const words = chart->kind->panel;
    const struct point *const point = &row->record->point;
    text[0] = '\0';
    if (part == PART_PROBLEM && row->counter != NULL)
        name_add(text, "", row->counter);
    else if (part == PART_PROBLEM && words_hold(words, "exact_problem"))
        point_problem_text(point, text, CHART_NAME);
    else if (part == PART_PROBLEM)
        point_problem_name(row, text);
    else if (part == PART_WHERE && words_hold(words, "where"))
        point_where(chart, row, text);
    else if (part == PART_N && row->counter == NULL && (words_hold(words, "n") || chart->is_bars))
        size_text(point, text);
    else if (part == PART_SCALING && words_hold(words, "scaling"))
        scaling_text(chart, point, text);
    else if (part == PART_ALGORITHM && words_hold(words, "algorithm"))
        point_algorithm(chart, row,
                        tile | axis_bit(chart->axis) | axis_bit(chart->line_axis) |
                            (chart_draws(chart, "cells") ? ring : 0),
                        text);
}

void chart_parts(const struct chart *chart, const struct chart_point *point, bool shared,
                 char text[CHART_NAME])
{
    for (enum chart_part part = 0; part < PARTS; part++)
        if ((chart->parts[part].count == 1) == shared)
            name_add(text, " · ", chart->parts[part].all[point->parts[part]]);
}

/* ---- Names of lines */

/* Of exact counts of several primitives "scan group/lookback", else the algorithm, with what varies but for
 * these parameters. */
static void algorithm_name(const struct chart *chart, const struct chart_point *point, uint64_t but,
                           char name[CHART_NAME])
{
    const enum primitive primitive = point->record->point.implementation->primitive;
    char text[CHART_NAME];
    bool are_several = false;
    for (size_t i = 0; i < chart->point_count && point->counter != NULL && !are_several; i++)
        are_several = chart->points[i].record->point.implementation->primitive != primitive;
    name[0] = '\0';
    name_add(name, "", are_several ? primitive_names[primitive] : "");
    name_add(name, " ", point_algorithm(chart, point, but, text));
}

static void line_name(const struct chart *chart, const struct chart_point *point, uint64_t but,
                      char name[CHART_NAME])
{
    const enum axis axis = chart->line_axis;
    char text[PARAMETER_TEXT];
    if (axis == AXIS_COUNT)
        algorithm_name(chart, point, axis_bit(chart->axis) | but, name);
    else if (axis == AXIS_N)
        size_text(&point->record->point, name);
    else
        snprintf(name, CHART_NAME, "%s%s", strlen(axis_info[axis].label) == 2 ? axis_info[axis].label : "",
                 point_parameter(chart, point, axis, text));
}

/* The names of all lines, to which the points get their places. */
static struct names name_lines(struct chart *chart, uint64_t but)
{
    struct names names = {0};
    char name[CHART_NAME];
    for (size_t i = 0; i < chart->point_count; i++) {
        line_name(chart, &chart->points[i], but, name);
        chart->points[i].line = names_rank(&names, name);
    }
    return names;
}

/* A name for each tile, or where these are many and an algorithm has several, one for the best of them. */
static void choose_lines(struct chart *chart)
{
    chart->lines = name_lines(chart, 0);
    if (chart->lines.count <= (chart->is_bars ? FEW_BARS : FEW_LINES) || chart_draws(chart, "scatter") ||
        chart_shows(chart, "counts"))
        return;
    struct names bests = name_lines(chart, tile);
    chart->is_best_only = bests.count < chart->lines.count;
    names_close(chart->is_best_only ? &chart->lines : &bests);
    if (chart->is_best_only)
        chart->lines = bests;
}

/* ---- Looks */

/* What the dash of a line shows: where it ran; of exact counts the values of a thread. */
static char *where_of(const struct chart *chart, const struct chart_point *point, char name[CHART_NAME])
{
    const unsigned long long values = point->record->point.values_per_thread;
    if (!chart_shows(chart, "counts"))
        return point_where(chart, point, name);
    snprintf(name, CHART_NAME, values > 0 ? "V=%llu" : "no V", values);
    return name;
}

/* The place of an algorithm among those of its primitive, without limits; unknown ones by their letters. */
static unsigned place_in_registry(const struct implementation *implementation)
{
    unsigned place = 0;
    for (size_t i = 0; i < registry_count; i++) {
        if (registry[i]->primitive != implementation->primitive || registry[i]->family == FAMILY_LIMIT)
            continue;
        if (strcmp(registry[i]->name, implementation->name) == 0)
            return place;
        place++;
    }
    for (const char *c = implementation->name; *c != '\0'; c++)
        place = place * 31 + (unsigned char)*c;
    return place;
}

/* The colour of the palette that a point should have: that of its algorithm, so many steps on with another
 * algorithm within a group. */
static int wanted_color(const struct point *point)
{
    const unsigned local =
        point->group_algorithm > LOCAL_RAKING ? (unsigned)(point->group_algorithm - LOCAL_RAKING) : 0;
    return (int)((place_in_registry(point->implementation) + LOCAL_STEP * local) % PALETTE);
}

/* The first from the wanted one on that no hue has; PALETTE: all are taken. */
static int free_color(const int *colors, size_t count, int wanted)
{
    for (int i = 0; i < PALETTE; i++) {
        const int color = (wanted + i) % PALETTE;
        bool is_taken = false;
        for (size_t k = 0; k < count; k++)
            is_taken |= colors[k] == color;
        if (!is_taken)
            return color;
    }
    return PALETTE;
}

/* By family. */
static unsigned family_shape(const struct implementation *implementation)
{
    static const unsigned shapes[FAMILY_COUNT] = {
        [FAMILY_LIMIT] = 5, [FAMILY_SERIAL] = 0, [FAMILY_SIMD] = 1,   [FAMILY_THREADS] = 2,
        [FAMILY_GROUP] = 3, [FAMILY_MPI] = 4,    [FAMILY_PLUGIN] = 5,
    };
    return shapes[implementation->family];
}

/* An algorithm has its colour; where two would have the same one, the later gets the next that is free, and
 * those with another algorithm within a group come last. The values of an axis have those of the palette in
 * their order; of bars the colour is that of the family, unless all are of one. */
static void color_lines(struct chart *chart, size_t hues)
{
    const bool is_by_family = chart->is_bars && !chart_shows(chart, "counts");
    int *const colors = memory_array(hues, sizeof *colors);
    for (size_t hue = 0; hue < hues; hue++)
        colors[hue] = NO_COLOR;
    for (int with_local = 0; with_local < 2; with_local++)
        for (size_t i = 0; i < chart->lines.count; i++) {
            const struct point *const point = &chart->looks[i].record->point;
            int *const color = &colors[chart->looks[i].hue];
            if (*color == NO_COLOR && (point->group_algorithm > LOCAL_RAKING) == with_local)
                *color = free_color(colors, hues, wanted_color(point));
        }
    for (size_t i = 0; i < chart->lines.count; i++) {
        struct line_look *const look = &chart->looks[i];
        const struct implementation *const implementation = look->record->point.implementation;
        look->color = chart->line_axis < AXIS_COUNT ? (int)look->hue
                      : is_by_family                ? (int)family_shape(implementation)
                                                    : colors[look->hue];
        chart->has_families |= implementation->family != chart->looks[0].record->point.implementation->family;
    }
    free(colors);
}

static uint64_t shown_by_dashes(const struct chart *chart)
{
    struct names wheres = {0};
    char name[CHART_NAME];
    for (size_t i = 0; i < chart->point_count; i++)
        names_rank(&wheres, where_of(chart, &chart->points[i], name));
    const bool enough = wheres.count <= DASHES;
    names_close(&wheres);
    if (!enough)
        return 0;
    return chart_shows(chart, "counts") ? PARAMETER_BIT(AXIS_VALUES_PER_THREAD) : where;
}

static void describe_lines(struct chart *chart)
{
    struct names hues = {0};
    char name[CHART_NAME];
    const uint64_t but = axis_bit(chart->axis) | (chart->is_best_only ? tile : 0) | shown_by_dashes(chart);
    chart->looks = memory_array(chart->lines.count, sizeof *chart->looks);
    for (size_t i = 0; i < chart->point_count; i++) {
        const struct chart_point *const point = &chart->points[i];
        struct line_look *const look = &chart->looks[point->line];
        if (look->record != NULL)
            continue;
        if (chart->line_axis == AXIS_COUNT)
            algorithm_name(chart, point, but, name);
        else
            line_name(chart, point, 0, name);
        *look = (struct line_look){.record = point->record, .hue = names_rank(&hues, name)};
        look->where = names_rank(&chart->wheres, where_of(chart, point, name));
    }
    color_lines(chart, hues.count);
    names_close(&hues);
}

/* ---- Places */

static double place_of(const struct chart *chart, const struct chart_point *point)
{
    if (chart_shows(chart, "error"))
        return point->record->accuracy.error_eps;
    if (chart_shows(chart, "predicted"))
        return point->record->predicted_s;
    if (chart_shows(chart, "history"))
        return (double)point->source + 1;
    return chart->axis < AXIS_COUNT ? axis_place(point->record, chart->axis) : 1;
}

/* Give the points their panels, which are titled by what tells them apart; a single one by all of it. */
static void place_panels(struct chart *chart)
{
    char text[CHART_NAME];
    for (size_t i = 0; i < chart->point_count; i++)
        for (enum chart_part part = 0; part < PARTS; part++) {
            part_text(chart, &chart->points[i], part, text);
            chart->points[i].parts[part] = names_rank(&chart->parts[part], text);
        }
    for (size_t i = 0; i < chart->point_count; i++) {
        char title[CHART_NAME] = "";
        chart_parts(chart, &chart->points[i], false, title);
        if (title[0] == '\0')
            chart_parts(chart, &chart->points[i], true, title);
        chart->points[i].panel = names_rank(&chart->panels, title);
    }
}

/* How many points of a panel, or of one's place in it, are better, or as good and come earlier. */
static size_t points_above(const struct chart *chart, const struct chart_point *own, bool of_place)
{
    size_t above = 0;
    for (const struct chart_point *other = chart->points; other < chart->points + chart->point_count; other++)
        if (other->panel == own->panel && (!of_place || (other->line == own->line && other->x == own->x)))
            above +=
                point_is_better(chart, other, own) || (other < own && !point_is_better(chart, own, other));
    return above;
}

void chart_place(struct chart *chart)
{
    choose_lines(chart);
    describe_lines(chart);
    place_panels(chart);
    for (size_t i = 0; i < chart->point_count; i++) {
        chart->points[i].order = (double)chart->points[i].line;
        chart->points[i].x = place_of(chart, &chart->points[i]);
    }
    for (size_t i = 0; i < chart->point_count && !chart_draws(chart, "scatter"); i++)
        chart->points[i].scale = points_above(chart, &chart->points[i], true) > 0 ? NAN : 1;
    chart_prune(chart);
}

const struct chart_point *chart_find(const struct chart *chart, size_t panel, size_t line, double x)
{
    const struct chart_point *found = NULL;
    for (size_t i = 0; i < chart->point_count; i++) {
        const struct chart_point *const point = &chart->points[i];
        if (point->panel == panel && point->line == line && point->record != NULL &&
            (isnan(x) ? found == NULL || point->x < found->x : point->x == x))
            found = point;
    }
    return found;
}

/* ---- Dress */

/* " T=32–256": the least and the most of an axis among the points of a line. */
static void add_range(const struct chart *chart, size_t line, enum axis axis, char name[CHART_NAME])
{
    unsigned long long least = ULLONG_MAX, most = 0;
    for (size_t i = 0; i < chart->point_count; i++) {
        const unsigned long long value = chart->points[i].record->point.axis[axis];
        if (chart->points[i].line != line || value == 0)
            continue;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    if (most > 0)
        name_print(name, " ", least == most ? "%s%llu" : "%s%llu–%llu", axis_info[axis].label, least, most);
}

static void dress_line(struct chart *chart, size_t line)
{
    const struct line_look *const look = &chart->looks[line];
    const struct implementation *const implementation = look->record->point.implementation;
    const char *const own = chart->lines.all[line];
    char best[CHART_NAME] = "";
    name_add(best, "", own);
    if (chart->is_best_only && (point_has(&look->record->point, AXIS_THREADS_PER_GROUP) ||
                                point_has(&look->record->point, AXIS_VALUES_PER_THREAD))) {
        name_add(best, " ", "best");
        add_range(chart, line, AXIS_THREADS_PER_GROUP, best);
        add_range(chart, line, AXIS_VALUES_PER_THREAD, best);
    }
    for (size_t i = 0; i < chart->point_count; i++) {
        struct chart_point *const point = &chart->points[i];
        if (point->line != line)
            continue;
        point->name = text_inert(look_name(&chart->plot->look, own, best));
        look_hex(&chart->plot->look, own, point->hex);
        point->color = look->color;
        point->dash = 1 + (unsigned)look->where % DASHES;
        point->shape = chart->has_families ? family_shape(implementation) : (unsigned)look->hue % SHAPES;
    }
}

/* 1 frames the best cell of a panel, 2 those that are tied with it. */
static void frame_cell(const struct chart *chart, struct chart_point *cell)
{
    const struct chart_point *best = cell;
    for (size_t i = 0; i < chart->point_count; i++)
        if (chart->points[i].panel == cell->panel && point_is_better(chart, &chart->points[i], best))
            best = &chart->points[i];
    const double apart = fmax(cell->value / best->value, best->value / cell->value);
    cell->shape = best == cell ? 1 : apart <= 1 + tie ? 2 : 0;
}

/* Note which algorithm is the fastest at a cell. */
static void name_winner(struct chart *chart, struct chart_point *cell)
{
    const char *const algorithm = cell->record->point.implementation->name;
    char *const name = look_name(&chart->plot->look, algorithm, algorithm);
    cell->color = (int)names_rank(&chart->winners, name);
    free(name);
}

/* A cell is called by its number alone, by which the rows stand. Of one algorithm cells are framed; of
 * several, each names its own. */
static void dress_cell(struct chart *chart, struct chart_point *cell)
{
    cell->name = memory_text(strpbrk(chart->lines.all[cell->line], "0123456789"));
    cell->order = (double)cell->record->point.axis[chart->line_axis];
    cell->dash = 1;
    if (chart_names_winners(chart))
        name_winner(chart, cell);
    else
        frame_cell(chart, cell);
}

/* Exact counts have the same order of bars in every panel. */
void chart_dress(struct chart *chart)
{
    for (size_t i = 0; i < chart->point_count; i++) {
        struct chart_point *const point = &chart->points[i];
        if (chart->is_bars && !chart_shows(chart, "counts"))
            point->order = (double)points_above(chart, point, false);
        if (chart->is_bars)
            point->x = 1 + point->order;
        if (chart_draws(chart, "cells"))
            dress_cell(chart, point);
    }
    for (size_t line = 0; line < chart->lines.count && !chart_draws(chart, "cells"); line++)
        dress_line(chart, line);
}
