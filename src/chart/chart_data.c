/* SPDX-License-Identifier: MIT */
/* A chart from its rows to one tidy table. */
#include "base/inert.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text_stream.h"
#include "chart/chart.h"

#include <stdlib.h>
#include <string.h>

void chart_text_add(struct chart *chart, const char *key, const char *text, double x, double y)
{
    chart->texts = memory_resize(chart->texts, chart->text_count + 1, sizeof *chart->texts);
    chart->texts[chart->text_count++] = (struct chart_text){key, text_inert(memory_text(text)), x, y};
}

const char *chart_text_of(const struct chart *chart, const char *key)
{
    for (size_t i = 0; i < chart->text_count; i++)
        if (strcmp(chart->texts[i].key, key) == 0)
            return chart->texts[i].text;
    return NULL;
}

struct chart_point *chart_point_add(struct chart *chart, struct chart_point point)
{
    chart->points = memory_resize(chart->points, chart->point_count + 1, sizeof *chart->points);
    point.scale = 1;
    chart->points[chart->point_count] = point;
    return &chart->points[chart->point_count++];
}

void chart_prune(struct chart *chart)
{
    size_t kept = 0;
    for (size_t i = 0; i < chart->point_count; i++)
        if (!isnan(chart->points[i].value / chart->points[i].scale))
            chart->points[kept++] = chart->points[i];
        else
            free(chart->points[i].name);
    chart->point_count = kept;
}

static int compare_points(const void *left, const void *right)
{
    const struct chart_point *const a = left, *const b = right;
    const int panels = compare_numbers(a->panel, b->panel), orders = compare_doubles(a->order, b->order);
    return panels != 0 ? panels : orders != 0 ? orders : compare_doubles(a->x, b->x);
}

/* One place makes no line. */
static bool needs_bars(const struct chart *chart)
{
    const char *const draw = chart->kind->draw, *const y = chart->kind->y;
    const bool is_usual = (chart->axis == AXIS_N && strcmp(y, "value") == 0) || strcmp(y, "counts") == 0;
    bool is_one = true;
    for (size_t i = 1; i < chart->point_count && chart->axis < AXIS_COUNT; i++)
        is_one &= chart->points[i].record->point.axis[chart->axis] ==
                  chart->points[0].record->point.axis[chart->axis];
    return strcmp(draw, "bars") == 0 || (is_usual && is_one && strcmp(draw, "lines") == 0);
}

/* The axis of a name that a kind has; AXIS_COUNT: there is none. */
static enum axis axis_of(const char *name)
{
    enum axis axis = 0;
    while (axis < AXIS_COUNT && strcmp(axis_info[axis].name, name) != 0)
        axis++;
    return axis;
}

/* The unit that is asked for, where the kind leaves a choice. */
static enum chart_unit unit_of(const struct config_plot *plot, const struct plot_kind *kind)
{
    const bool is_free = strcmp(kind->y, "value") == 0 || strcmp(kind->y, "error") == 0;
    const char *const unit = is_free && plot->unit != NULL ? plot->unit : kind->unit;
    enum chart_unit i = 0;
    while (strcmp(plot_units[i], unit) != 0)
        i++;
    return strcmp(kind->y, "counts") == 0 ? UNIT_COUNT : i;
}

bool chart_make(struct chart *chart, const struct chart_source *sources, size_t source_count,
                const struct config_plot *plot, struct error *error)
{
    const struct plot_kind *const kind = &plot_kinds[plot->kind];
    *chart = (struct chart){.plot = plot,
                            .kind = kind,
                            .sources = sources,
                            .source_count = source_count,
                            .unit = unit_of(plot, kind),
                            .axis = axis_of(kind->x),
                            .line_axis = axis_of(kind->line)};
    if (!chart_take_rows(chart, error))
        return false;
    chart->is_bars = needs_bars(chart);
    chart->axis = chart->is_bars ? AXIS_COUNT : chart->axis;
    chart_survey(chart);
    chart_place(chart);
    chart_dress(chart);
    if (!chart_scale(chart, error))
        return false;
    chart_mark(chart);
    chart_page(chart);
    qsort(chart->points, chart->point_count, sizeof *chart->points, compare_points);
    return true;
}

/* ---- The table */

/* A cell of the table: what would end it is written as another character. */
static void print_cell(FILE *file, const char *text, const char *comma, const char *mark)
{
    for (; *text != '\0'; text++)
        if (*text == ',' || *text == '"')
            fputs(*text == ',' ? comma : mark, file);
        else
            putc(*text, file);
}

static void print_text(FILE *file, const char *text)
{
    print_cell(file, text, "\u201a", "\u2033");
    putc(',', file);
}

static void print_number(FILE *file, double number)
{
    if (isfinite(number))
        fprintf(file, "%.9g", number);
    putc(',', file);
}

static void print_point(FILE *file, const char *panel, const struct chart_point *point)
{
    /* Of a last cell that is empty gnuplot shows that of the row before. */
    char *const label = text_inert(memory_text(point->label != NULL && *point->label ? point->label : "-"));
    print_text(file, panel);
    print_text(file, point->name);
    print_number(file, point->x);
    print_number(file, point->value / point->scale);
    print_number(file, point->low / point->scale);
    print_number(file, point->high / point->scale);
    if (point->hex[0] != '\0')
        fputs(point->hex, file);
    else
        fprintf(file, "%d", point->color);
    fprintf(file, ",%u,%u,%u,", point->dash, point->shape, point->hollow);
    print_cell(file, label, ";", "'");
    putc('\n', file);
    free(label);
}

static void print_page_text(FILE *file, const struct chart_text *text)
{
    print_text(file, text->key);
    print_text(file, text->text);
    print_number(file, text->x);
    print_number(file, text->y);
    fputs(",,,,,,-\n", file);
}

/* The cells of a row of a heat map that are framed alike, or have the same winner, are a line, too. */
static bool starts_line(const struct chart_point *points, size_t i)
{
    return i == 0 || points[i].panel != points[i - 1].panel || points[i].order != points[i - 1].order ||
           points[i].shape != points[i - 1].shape || points[i].color != points[i - 1].color;
}

char *chart_csv(const struct chart *chart)
{
    struct text_stream stream;
    text_stream_open(&stream);
    FILE *const file = stream.file;
    fputs("panel,line,x,y,low,high,color,dash,shape,hollow,label\n", file);
    for (size_t i = 0; i < chart->text_count; i++)
        print_page_text(file, &chart->texts[i]);
    for (size_t i = 0; i < chart->panels.count; i++)
        print_page_text(file, &(struct chart_text){"@panel", chart->panels.all[i], (double)i + 1, NAN});
    for (size_t i = 0; i < chart->point_count; i++) {
        if (starts_line(chart->points, i))
            fputs("\n\n", file);
        print_point(file, chart->panels.all[chart->points[i].panel], &chart->points[i]);
    }
    return text_stream_close(&stream);
}

void chart_close(struct chart *chart)
{
    for (size_t i = 0; i < chart->text_count; i++)
        free(chart->texts[i].text);
    for (size_t i = 0; i < chart->point_count; i++) {
        free(chart->points[i].name);
        free(chart->points[i].label);
    }
    for (size_t i = 0; i < PARTS; i++)
        names_close(&chart->parts[i]);
    for (size_t i = 0; i < PARAMETERS; i++)
        names_close(&chart->values[i]);
    names_close(&chart->panels);
    names_close(&chart->winners);
    names_close(&chart->lines);
    names_close(&chart->wheres);
    free(chart->baselines);
    free(chart->looks);
    free(chart->counted);
    free(chart->texts);
    free(chart->points);
}
