/* SPDX-License-Identifier: MIT */
/* Rows of exact counts: a column of `scanbench counts` of each point. */
#include "base/memory.h"
#include "base/sort.h"
#include "chart/chart.h"
#include "results/results.h"

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

static double time_of(const struct counted *counted)
{
    return value_of(counted, &metrics[METRIC_TIME]);
}

static int compare_times(const void *left, const void *right)
{
    return compare_doubles(time_of(left), time_of(right));
}

/* What the model stands for is the device. */
static bool read_counted(struct counted *counted, const struct json_node *result)
{
    const struct json_node order = node_member(result, "order"), model = node_member(result, "model");
    const char *name;
    *counted = (struct counted){.row = result->value};
    if (!node_object(result) || !fields_read_parameters(result, &counted->record, &counted->implementation) ||
        !node_string(&model, &name) || !node_string(&order, &counted->order))
        return false;
    for (enum devices device = 1; device < DEVICE_COUNT; device++)
        if (strcmp(device_names[device], name) == 0) {
            counted->record.point.device = device;
            counted->implementation.axes |= AXIS_BIT(AXIS_DEVICE);
        }
    return true;
}

static bool is_drawn(const struct counted *counted, const struct filter *filter)
{
    const struct point *const point = &counted->record.point;
    return isfinite(value_of(counted, &metrics[METRIC_WORDS])) && point->threads_per_group > 0 &&
           point->n > 0 && filter_matches(filter, point);
}

/* Keep of the greatest size the first of several orders of groups; where times stand beside the counts only
 * what has one, the fastest first. Returns how many are left. */
static size_t keep_counted(struct counted *counted, size_t count)
{
    uint64_t most = 0;
    size_t kept = 0, timed = 0;
    for (size_t i = 0; i < count; i++)
        most = counted[i].record.point.n > most ? counted[i].record.point.n : most;
    for (size_t i = 0; i < count; i++)
        if (counted[i].record.point.n == most && strcmp(counted[i].order, counted[0].order) == 0)
            counted[kept++] = counted[i];
    for (size_t i = 0; i < kept; i++)
        if (isfinite(time_of(&counted[i])))
            counted[timed++] = counted[i];
    qsort(counted, timed, sizeof *counted, compare_times);
    return timed > 0 ? timed : kept;
}

/* Add a row for each point that has the metric, unless all have 0. */
static void add_metric(struct chart *chart, size_t count, const struct metric *metric)
{
    const size_t before = chart->point_count;
    bool is_seen = false;
    for (size_t i = 0; i < count; i++) {
        const double value = value_of(&chart->counted[i], metric);
        is_seen |= value > 0;
        if (!isnan(value))
            chart_point_add(chart, (struct chart_point){.record = &chart->counted[i].record,
                                                        .counter = metric->title,
                                                        .value = value,
                                                        .low = value,
                                                        .high = value,
                                                        .peak = NAN});
    }
    chart->point_count = is_seen ? chart->point_count : before;
}

bool chart_take_counts(struct chart *chart, struct error *error)
{
    const struct result_file *const file = chart->sources[0].file;
    const struct json_source source = result_source(file);
    const struct json_node root = {.value = file->root, .source = &source, .error = error};
    const struct json_node results = node_member(&root, "results");
    const size_t size = json_array_size(results.value);
    size_t count = 0;
    if (!json_is_array(results.value))
        return node_unexpected(&results, "a list of results");
    chart->counted = memory_array(size + 1, sizeof *chart->counted);
    for (size_t i = 0; i < size; i++) {
        const struct json_node result = node_item(&results, i);
        if (!read_counted(&chart->counted[count], &result))
            return false;
        count += is_drawn(&chart->counted[count], &chart->plot->filter);
    }
    count = keep_counted(chart->counted, count);
    for (size_t i = 0; i < count; i++)
        chart->counted[i].record.point.implementation = &chart->counted[i].implementation;
    for (size_t metric = 0; metric < METRICS; metric++)
        add_metric(chart, count, &metrics[metric]);
    return true;
}
