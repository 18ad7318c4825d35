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

static unsigned of_problem(void)
{
    unsigned axes = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        axes |= axis_info[axis].of_problem ? AXIS_BIT(axis) : 0;
    return axes & ~AXIS_BIT(AXIS_N);
}

/* Those of the axes that the point has. */
static void append_axes(const struct point *point, unsigned axes, char *text, size_t size)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        const size_t used = strlen(text);
        if ((axes & AXIS_BIT(axis)) && point_is_tabled(point, axis))
            snprintf(text + used, size - used, "%s%s%s", used > 0 ? " " : "", axis_info[axis].label,
                     point_axis_text(point, axis, value, sizeof value));
    }
}

char *best_problem_text(const struct best_problem *problem, char *text, size_t size)
{
    const struct point *const point = &problem->sizes[0].rows[0].record->point;
    snprintf(text, size, "%s", primitive_names[point->implementation->primitive]);
    append_axes(point, of_problem(), text, size);
    return text;
}

/* The first point of the problem that has the axis; NULL where none has. */
static const struct point *first_with(const struct best_problem *problem, enum axis axis)
{
    for (size_t i = 0; i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].row_count; k++) {
            const struct point *const point = &problem->sizes[i].rows[k].record->point;
            if (point_is_tabled(point, axis))
                return point;
        }
    return NULL;
}

static bool is_common(const struct best_problem *problem, enum axis axis)
{
    const struct point *const first = first_with(problem, axis);
    for (size_t i = 0; first && i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].row_count; k++) {
            const struct point *const point = &problem->sizes[i].rows[k].record->point;
            if (point_has(point, axis) && point->axis[axis] != first->axis[axis])
                return false; /* one that is not said, as the usual engine, too */
        }
    return first != NULL;
}

/* Whether all rows of a problem are of one algorithm, and axes beside the common ones tell those of a size
 * apart. */
static bool is_one_algorithm(const struct best_problem *problem, unsigned common)
{
    const char *const name = problem->sizes[0].rows[0].record->point.implementation->name;
    bool several = false;
    char text[2];
    for (size_t i = 0; i < problem->size_count; i++) {
        several |= problem->sizes[i].row_count > 1;
        for (size_t k = 0; k < problem->sizes[i].row_count; k++) {
            const struct best_row *const row = &problem->sizes[i].rows[k];
            best_row_text_but(row, common | BEST_ALGORITHM, text, sizeof text);
            if (strcmp(row->record->point.implementation->name, name) != 0 || text[0] == '\0')
                return false;
        }
    }
    return several;
}

unsigned best_common_axes(const struct best_problem *problem)
{
    unsigned axes = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        axes |= is_common(problem, axis) ? AXIS_BIT(axis) : 0;
    axes &= ~of_problem() & ~AXIS_BIT(AXIS_N);
    return axes | (is_one_algorithm(problem, axes) ? BEST_ALGORITHM : 0);
}

char *best_common_text(const struct best_problem *problem, char *text, size_t size)
{
    const unsigned axes = best_common_axes(problem);
    best_problem_text(problem, text, size);
    if (axes & BEST_ALGORITHM) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, " %s",
                 problem->sizes[0].rows[0].record->point.implementation->name);
    }
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axes & AXIS_BIT(axis))
            append_axes(first_with(problem, axis), AXIS_BIT(axis), text, size);
    return text;
}

char *best_row_text(const struct best_row *row, char *text, size_t size)
{
    return best_row_text_but(row, 0, text, size);
}

char *best_row_text_but(const struct best_row *row, unsigned but, char *text, size_t size)
{
    const struct point *const point = &row->record->point;
    snprintf(text, size, "%s", but & BEST_ALGORITHM ? "" : point->implementation->name);
    append_axes(point, ~of_problem() & ~AXIS_BIT(AXIS_N) & ~but, text, size);
    return text;
}

const struct best_row *best_row_at(const struct best_size *size, const struct best_row *row)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (best_same(&size->rows[i], row, AXIS_BIT(AXIS_N)))
            return &size->rows[i];
    return NULL;
}

/* Finalists are in the order of rows. */
const struct best_row *best_next(const struct best_size *size)
{
    for (size_t i = 1, finalist = 1; i < size->row_count; i++) {
        if (finalist == size->finalist_count || size->finalists[finalist].row != &size->rows[i])
            return &size->rows[i];
        finalist++;
    }
    return NULL;
}
