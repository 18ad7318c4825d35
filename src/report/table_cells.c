/* SPDX-License-Identifier: MIT */
/* What the cells of a table say, and how wide its columns are. */
#include "report/table_cells.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/wrapped.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* HEADING_LEAST: columns of a heading beside the name of an algorithm. */
enum { GAP_MOST = 2, HEADING_LEAST = 24 };

void table_parameters_text(const struct point *point, unsigned axes, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (enum axis axis = 0; axis < AXIS_COUNT && length < size; axis++) {
        char value[64];
        if (axis_info[axis].of_problem || !(axes & AXIS_BIT(axis)) || !point_is_tabled(point, axis))
            continue;
        point_axis_text(point, axis, value, sizeof value);
        length += (size_t)snprintf(text + length, size - length, "%s%s%s", length > 0 ? " " : "",
                                   axis_info[axis].label, value);
    }
}

/* The median, which is what people read, has its interval beside it. */
static void time_text(const struct record *record, const struct field *field, double time_s, char *text,
                      size_t size)
{
    const double precision = statistics_precision(&record->statistics);
    const bool is_median = field->place == offsetof(struct record, statistics.median);
    char time[32];

    text_format_duration(time, sizeof time, time_s);
    if (is_median && isfinite(precision))
        snprintf(text, size, "%s ± %.1f %%", time, 100 * precision);
    else
        snprintf(text, size, "%s", time);
}

/* A number in the unit that people read it in: of a share, which has none, per cent. */
static void number_text(const struct record *record, const struct field *field, double number, char *text,
                        size_t size)
{
    if (strcmp(field->unit, "s") == 0)
        time_text(record, field, number, text, size);
    else if (field->unit[0] != '\0')
        snprintf(text, size, "%.2f", number / 1e9);
    else
        snprintf(text, size, "%.0f %%", 100 * number);
}

static void field_text(const struct record *record, const struct field *field, char *text, size_t size)
{
    const struct field_value value = field_get(field, &(struct field_source){.record = record});

    if (value.missing || (field->group != FIELD_IN_PARAMETERS && !record_measured(record)))
        return;
    if (field_is_text(field))
        snprintf(text, size, "%s", value.text);
    else if (field->kind == FIELD_COUNT)
        text_format_count(text, size, value.count);
    else
        number_text(record, field, value.number, text, size);
}

void table_cell_text(const struct table *table, const struct table_row *row, size_t column, char *text,
                     size_t size)
{
    const struct field *const field = table->columns[column].field;

    text[0] = '\0';
    if (field)
        field_text(row->record, field, text, size);
    else if (column == table->parameters)
        table_parameters_text(&row->record->point, ~row->common, text, size);
    else
        text_format_count(text, size, row->record->point.n);
    text_inert(text);
}

bool table_is_column(const struct table_column *column, const char *heading)
{
    return column->heading && strcmp(column->heading, heading) == 0;
}

unsigned table_column_start(const struct table *table, size_t column)
{
    unsigned start = 0;

    for (size_t i = 0; i < column; i++)
        if (table->columns[i].width > 0)
            start += table->columns[i].width + table->gap + (i == 0 ? TABLE_MARKS : 0);
    return start;
}

/* A column gives up width, down to some, as far as the table is too wide. */
static void shrink(struct table *table, struct table_column *column, unsigned least)
{
    const unsigned total = table_column_start(table, table->column_count) - table->gap;

    if (total <= table->room || column->width <= least)
        return;
    const unsigned excess = total - table->room;
    column->width = least == 0 || column->width < excess + least ? least : column->width - excess;
}

/* All rows are of one algorithm, and their parameters tell them apart: the heading names it. */
static void hide_algorithm(struct table *table)
{
    const char *const name = table->count > 0 ? table->rows[0].record->point.implementation->name : NULL;
    if (!name || table->room <= HEADING_LEAST + strlen(name))
        return;
    for (size_t i = 0; i < table->count; i++) {
        char text[TABLE_CELL_BYTES];
        table_cell_text(table, &table->rows[i], table->parameters, text, sizeof text);
        if (text[0] == '\0' || strcmp(table->rows[i].record->point.implementation->name, name) != 0)
            return;
    }
    for (size_t i = 0; i < table->column_count; i++)
        if (table_is_column(&table->columns[i], "algorithm"))
            table->columns[i].width = 0;
    table->algorithm = name;
}

/* Give up width where it hurts least until the table fits. What is not named goes first, from the right. */
static void fit(struct table *table)
{
    static const struct {
        const char *heading;
        unsigned width;
    } sacrifices[] = {
        {"parameters", 24}, {"algorithm", 24}, {"parameters", 16}, {"algorithm", 16},
        {"parameters", 12}, {"algorithm", 12}, {"parameters", 10}, {"of limit", 0},
        {"parameters", 8},  {"algorithm", 8},  {"grade", 0},       {"time", 0},
        {"GB/s", 0},        {"parameters", 0}, {"algorithm", 1},   {"n", 0},
    };
    enum { SACRIFICES = sizeof sacrifices / sizeof sacrifices[0] };

    if (table_column_start(table, table->column_count) - table->gap > table->room)
        hide_algorithm(table);
    if (table_column_start(table, table->column_count) - table->gap > table->room)
        table->gap = 1;
    for (size_t i = table->column_count; i-- > 0;) {
        bool named = false;
        for (size_t k = 0; k < SACRIFICES; k++)
            named |= table_is_column(&table->columns[i], sacrifices[k].heading);
        if (!named)
            shrink(table, &table->columns[i], 0);
    }
    for (size_t k = 0; k < SACRIFICES; k++)
        for (size_t i = 0; i < table->column_count; i++)
            if (table_is_column(&table->columns[i], sacrifices[k].heading))
                shrink(table, &table->columns[i], sacrifices[k].width);
}

static void measure_column(struct table *table, size_t column)
{
    const unsigned heading = wrapped_columns(table->columns[column].heading);
    unsigned widest = 0;

    for (size_t i = 0; i < table->count; i++) {
        char text[TABLE_CELL_BYTES];
        table_cell_text(table, &table->rows[i], column, text, sizeof text);
        const unsigned width = wrapped_columns(text);
        widest = width > widest ? width : widest;
    }
    table->columns[column].width = widest == 0 ? 0 : widest > heading ? widest : heading;
}

/* The size, the fields that have a heading, and after the last that says which point it is, the parameters.
 */
static void make_columns(struct table *table)
{
    table->columns = memory_array(field_count + 2, sizeof *table->columns);
    table->columns[table->column_count++] = (struct table_column){.heading = "n", .right = true};
    for (size_t i = 0; i < field_count; i++) {
        if (!fields[i].heading)
            continue;
        if (!table->parameters && fields[i].group != FIELD_IN_PARAMETERS) {
            table->parameters = table->column_count++;
            table->columns[table->parameters] = (struct table_column){.heading = "parameters"};
        }
        table->columns[table->column_count++] =
            (struct table_column){fields[i].heading, &fields[i], !field_is_text(&fields[i]), 0};
    }
    for (size_t i = 0; i < table->column_count; i++)
        measure_column(table, i);
    if (table->room > 0)
        fit(table);
}

void table_init(struct table *table, const struct results *results)
{
    table->gap = GAP_MOST;
    table->rows = memory_array(results->count > 0 ? results->count : 1, sizeof table->rows[0]);
    table->count = table_rows_order(table->rows, results);
    make_columns(table);
}

void table_close(struct table *table)
{
    free(table->columns);
    free(table->rows);
}
