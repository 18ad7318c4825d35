/* SPDX-License-Identifier: MIT */
/* The lines of a chart: which row stands for a panel, a line and a place on the axis. */
#include "chart/chart_lines.h"

#include "base/memory.h"
#include "base/text.h"
#include "chart/chart_look.h"
#include "problem/primitive.h"
#include "report/point_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these a line or a bar stands for all tiles of its algorithm. */
enum { FEW_LINES = 10, FEW_BARS = 24 };

/* Shapes of points and dashes of lines that there are. */
enum { SHAPES = 6, DASHES = 5 };

/* Cells within so much of the best are tied with it. */
static const double tie = 0.02;

static const uint64_t tile = PARAMETER_BIT(AXIS_THREADS_PER_GROUP) | PARAMETER_BIT(AXIS_VALUES_PER_THREAD);
static const uint64_t ring = PARAMETER_BIT(AXIS_STAGES) | PARAMETER_BIT(AXIS_REDUCER_SUBGROUPS);
/* What the dash of a line shows, so that its colour need not. */
static const uint64_t where = PARAMETER_BIT(AXIS_WORKERS) | PARAMETER_BIT(AXIS_RANKS) |
                              PARAMETER_BIT(AXIS_DEVICE) | PARAMETER_BIT(AXIS_ENGINE) |
                              PARAMETER_BIT(AXIS_SELECTIVITY) | PARAMETER_BIT(PARAMETER_RESULT);

bool chart_draws(const struct chart *chart, const char *draw)
{
    return strcmp(chart->is_bars ? "bars" : chart->kind->draw, draw) == 0;
}

bool chart_shows(const struct chart *chart, const char *y)
{
    return strcmp(chart->kind->y, y) == 0;
}

enum axis chart_line_axis(const struct chart *chart)
{
    return chart_axis(chart->kind->line);
}

static uint64_t axis_bit(enum axis axis)
{
    return axis < AXIS_COUNT && axis != AXIS_N ? PARAMETER_BIT(axis) : 0;
}

static bool kind_has(const char *words, const char *word)
{
    const char *const at = strstr(words, word);
    const size_t length = strlen(word);
    return at != NULL && (at == words || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ');
}

/* Whether the problem of a row was measured as large on another number of ranks: its scaling is strong. */
static bool is_strong(const struct chart_rows *rows, const struct point *point)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct point *const other = &rows->all[i].record->point;
        if (other->n == point->n && other->ranks != point->ranks && other->dtype == point->dtype &&
            other->implementation->primitive == point->implementation->primitive)
            return true;
    }
    return false;
}

static void scaling_text(const struct chart_rows *rows, const struct point *point, char text[CHART_NAME])
{
    char count[32];
    const bool strong = is_strong(rows, point);
    text_format_count(count, sizeof count, strong ? point->n : point->n / point->ranks);
    snprintf(text, CHART_NAME, strong ? "n = %s on all (strong)" : "%s on each (weak)", count);
}

static void size_text(const struct point *point, char text[CHART_NAME])
{
    char count[32];
    snprintf(text, CHART_NAME, "n = %s", text_format_count(count, sizeof count, point->n));
}

static void problem_text(const struct chart *chart, const struct chart_row *row, char text[CHART_NAME])
{
    if (row->counter != NULL)
        snprintf(text, CHART_NAME, "%s", row->counter);
    else if (kind_has(chart->kind->panel, "exact_problem"))
        point_problem_text(&row->record->point, text, CHART_NAME);
    else
        row_problem(row, text);
}

char *chart_part_text(const struct chart *chart, const struct chart_row *row, enum chart_part part,
                      char text[CHART_NAME])
{
    const char *const words = chart->kind->panel;
    text[0] = '\0';
    if (part == PART_PROBLEM)
        problem_text(chart, row, text);
    else if (part == PART_N && row->counter == NULL && (kind_has(words, "n") || chart->is_bars))
        size_text(&row->record->point, text);
    else if (part == PART_SCALING && kind_has(words, "scaling"))
        scaling_text(&chart->rows, &row->record->point, text);
    else if (part == PART_ALGORITHM && kind_has(words, "algorithm"))
        row_line_name(&chart->rows, row,
                      tile | axis_bit(chart->axis) | axis_bit(chart_line_axis(chart)) |
                          (chart_draws(chart, "cells") ? ring : 0),
                      text);
    return text;
}

static size_t panel_of(struct chart *chart, const struct chart_row *row)
{
    char key[CHART_NAME] = "", text[CHART_NAME];
    for (enum chart_part part = 0; part < PARTS; part++) {
        name_add(key, " · ", chart_part_text(chart, row, part, text));
        names_rank(&chart->parts[part], text);
    }
    return names_rank(&chart->panels, key);
}

