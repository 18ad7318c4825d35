/* SPDX-License-Identifier: MIT */
/* Rows of exact counts: a column of `scanbench counts` of each point. */
#include "chart/chart_counts.h"

#include "base/memory.h"
#include "base/sort.h"
#include "problem/primitive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One run of the file. */
struct counted {
    struct implementation implementation;
    struct record record; /* its point */
    const char *order;
    const json_t *row; /* with the columns */
};

enum { METRIC_WORDS, METRIC_TIME };

/* The panels, and what each shows: a column, or over another one, times a factor. */
static const struct metric {
    const char *title, *column, *over;
    double factor;
} metrics[] = {
    {"words moved / element", "words_per_element", NULL, 1},
    [METRIC_TIME] = {"time / element [ps]", "time_median_s", "time_n", 1e12},
    {"adds issued / useful adds", "adds_per_useful_add", NULL, 1},
    {"shared accesses / element of a tile", "shared_accesses_per_element", NULL, 1},
    {"bank conflicts of a group", "conflicts", NULL, 1},
    {"barriers of a group", "barriers", NULL, 1},
    {"dependent steps", "steps", NULL, 1},
    {"atomics / tile", "atomics_per_tile", NULL, 1},
    {"memory instructions / 32 elements loaded", "memory_instructions_per_load", NULL, 1},
};
enum { METRICS = sizeof metrics / sizeof metrics[0] };

static double column_of(const struct counted *counted, const char *column)
{
    const json_t *const value = json_object_get(counted->row, column);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* NAN: it has none. */
static double value_of(const struct counted *counted, const struct metric *metric)
{
    const double over = metric->over != NULL ? column_of(counted, metric->over) : 1;
    return metric->factor * column_of(counted, metric->column) / over;
}

/* The value of an axis from what the file has of it. */
static uint64_t axis_value(enum axis axis, const json_t *value)
{
    const char *const word = json_string_value(value);
    if (axis_info[axis].kind == AXIS_IS_FRACTION && json_is_number(value))
        return (uint64_t)(json_number_value(value) * SELECTIVITY_ONE + 0.5);
    if (json_is_integer(value) && json_integer_value(value) > 0)
        return (uint64_t)json_integer_value(value);
    for (unsigned i = 1; word != NULL && axis_info[axis].kind == AXIS_IS_CHOICE && i < axis_info[axis].count;
         i++)
        if (strcmp(axis_info[axis].names[i], word) == 0)
            return i;
    return 0;
}

static bool read_counted(struct counted *counted, const struct json_node *result)
{
    *counted = (struct counted){.row = result->value};
    if (!node_object(result))
        return false;
    const struct json_node primitive = node_member(result, "primitive"),
                           algorithm = node_member(result, "algorithm");
    const struct json_node model = node_member(result, "model"), order = node_member(result, "order");
    const char *name;
    size_t which;
    if (!node_word(&primitive, "primitive", primitive_names, PRIMITIVE_COUNT, &which) ||
        !node_string(&algorithm, &counted->implementation.name) || !node_string(&model, &name) ||
        !node_string(&order, &counted->order))
        return false;
    counted->implementation.primitive = (enum primitive)which;
    counted->implementation.family = FAMILY_GROUP;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const json_t *const value =
            axis == AXIS_DEVICE ? model.value : json_object_get(result->value, axis_info[axis].name);
        counted->record.point.axis[axis] = axis_value(axis, value);
        if (counted->record.point.axis[axis] > 0)
            counted->implementation.axes |= AXIS_BIT(axis);
    }
    counted->record.point.implementation = &counted->implementation;
    return true;
}

static bool is_drawn(const struct counted *counted, const struct filter *filter)
{
    const struct point *const point = &counted->record.point;
    return isfinite(value_of(counted, &metrics[METRIC_WORDS])) && point->threads_per_group > 0 &&
           point->n > 0 && filter_matches(filter, point);
}

/* Forget all but the greatest size, and of several orders of groups the first. Returns how many are left. */
static size_t keep_greatest(struct counted *counted, size_t count)
{
    uint64_t most = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        most = counted[i].record.point.n > most ? counted[i].record.point.n : most;
    for (size_t i = 0; i < count; i++)
        if (counted[i].record.point.n == most && strcmp(counted[i].order, counted[0].order) == 0)
            counted[kept++] = counted[i];
    return kept;
}

static double time_of(const struct counted *counted)
{
    return value_of(counted, &metrics[METRIC_TIME]);
}

static int compare_times(const void *left, const void *right)
{
    return compare_doubles(time_of(left), time_of(right));
}

/* Where times stand beside the counts, forget the points without one, and put the fastest first. */
static size_t keep_timed(struct counted *counted, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(time_of(&counted[i])))
            counted[kept++] = counted[i];
    if (kept == 0)
        return count;
    qsort(counted, kept, sizeof *counted, compare_times);
    return kept;
}

/* Add a row for each point that has the metric, unless all have 0. */
static void add_metric(struct chart_rows *rows, size_t count, const struct metric *metric)
{
    const size_t before = rows->count;
    bool is_seen = false;
    for (size_t i = 0; i < count; i++) {
        const double value = value_of(&rows->counted[i], metric);
        is_seen |= value > 0;
        if (!isnan(value))
            chart_row_add(rows, (struct chart_row){&rows->counted[i].record, 0, metric->title, value, value,
                                                   value, NAN});
    }
    rows->count = is_seen ? rows->count : before;
}

bool chart_counts_add(struct chart_rows *rows, const struct filter *filter, struct error *error)
{
    const struct json_source source = result_source(rows->sources.all[0].file);
    const struct json_node root = {
        .value = rows->sources.all[0].file->root, .source = &source, .error = error};
    const struct json_node results = node_member(&root, "results");
    const size_t size = json_array_size(results.value);
    size_t count = 0;
    if (!json_is_array(results.value))
        return node_unexpected(&results, "a list of results");
    rows->counted = memory_array(size + 1, sizeof *rows->counted);
    for (size_t i = 0; i < size; i++) {
        const struct json_node result = node_item(&results, i);
        if (!read_counted(&rows->counted[count], &result))
            return false;
        count += is_drawn(&rows->counted[count], filter);
    }
    count = keep_timed(rows->counted, keep_greatest(rows->counted, count));
    for (size_t i = 0; i < count; i++)
        rows->counted[i].record.point.implementation = &rows->counted[i].implementation;
    for (size_t metric = 0; metric < METRICS; metric++)
        add_metric(rows, count, &metrics[metric]);
    return true;
}
