/* SPDX-License-Identifier: MIT */
/* Rows of a result that are alike, the ratio of their times, and what people read of them. */
#include "analysis/best_problem.h"

#include <stdio.h>
#include <string.h>

bool best_same(const struct best_row *a, const struct best_row *b, unsigned but)
{
    const struct point *const p = &a->row->record.point, *const q = &b->row->record.point;
    if (p->implementation->primitive != q->implementation->primitive ||
        strcmp(p->implementation->name, q->implementation->name) != 0)
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!(but & AXIS_BIT(axis)) && p->axis[axis] != q->axis[axis])
            return false;
    return true;
}

struct paired_ratio best_ratio(const struct best_row *base, const struct best_row *next, uint64_t seed)
{
    return paired_ratio_make(result_rounds(base->row), result_rounds(next->row),
                             records_share_rounds(&base->row->record, &next->row->record), seed);
}

/* The axes of the point that make its problem, but the size, or all others. */
static void append_axes(const struct point *point, bool of_problem, char *text, size_t size)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        const size_t used = strlen(text);
        if (axis != AXIS_N && axis_info[axis].of_problem == of_problem && point_is_tabled(point, axis))
            snprintf(text + used, size - used, "%s%s%s", used > 0 ? " " : "", axis_info[axis].label,
                     point_axis_text(point, axis, value, sizeof value));
    }
}

char *best_problem_text(const struct best_problem *problem, char *text, size_t size)
{
    const struct point *const point = &problem->sizes[0].rows[0].row->record.point;
    snprintf(text, size, "%s", primitive_names[point->implementation->primitive]);
    append_axes(point, true, text, size);
    return text;
}

char *best_row_text(const struct best_row *row, char *text, size_t size)
{
    const struct point *const point = &row->row->record.point;
    snprintf(text, size, "%s", point->implementation->name);
    append_axes(point, false, text, size);
    return text;
}

const struct best_row *best_row_at(const struct best_size *size, const struct best_row *row)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (best_same(&size->rows[i], row, AXIS_BIT(AXIS_N)))
            return &size->rows[i];
    return NULL;
}
