/* SPDX-License-Identifier: MIT */
/* Rows of a result that are alike, the ratio of their times, and what people read of them. */
#include "analysis/best_problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool best_same(const struct best_row *a, const struct best_row *b, unsigned but)
{
    const struct point *const p = &a->record->point, *const q = &b->record->point;
    if (p->implementation->primitive != q->implementation->primitive ||
        strcmp(p->implementation->name, q->implementation->name) != 0)
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!(but & AXIS_BIT(axis)) && p->axis[axis] != q->axis[axis])
            return false;
    return true;
}

double best_times(const struct best_row *base, const struct best_row *next)
{
    return next->median_s / base->median_s;
}

struct estimate best_ratio(const struct best_row *base, const struct best_row *next)
{
    struct estimate ratio = records_ratio(base->record, next->record);
    ratio.value = best_times(base, next);
    if (isnan(ratio.interval.low))
        return ratio;
    ratio.interval =
        (struct interval){fmin(ratio.interval.low, ratio.value), fmax(ratio.interval.high, ratio.value)};
    return ratio;
}

enum verdict best_judge(const struct estimate *ratio)
{
    return verdict_judge(ratio->interval, verdict_margin(ratio->processes, false));
}

bool best_has_few(const struct best_row *row)
{
    return isnan(row->record->statistics.ci_low);
}

char *best_problem_text(const struct best_problem *problem, char *text, size_t size)
{
    const struct point *const point = &problem->sizes[0].rows[0].record->point;
    snprintf(text, size, "%s", primitive_names[point->implementation->primitive]);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        const size_t used = strlen(text);
        if (axis_info[axis].of_problem && axis != AXIS_N && point_is_tabled(point, axis))
            snprintf(text + used, size - used, " %s%s", axis_info[axis].label,
                     point_axis_text(point, axis, value, sizeof value));
    }
    return text;
}

const struct best_row *best_row_at(const struct best_size *size, const struct best_row *row)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (best_same(&size->rows[i], row, AXIS_BIT(AXIS_N)))
            return &size->rows[i];
    return NULL;
}
