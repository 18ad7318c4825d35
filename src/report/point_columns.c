/* SPDX-License-Identifier: MIT */
/* The columns of rows that have a point: its problem, size, algorithm and parameters. */
#include "report/report_state.h"

#include "base/memory.h"
#include "base/text.h"
#include "implementation/implementation.h"
#include "results/field.h"

#include <string.h>

_Static_assert(offsetof(struct record, point) == 0, "a pointer to a record is one to its point");

/* Append one value of an axis, as people write it. */
static void add_axis(const struct point *point, enum axis axis, char *text, size_t size)
{
    char value[64];
    if (strcmp(point_axis_text(point, axis, value, sizeof value), "-") == 0)
        return;
    const bool is_workers = axis == AXIS_WORKERS;
    text_add(text, size, " %s%s%s", is_workers ? "" : axis_info[axis].label, value, is_workers ? "w" : "");
}

/* The first row that has an axis, where all that have it share its value; NULL elsewhere. */
static const struct point *find_common(const char *rows, size_t row_bytes, size_t row_count, enum axis axis)
{
    const struct point *first = NULL;
    for (size_t i = 0; i < row_count; i++) {
        const struct point *const next = row_target(rows + i * row_bytes);
        if (!point_has(next, axis))
            continue;
        if (first && first->axis[axis] != next->axis[axis])
            return NULL;
        first = first ? first : next;
    }
    return first;
}

struct columns columns_of_points(struct report *report, const void *rows, size_t row_bytes, size_t row_count,
                                 unsigned hidden)
{
    struct point_cells *const cells = report_keep(report, memory_array(1, sizeof *cells));
    cells->hidden = cells->common = hidden;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct point *const first = axis_info[axis].of_problem || (hidden & AXIS_BIT(axis))
                                              ? NULL
                                              : find_common(rows, row_bytes, row_count, axis);
        if (!first)
            continue;
        cells->common |= AXIS_BIT(axis);
        if (point_is_tabled(first, axis))
            add_axis(first, axis, cells->common_text, sizeof cells->common_text);
    }
    return (struct columns){.cells = cells};
}

/* Of which programs have a number in any case: serial code has one. */
static bool is_workers(const struct field *field)
{
    return !field->description && field->which == AXIS_WORKERS;
}

static void get_field(const struct column *column, const void *row, struct cell *cell)
{
    const struct field *const field = &fields[column->which];
    const struct record bare = {.point = *(const struct point *)row_target(row)};
    const struct record *const record = field->group == FIELD_IN_PARAMETERS ? &bare : row_target(row);
    *cell = field_get(field, record);
    if (cell->missing && is_workers(field))
        cell_set_count(cell, 1);
}

static enum cell_kind kind_of(const struct field *field)
{
    if (field->kind == FIELD_FLAGS)
        return CELL_WORDS;
    return field_is_text(field) ? CELL_TEXT : field->kind == FIELD_COUNT ? CELL_COUNT : CELL_NUMBER;
}

struct column column_of_points(const struct column *asked, const struct point_cells *cells)
{
    struct column column = *asked;
    column.of = column.of ? column.of : cells;
    if (!column.field)
        return column;
    column.get = get_field;
    while (strcmp(fields[column.which].name, column.field) != 0)
        column.which++;
    if (column.kind == CELL_TEXT)
        column.kind = kind_of(&fields[column.which]);
    column.field = fields[column.which].name;
    if (!column.heading && !column.name)
        column.name = column.field;
    return column;
}

/* Only the fields of axes have no description of their own. */
static bool is_hidden(const struct point_cells *cells, const struct field *field)
{
    return !field->description && (cells->hidden & AXIS_BIT(field->which));
}

void columns_add_parameters(struct columns *columns)
{
    for (size_t i = 0; i < field_count; i++)
        if (fields[i].group == FIELD_IN_PARAMETERS && !is_hidden(columns->cells, &fields[i]))
            columns_add(columns, &(struct column){.field = fields[i].name}, 1);
}

/* What tells a problem from others, unless it is what a silent config says. */
static bool is_said(const struct point *point, enum axis axis)
{
    const struct axis_info *const info = &axis_info[axis];
    return info->of_problem && axis != AXIS_N && point_has(point, axis) &&
           (info->shown == SHOWN_ALWAYS || point->axis[axis] != info->fallback);
}

char *point_problem_text(const struct point *point, char *text, size_t size)
{
    snprintf(text, size, "%s", primitive_names[point->implementation->primitive]);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        char value[64];
        if (is_said(point, axis) && strcmp(point_axis_text(point, axis, value, sizeof value), "-") != 0)
            text_add(text, size, "%s%s%s", info->title.before ? info->title.before : " ", value,
                     info->title.after ? info->title.after : "");
    }
    return text;
}

char *point_algorithm_text(const struct point *point, unsigned common, char *text, size_t size)
{
    snprintf(text, size, "%s", point->implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!axis_info[axis].of_problem && !(common & AXIS_BIT(axis)) && point_is_tabled(point, axis))
            add_axis(point, axis, text, size);
    return text;
}

static void get_problem(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    char problem[CELL_BYTES / 2];
    cell_print(cell, "%s%s%s", point_problem_text(row_target(row), problem, sizeof problem),
               cells->common_text[0] ? "," : "", cells->common_text);
}

static void get_algorithm(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    point_algorithm_text(row_target(row), cells->common, cell->text, CELL_BYTES);
    cell->missing = false;
}

void columns_add_points(struct columns *columns)
{
    static const struct column list[] = {
        {.heading = "problem", .get = get_problem},
        {.field = "n", .heading = "n"},
        {.heading = "algorithm", .get = get_algorithm},
    };
    COLUMNS_ADD(columns, list);
}
