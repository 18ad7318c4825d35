/* SPDX-License-Identifier: MIT */
/* The columns of rows that have a point: its problem, size, algorithm and parameters. */
#include "report/point_cells.h"

#include "implementation/implementation.h"
#include "results/field.h"

#include <inttypes.h>
#include <string.h>

static const struct point *point_at(const void *rows, size_t row_bytes, size_t row,
                                    const struct point *(*point)(const void *row))
{
    return point((const char *)rows + row * row_bytes);
}

/* Append one value of an axis, as people write it. */
static size_t add_axis(const struct point *point, enum axis axis, char *text, size_t size, size_t used)
{
    char value[64];
    point_axis_text(point, axis, value, sizeof value);
    if (used >= size || strcmp(value, "-") == 0)
        return used;
    if (axis == AXIS_WORKERS)
        return used + (size_t)snprintf(text + used, size - used, " %sw", value);
    return used + (size_t)snprintf(text + used, size - used, " %s%s", axis_info[axis].label, value);
}

struct point_cells point_cells_of(const void *rows, size_t row_bytes, size_t row_count,
                                  const struct point *(*point)(const void *row), unsigned hidden)
{
    struct point_cells cells = {.point = point, .hidden = hidden, .common = hidden};
    size_t used = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct point *first = NULL;
        bool is_common = !axis_info[axis].of_problem && !(hidden & AXIS_BIT(axis));
        for (size_t i = 0; is_common && i < row_count; i++) {
            const struct point *const next = point_at(rows, row_bytes, i, point);
            if (!point_has(next, axis))
                continue;
            is_common = !first || first->axis[axis] == next->axis[axis];
            first = first ? first : next;
        }
        if (!is_common || !first)
            continue;
        cells.common |= AXIS_BIT(axis);
        if (point_is_tabled(first, axis))
            used = add_axis(first, axis, cells.common_text, sizeof cells.common_text, used);
    }
    return cells;
}

/* Of which programs have a number in any case: serial code has one. */
static bool is_workers(const struct field *field)
{
    return !field->description && field->which == AXIS_WORKERS;
}

static void get_field(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    const struct field *const field = &fields[column->which];
    const struct record *record = cells->record ? cells->record(row) : NULL;
    const struct record bare = {.point = record ? record->point : *cells->point(row)};
    const struct field_value value =
        field_get(field, &(struct field_source){record ? record : &bare, cells->machine});
    if (is_workers(field))
        cell_set_count(cell, value.missing ? 1 : value.count);
    if (value.missing)
        return;
    if (field_is_text(field))
        cell_set_text(cell, value.text);
    else if (field->kind == FIELD_COUNT)
        cell_set_count(cell, value.count);
    else
        cell_set_number(cell, value.number);
}

static enum cell_kind kind_of(const struct field *field)
{
    if (field->kind == FIELD_FLAGS)
        return CELL_WORDS;
    return field_is_text(field) ? CELL_TEXT : field->kind == FIELD_COUNT ? CELL_COUNT : CELL_NUMBER;
}

struct column point_cells_field(const struct point_cells *cells, size_t field)
{
    return (struct column){.name = fields[field].name,
                           .kind = kind_of(&fields[field]),
                           .get = get_field,
                           .of = cells,
                           .which = (unsigned)field};
}

/* Only the fields of axes have no description of their own. */
static bool is_hidden(const struct point_cells *cells, const struct field *field)
{
    return !field->description && (cells->hidden & AXIS_BIT(field->which));
}

void point_cells_add_parameters(struct columns *columns, const struct point_cells *cells)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct column column = point_cells_field(cells, i);
        if (fields[i].group == FIELD_IN_PARAMETERS && !is_hidden(cells, &fields[i]))
            columns_add(columns, &column, 1);
    }
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
    size_t used = (size_t)snprintf(text, size, "%s", primitive_names[point->implementation->primitive]);
    for (enum axis axis = 0; axis < AXIS_COUNT && used < size; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        char value[64];
        if (!is_said(point, axis))
            continue;
        if (strcmp(point_axis_text(point, axis, value, sizeof value), "-") == 0)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s%s",
                                 info->title.before ? info->title.before : " ", value,
                                 info->title.after ? info->title.after : "");
    }
    return text;
}

char *point_algorithm_text(const struct point *point, unsigned common, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", point->implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!axis_info[axis].of_problem && !(common & AXIS_BIT(axis)) && point_is_tabled(point, axis))
            used = add_axis(point, axis, text, size, used);
    return text;
}

static void get_problem(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    char problem[CELL_BYTES / 2], text[CELL_BYTES];
    point_problem_text(cells->point(row), problem, sizeof problem);
    snprintf(text, sizeof text, "%s%s%s", problem, cells->common_text[0] ? "," : "", cells->common_text);
    cell_set_text(cell, text);
}

static void get_size(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    cell_set_count(cell, cells->point(row)->n);
}

static void get_algorithm(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    char text[CELL_BYTES];
    cell_set_text(cell, point_algorithm_text(cells->point(row), cells->common, text, sizeof text));
}

void point_cells_add(struct columns *columns, const struct point_cells *cells)
{
    const struct column list[] = {
        {.heading = "problem", .get = get_problem, .of = cells},
        {.heading = "n", .kind = CELL_COUNT, .get = get_size, .of = cells},
        {.heading = "algorithm", .get = get_algorithm, .of = cells},
    };
    columns_add(columns, list, sizeof list / sizeof list[0]);
}