/* Of exact counts of several primitives "scan group/lookback", else the algorithm, with what varies but for
 * these parameters. */
static char *algorithm_name(const struct chart_rows *rows, const struct chart_row *row, uint64_t but,
                            char name[CHART_NAME])
{
    char text[CHART_NAME];
    name[0] = '\0';
    for (size_t i = 0; i < rows->count && row->counter != NULL && name[0] == '\0'; i++)
        if (rows->all[i].record->point.implementation->primitive !=
            row->record->point.implementation->primitive)
            name_add(name, "", primitive_names[row->record->point.implementation->primitive]);
    name_add(name, " ", row_line_name(rows, row, but, text));
    return name;
}

static char *line_name(const struct chart *chart, const struct chart_row *row, bool with_tile,
                       char name[CHART_NAME])
{
    const enum axis axis = chart_line_axis(chart);
    char text[PARAMETER_TEXT];
    if (axis == AXIS_COUNT)
        return algorithm_name(&chart->rows, row, axis_bit(chart->axis) | (with_tile ? 0 : tile), name);
    if (axis == AXIS_N)
        size_text(&row->record->point, name);
    else
        snprintf(name, CHART_NAME, "%s%s", strlen(axis_info[axis].label) == 2 ? axis_info[axis].label : "",
                 row_parameter(&chart->rows, row, axis, text));
    return name;
}

static void name_lines(struct chart *chart)
{
    struct names bests = {0};
    char name[CHART_NAME];
    for (size_t i = 0; i < chart->rows.count; i++) {
        names_rank(&chart->lines, line_name(chart, &chart->rows.all[i], true, name));
        names_rank(&bests, line_name(chart, &chart->rows.all[i], false, name));
    }
    chart->is_best_only = chart->lines.count > (chart->is_bars ? FEW_BARS : FEW_LINES) &&
                          bests.count < chart->lines.count && !chart_draws(chart, "scatter") &&
                          !chart_shows(chart, "counts");
    struct names *const unused = chart->is_best_only ? &chart->lines : &bests;
    names_close(unused);
    if (chart->is_best_only)
        chart->lines = bests;
}

/* What the dash of a line shows: where it ran; of exact counts the values of a thread. */
static char *where_of(const struct chart *chart, const struct chart_row *row, char name[CHART_NAME])
{
    if (!chart_shows(chart, "counts"))
        return row_where(&chart->rows, row, chart->axis, name);
    const unsigned long long values = row->record->point.values_per_thread;
    snprintf(name, CHART_NAME, values > 0 ? "V=%llu" : "no V", values);
    return name;
}

/* An algorithm has its colour; the values of an axis have those of the palette in their order; of bars the
 * colour is that of the family, unless all are of one. */
static void color_lines(struct chart *chart, const struct names *hues)
{
    const bool is_axis = chart_line_axis(chart) < AXIS_COUNT;
    struct chart_hue *const named = memory_array(chart->lines.count, sizeof *named);
    int *const colors = memory_array(chart->lines.count, sizeof *colors);
    for (size_t i = 0; i < chart->lines.count; i++)
        named[i] = (struct chart_hue){&chart->looks[i].row->record->point, hues->all[chart->looks[i].hue]};
    choose_colors(named, chart->lines.count, colors);
    for (size_t i = 0; i < chart->lines.count; i++)
        chart->looks[i].color = is_axis ? (int)chart->looks[i].hue
                                : chart->is_bars && !chart_shows(chart, "counts")
                                    ? (int)family_shape(named[i].point->implementation)
                                    : colors[i];
    free(colors);
    free(named);
}

static void describe_lines(struct chart *chart)
{
    struct names hues = {0};
    char name[CHART_NAME];
    const uint64_t but = axis_bit(chart->axis) | (chart->is_best_only ? tile : 0) |
                         (chart_shows(chart, "counts") ? PARAMETER_BIT(AXIS_VALUES_PER_THREAD) : where);
    chart->looks = memory_array(chart->lines.count, sizeof *chart->looks);
    for (size_t i = 0; i < chart->rows.count; i++) {
        const struct chart_row *const row = &chart->rows.all[i];
        struct line_look *const look =
            &chart->looks[names_rank(&chart->lines, line_name(chart, row, !chart->is_best_only, name))];
        if (look->row != NULL)
            continue;
        look->row = row;
        look->hue = names_rank(&hues, chart_line_axis(chart) == AXIS_COUNT
                                          ? algorithm_name(&chart->rows, row, but, name)
                                          : line_name(chart, row, true, name));
        look->where = names_rank(&chart->wheres, where_of(chart, row, name));
    }
    color_lines(chart, &hues);
    names_close(&hues);
}

