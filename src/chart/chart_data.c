/* SPDX-License-Identifier: MIT */
/* What a chart shows, as one tidy table. */
#include "chart/chart_data.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text_stream.h"

#include <stdlib.h>
#include <string.h>

size_t names_rank(struct names *names, const char *text)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->all[i], text) != 0)
        i++;
    if (i < names->count)
        return i;
    names->all = memory_resize(names->all, names->count + 1, sizeof *names->all);
    names->all[names->count++] = memory_text(text);
    return i;
}

void names_close(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->all[i]);
    free(names->all);
    *names = (struct names){0};
}

void chart_text_add(struct chart_data *data, const char *key, const char *text, double x, double y)
{
    data->texts = memory_resize(data->texts, data->text_count + 1, sizeof *data->texts);
    data->texts[data->text_count++] =
        (struct chart_text){.key = key, .text = text_inert(memory_text(text)), .x = x, .y = y};
}

const char *chart_text_of(const struct chart_data *data, const char *key)
{
    for (size_t i = 0; i < data->text_count; i++)
        if (strcmp(data->texts[i].key, key) == 0)
            return data->texts[i].text;
    return NULL;
}

struct chart_line *chart_line_add(struct chart_data *data, size_t panel, const char *name)
{
    data->lines = memory_resize(data->lines, data->line_count + 1, sizeof *data->lines);
    struct chart_line *const line = &data->lines[data->line_count++];
    *line = (struct chart_line){.panel = panel, .name = text_inert(memory_text(name)), .dash = 1};
    return line;
}

static void close_line(struct chart_line *line)
{
    for (size_t i = 0; i < line->point_count; i++)
        free(line->points[i].label);
    free(line->points);
    free(line->name);
}

void chart_point_add(struct chart_line *line, struct chart_point point)
{
    line->points = memory_resize(line->points, line->point_count + 1, sizeof *line->points);
    line->points[line->point_count++] = point;
}

static void prune_line(struct chart_line *line)
{
    size_t kept = 0;
    for (size_t i = 0; i < line->point_count; i++)
        if (isnan(line->points[i].y))
            free(line->points[i].label);
        else
            line->points[kept++] = line->points[i];
    line->point_count = kept;
}

void chart_data_prune(struct chart_data *data)
{
    size_t kept = 0;
    for (size_t i = 0; i < data->line_count; i++) {
        prune_line(&data->lines[i]);
        if (data->lines[i].point_count > 0)
            data->lines[kept++] = data->lines[i];
        else
            close_line(&data->lines[i]);
    }
    data->line_count = kept;
}

static int compare_points(const void *left, const void *right)
{
    const struct chart_point *const a = left, *const b = right;
    return compare_doubles(a->x, b->x);
}

static int compare_lines(const void *left, const void *right)
{
    const struct chart_line *const a = left, *const b = right;
    int order = compare_numbers(a->panel, b->panel);
    if (order == 0)
        order = compare_doubles(a->order, b->order);
    return order != 0 ? order : compare_doubles(a->points[0].x, b->points[0].x);
}

void chart_data_sort(struct chart_data *data)
{
    for (size_t i = 0; i < data->line_count; i++)
        qsort(data->lines[i].points, data->lines[i].point_count, sizeof *data->lines[i].points,
              compare_points);
    qsort(data->lines, data->line_count, sizeof *data->lines, compare_lines);
}

static void print_text(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case ',':
            fputs("\u201a", file);
            break;
        case '"':
            fputs("\u2033", file);
            break;
        default:
            putc(*text, file);
        }
    putc(',', file);
}

static void print_number(FILE *file, double number)
{
    if (isfinite(number))
        fprintf(file, "%.9g", number);
    putc(',', file);
}

static void print_point(FILE *file, const struct chart_data *data, const struct chart_line *line,
                        const struct chart_point *point)
{
    print_text(file, data->panels.all[line->panel]);
    print_text(file, line->name);
    print_number(file, point->x);
    print_number(file, point->y);
    print_number(file, point->low);
    print_number(file, point->high);
    if (line->hex[0] != '\0')
        fputs(line->hex, file);
    else
        fprintf(file, "%d", line->color);
    fprintf(file, ",%u,%u,%u,", line->dash, line->shape, point->hollow);
    /* Of a last cell that is empty gnuplot shows that of the row before. */
    const char *const label = point->label != NULL && point->label[0] != '\0' ? point->label : "-";
    char *const cell = memory_text(label);
    for (char *c = cell; *c != '\0'; c++)
        *c = *c == ',' ? ';' : *c == '"' ? '\'' : *c;
    fprintf(file, "%s\n", text_inert(cell));
    free(cell);
}

static void print_page_text(FILE *file, const struct chart_text *text)
{
    print_text(file, text->key);
    print_text(file, text->text);
    print_number(file, text->x);
    print_number(file, text->y);
    fputs(",,,,,,-\n", file);
}

char *chart_csv(const struct chart_data *data)
{
    struct text_stream stream;
    text_stream_open(&stream);
    FILE *const file = stream.file;
    fputs("panel,line,x,y,low,high,color,dash,shape,hollow,label\n", file);
    for (size_t i = 0; i < data->text_count; i++)
        print_page_text(file, &data->texts[i]);
    for (size_t i = 0; i < data->panels.count; i++)
        print_page_text(file, &(struct chart_text){"@panel", data->panels.all[i], (double)i + 1, NAN});
    for (size_t i = 0; i < data->line_count; i++) {
        fputs("\n\n", file);
        for (size_t k = 0; k < data->lines[i].point_count; k++)
            print_point(file, data, &data->lines[i], &data->lines[i].points[k]);
    }
    return text_stream_close(&stream);
}

void chart_data_close(struct chart_data *data)
{
    for (size_t i = 0; i < data->text_count; i++)
        free(data->texts[i].text);
    for (size_t i = 0; i < data->line_count; i++)
        close_line(&data->lines[i]);
    names_close(&data->panels);
    free(data->texts);
    free(data->lines);
    *data = (struct chart_data){0};
}