/* " T=32–256": the least and the most of an axis among the rows that stand for a line. */
static void add_range(const struct chart *chart, size_t index, enum axis axis, char name[CHART_NAME])
{
    uint64_t least = UINT64_MAX, most = 0;
    char text[64];
    for (size_t i = 0; i < chart->data->line_count; i++) {
        const struct chart_line *const line = &chart->data->lines[i];
        for (size_t k = 0; k < line->point_count && line->of == index; k++) {
            const uint64_t value = line->points[k].row->record->point.axis[axis];
            least = value > 0 && value < least ? value : least;
            most = value > most ? value : most;
        }
    }
    if (most == 0)
        return;
    snprintf(text, sizeof text, least == most ? "%s%llu" : "%s%llu–%llu", axis_info[axis].label,
             (unsigned long long)least, (unsigned long long)most);
    name_add(name, " ", text);
}

char *chart_line_name(const struct chart *chart, size_t index, char name[CHART_NAME])
{
    snprintf(name, CHART_NAME, "%s", chart->lines.all[index]);
    const struct point *const point = &chart->looks[index].row->record->point;
    if (!chart->is_best_only ||
        !(point_has(point, AXIS_THREADS_PER_GROUP) || point_has(point, AXIS_VALUES_PER_THREAD)))
        return name;
    name_add(name, " ", "best");
    add_range(chart, index, AXIS_THREADS_PER_GROUP, name);
    add_range(chart, index, AXIS_VALUES_PER_THREAD, name);
    return name;
}

struct chart_line *chart_line_of(const struct chart *chart, size_t panel, size_t index)
{
    for (size_t i = 0; i < chart->data->line_count; i++)
        if (chart->data->lines[i].panel == panel && chart->data->lines[i].of == index &&
            chart->data->lines[i].color >= 0)
            return &chart->data->lines[i];
    return NULL;
}

struct chart_point *chart_point_at(const struct chart_line *line, double x)
{
    for (size_t i = 0; line != NULL && i < line->point_count; i++)
        if (line->points[i].x == x)
            return &line->points[i];
    return NULL;
}

static double place_of(const struct chart *chart, const struct chart_row *row)
{
    if (chart_shows(chart, "error"))
        return row->record->accuracy.error_eps;
    if (chart_shows(chart, "predicted"))
        return row->record->predicted_s;
    if (chart_shows(chart, "history"))
        return (double)row->source + 1;
    return chart->axis < AXIS_COUNT ? (double)row->record->point.axis[chart->axis] : 1;
}

/* The line of a row; the cells of a heat map are lines of their own, so that each has its frame. */
static struct chart_line *find_line(struct chart *chart, size_t panel, size_t index, double x)
{
    for (size_t i = 0; i < chart->data->line_count; i++) {
        struct chart_line *const line = &chart->data->lines[i];
        if (line->panel == panel && line->of == index &&
            (!chart_draws(chart, "cells") || line->points[0].x == x))
            return line;
    }
    struct chart_line *const added = chart_line_add(chart->data, panel, chart->lines.all[index]);
    added->of = index;
    added->order = (double)index;
    return added;
}

static void place_row(struct chart *chart, const struct chart_row *row)
{
    char name[CHART_NAME];
    const size_t index = names_rank(&chart->lines, line_name(chart, row, !chart->is_best_only, name));
    const double x = place_of(chart, row);
    struct chart_line *const line = find_line(chart, panel_of(chart, row), index, x);
    struct chart_point *const point = chart_draws(chart, "scatter") ? NULL : chart_point_at(line, x);
    const struct chart_point fresh = {x,
                                      row->value,
                                      row->low,
                                      row->high,
                                      (row->record->grade == GRADE_UNUSABLE ? POINT_UNUSABLE : 0) |
                                          (row->record->flags & FLAG_LIMIT_EXCEEDED ? POINT_ABOVE_PEAK : 0),
                                      NULL,
                                      row};
    if (point == NULL)
        chart_point_add(line, fresh);
    else if (row_is_better(&chart->rows, row, point->row))
        *point = fresh;
}

static unsigned shape_of(const struct chart *chart, const struct line_look *look)
{
    for (size_t i = 1; i < chart->lines.count; i++)
        if (chart->looks[i].row->record->point.implementation->family !=
            chart->looks[0].row->record->point.implementation->family)
            return family_shape(look->row->record->point.implementation);
    return (unsigned)look->hue % SHAPES;
}

static void dress_line(const struct chart *chart, struct chart_line *line)
{
    const struct line_look *const look = &chart->looks[line->of];
    char name[CHART_NAME];
    free(line->name);
    line->name = memory_text(chart_line_name(chart, line->of, name));
    look_rename(&chart->plot->look, chart->lines.all[line->of], &line->name);
    look_recolor(&chart->plot->look, chart->lines.all[line->of], line->hex);
    line->color = look->color;
    line->dash = 1 + (unsigned)look->where % DASHES;
    line->shape = shape_of(chart, look);
}

/* How many bars of a panel stand above that of a line: better ones, and of equals the earlier. */
static size_t bars_above(const struct chart *chart, const struct chart_line *line)
{
    size_t above = 0;
    for (size_t i = 0; i < chart->data->line_count; i++) {
        const struct chart_line *const other = &chart->data->lines[i];
        if (other->panel != line->panel || other == line)
            continue;
        const struct chart_row *const a = other->points[0].row, *const b = line->points[0].row;
        above +=
            row_is_better(&chart->rows, a, b) || (other->of < line->of && !row_is_better(&chart->rows, b, a));
    }
    return above;
}

/* Exact counts have the same order in every panel. */
static void rank_bars(struct chart *chart)
{
    for (size_t i = 0; i < chart->data->line_count && !chart_shows(chart, "counts"); i++)
        chart->data->lines[i].order = (double)bars_above(chart, &chart->data->lines[i]);
    for (size_t i = 0; i < chart->data->line_count; i++)
        chart->data->lines[i].points[0].x = 1 + chart->data->lines[i].order;
}

/* A cell is called by its number alone, by which the rows stand; 1 frames the best one of a panel, 2 those
 * that are tied with it. */
static void frame_cell(const struct chart *chart, struct chart_line *cell)
{
    const struct chart_row *const own = cell->points[0].row, *best = own;
    for (size_t i = 0; i < chart->data->line_count; i++) {
        const struct chart_row *const other = chart->data->lines[i].points[0].row;
        if (chart->data->lines[i].panel == cell->panel && row_is_better(&chart->rows, other, best))
            best = other;
    }
    const double apart = fmax(own->value / best->value, best->value / own->value);
    char *const number = memory_text(strpbrk(chart->lines.all[cell->of], "0123456789"));
    free(cell->name);
    cell->name = number;
    cell->order = strtod(number, NULL);
    cell->shape = best == own ? 1 : apart <= 1 + tie ? 2 : 0;
    cell->color = 0;
}

static void finish_lines(struct chart *chart)
{
    if (chart->is_bars)
        rank_bars(chart);
    for (size_t i = 0; i < chart->data->line_count; i++)
        if (chart_draws(chart, "cells"))
            frame_cell(chart, &chart->data->lines[i]);
        else
            dress_line(chart, &chart->data->lines[i]);
}

/* One place makes no line. */
static bool needs_bars(const struct chart *chart)
{
    const struct plot_kind *const kind = chart->kind;
    const bool is_usual =
        (chart->axis == AXIS_N && strcmp(kind->y, "value") == 0) || strcmp(kind->y, "counts") == 0;
    bool is_one = true;
    for (size_t i = 1; i < chart->rows.count && chart->axis < AXIS_COUNT; i++)
        is_one &= chart->rows.all[i].record->point.axis[chart->axis] ==
                  chart->rows.all[0].record->point.axis[chart->axis];
    return strcmp(kind->draw, "bars") == 0 || (is_usual && is_one && strcmp(kind->draw, "lines") == 0);
}

bool chart_make(struct chart *chart, struct chart_data *data, struct chart_sources sources,
                const struct config_plot *plot, struct error *error)
{
    *chart = (struct chart){.plot = plot, .kind = &plot_kinds[plot->kind], .data = data};
    *data = (struct chart_data){0};
    chart->axis = chart_axis(chart->kind->x);
    if (!chart_rows_make(&chart->rows, sources, plot, error))
        return false;
    chart->is_bars = needs_bars(chart);
    chart->axis = chart->is_bars ? AXIS_COUNT : chart->axis;
    name_lines(chart);
    describe_lines(chart);
    for (size_t i = 0; i < chart->rows.count; i++)
        place_row(chart, &chart->rows.all[i]);
    finish_lines(chart);
    return true;
}

void chart_close(struct chart *chart)
{
    for (enum chart_part part = 0; part < PARTS; part++)
        names_close(&chart->parts[part]);
    names_close(&chart->panels);
    names_close(&chart->lines);
    names_close(&chart->wheres);
    free(chart->looks);
    chart_rows_close(&chart->rows);
}
