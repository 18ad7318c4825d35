/* SPDX-License-Identifier: MIT */
/* A chart of exact counts. */
#include "chart/chart_counts.h"

#include "base/memory.h"
#include "base/text.h"
#include "chart/chart_draft.h"
#include "chart/chart_look.h"
#include "problem/primitive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DASHES = 5, SHAPES = 6 };

/* One result of the file. */
struct counted {
    struct implementation implementation;
    struct point point;
    const char *model, *order;
    const json_t *row; /* what it says of each metric */
};

struct counted_list {
    struct counted *all;
    size_t count;
};

/* The panels, and the columns that they are of. */
static const struct metric {
    const char *title, *column;
} metrics[] = {
    {"words moved / element", "words_per_element"},
    {"adds issued / useful adds", "adds_per_useful_add"},
    {"shared accesses / element of a tile", "shared_accesses_per_element"},
    {"bank conflicts of a group", "conflicts"},
    {"barriers of a group", "barriers"},
    {"dependent steps", "steps"},
    {"atomics / tile", "atomics_per_tile"},
    {"memory instructions / 32 elements loaded", "memory_instructions_per_load"},
};
enum { METRICS = sizeof metrics / sizeof metrics[0] };

/* NAN: it has none. */
static double value_of(const struct counted *counted, const struct metric *metric)
{
    const json_t *const value = json_object_get(counted->row, metric->column);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The value of an axis from what the file has of it. */
static uint64_t axis_value(enum axis axis, const json_t *value)
{
    const char *const word = json_string_value(value);
    if (axis_info[axis].kind == AXIS_IS_FRACTION && json_is_number(value))
        return (uint64_t)(json_number_value(value) * SELECTIVITY_ONE + 0.5);
    if (json_is_integer(value) && json_integer_value(value) > 0)
        return (uint64_t)json_integer_value(value);
    if (word == NULL)
        return 0;
    for (unsigned i = 1; axis_info[axis].kind == AXIS_IS_CHOICE && i < axis_info[axis].count; i++)
        if (strcmp(axis_info[axis].names[i], word) == 0)
            return i;
    return 0;
}

static bool read_point(struct counted *counted, const struct json_node *result)
{
    const struct json_node primitive = node_member(result, "primitive"),
                           algorithm = node_member(result, "algorithm");
    const struct json_node model = node_member(result, "model"), order = node_member(result, "order");
    size_t which;
    if (!node_word(&primitive, "primitive", primitive_names, PRIMITIVE_COUNT, &which) ||
        !node_string(&algorithm, &counted->implementation.name) || !node_string(&model, &counted->model) ||
        !node_string(&order, &counted->order))
        return false;
    counted->implementation.primitive = (enum primitive)which;
    counted->implementation.family = FAMILY_GROUP;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        counted->point.axis[axis] = axis_value(axis, json_object_get(result->value, axis_info[axis].name));
        if (counted->point.axis[axis] > 0)
            counted->implementation.axes |= AXIS_BIT(axis);
    }
    return true;
}

static bool read_results(struct counted_list *list, const struct json_node *root, const struct filter *filter)
{
    const struct json_node results = node_member(root, "results");
    const size_t size = json_array_size(results.value);
    if (!json_is_array(results.value))
        return node_unexpected(&results, "a list of results");
    list->all = memory_array(size + 1, sizeof *list->all);
    for (size_t i = 0; i < size; i++) {
        const struct json_node result = node_item(&results, i);
        struct counted *const counted = &list->all[list->count];
        *counted = (struct counted){0};
        if (!node_object(&result) || !read_point(counted, &result))
            return false;
        counted->point.implementation = &counted->implementation;
        counted->row = result.value;
        list->count += isfinite(value_of(counted, &metrics[0])) && counted->point.threads_per_group > 0 &&
                       counted->point.n > 0 && filter_matches(filter, &counted->point);
    }
    return true;
}

/* Keep the greatest size of each primitive, and of several orders of groups the first. */
static void keep_drawn(struct counted_list *list)
{
    size_t kept = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < list->count; i++)
        most = list->all[i].point.n > most ? list->all[i].point.n : most;
    for (size_t i = 0; i < list->count; i++)
        if (list->all[i].point.n == most && strcmp(list->all[i].order, list->all[0].order) == 0) {
            list->all[kept] = list->all[i];
            list->all[kept].point.implementation = &list->all[kept].implementation;
            kept++;
        }
    list->count = kept;
}

/* Whether the results that have an axis differ on it; of AXIS_DEVICE whether the models do. */
static bool varies(const struct counted_list *list, enum axis axis)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint64_t value = list->all[i].point.axis[axis];
        if (axis == AXIS_DEVICE ? strcmp(list->all[i].model, list->all[0].model) != 0
                                : seen > 0 && value > 0 && value != seen)
            return true;
        seen = value > 0 ? value : seen;
    }
    return false;
}

/* "scan group/lookback raking V=8"; without values per thread for the colour. */
static char *line_name(const struct counted_list *list, const struct counted *counted, bool with_values,
                       char name[CHART_NAME])
{
    static const enum axis axes[] = {AXIS_LOCAL,   AXIS_BROADCAST,  AXIS_DTYPE,      AXIS_OP,
                                     AXIS_MODE,    AXIS_LOAD,       AXIS_LOAD_WIDTH, AXIS_GROUPS,
                                     AXIS_NETWORK, AXIS_SELECTIVITY};
    char text[PARAMETER_TEXT], word[2 * PARAMETER_TEXT];
    snprintf(name, CHART_NAME, "%s %s", primitive_names[counted->implementation.primitive],
             counted->implementation.name);
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        if (!varies(list, axes[i]) || counted->point.axis[axes[i]] == 0)
            continue;
        point_axis_text(&counted->point, axes[i], text, sizeof text);
        snprintf(word, sizeof word, "%s%s", axis_info[axes[i]].label, text);
        name_add(name, " ", word);
    }
    name_add(name, " ", varies(list, AXIS_DEVICE) ? counted->model : "");
    if (with_values && varies(list, AXIS_VALUES_PER_THREAD) && counted->point.values_per_thread > 0) {
        snprintf(word, sizeof word, "V=%llu", (unsigned long long)counted->point.values_per_thread);
        name_add(name, " ", word);
    }
    return name;
}

static bool is_seen(const struct counted_list *list, const struct metric *metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (value_of(&list->all[i], metric) > 0)
            return true;
    return false;
}

static int compare_points(const void *left, const void *right)
{
    const struct chart_point *const a = left, *const b = right;
    return a->x < b->x ? -1 : a->x > b->x;
}

/* The names of lines, their hues and dashes, of each result. */
struct counted_looks {
    const struct plot_look *look;
    struct names lines, hues, values;
    struct chart_hue *hue; /* of each line */
    int *colors;
    unsigned *dash;
};

static void choose_looks(struct counted_looks *looks, const struct counted_list *list)
{
    char name[CHART_NAME];
    looks->hue = memory_array(list->count, sizeof *looks->hue);
    looks->colors = memory_array(list->count, sizeof *looks->colors);
    looks->dash = memory_array(list->count, sizeof *looks->dash);
    for (size_t i = 0; i < list->count; i++) {
        const struct counted *const counted = &list->all[i];
        const size_t line = names_rank(&looks->lines, line_name(list, counted, true, name));
        const size_t hue = names_rank(&looks->hues, line_name(list, counted, false, name));
        snprintf(name, sizeof name, "%llu", (unsigned long long)counted->point.values_per_thread);
        looks->dash[line] = 1 + (unsigned)names_rank(&looks->values, name) % DASHES;
        looks->hue[line] = (struct chart_hue){&counted->point, looks->hues.all[hue]};
    }
    choose_colors(looks->hue, looks->lines.count, looks->colors);
}

static void close_looks(struct counted_looks *looks)
{
    names_close(&looks->lines);
    names_close(&looks->hues);
    names_close(&looks->values);
    free(looks->hue);
    free(looks->colors);
    free(looks->dash);
}

static void add_line(struct chart_data *data, const struct counted_list *list, struct counted_looks *looks,
                     const struct metric *metric, size_t line)
{
    char name[CHART_NAME];
    struct chart_line *const added = chart_line_add(data, metric->title, looks->lines.all[line]);
    look_rename(looks->look, looks->lines.all[line], &added->name);
    look_recolor(looks->look, looks->lines.all[line], added->hex);
    added->color = looks->colors[line];
    added->dash = looks->dash[line];
    added->shape = (unsigned)looks->colors[line] % SHAPES;
    for (size_t i = 0; i < list->count; i++) {
        const struct counted *const counted = &list->all[i];
        const double value = value_of(counted, metric);
        if (isnan(value) || names_rank(&looks->lines, line_name(list, counted, true, name)) != line)
            continue;
        chart_point_add(
            added,
            (struct chart_point){(double)counted->point.threads_per_group, value, value, value, 0,
                                 memory_format("%s; T=%llu: %g", added->name,
                                               (unsigned long long)counted->point.threads_per_group, value)});
    }
    if (added->point_count == 0)
        chart_line_drop(data);
    else
        qsort(added->points, added->point_count, sizeof *added->points, compare_points);
}

static void add_ticks(struct chart_data *data, const struct counted_list *list)
{
    char text[32];
    for (uint64_t threads = 1; threads <= 4096; threads++)
        for (size_t i = 0; i < list->count; i++)
            if (list->all[i].point.threads_per_group == threads) {
                snprintf(text, sizeof text, "%llu", (unsigned long long)threads);
                chart_text_add(data, "@xtick", text, (double)threads, NAN);
                break;
            }
}

static void add_page(struct chart_data *data, const struct counted_list *list, const struct config_plot *plot)
{
    static const struct {
        const char *key, *text;
    } texts[] = {{"@draw", "lines"},
                 {"@unit", "count"},
                 {"@xlabel", "threads per group"},
                 {"@ylabel", ""},
                 {"@xscale", "log"},
                 {"@yscale", "linear"},
                 {"@footer", "Exact counts of a model; lines that coincide stand side by side."}};
    char count[32], subtitle[CHART_NAME];
    chart_text_add(data, "@title",
                   plot->look.title[0] != '\0' ? plot->look.title : plot_kinds[plot->kind].title, NAN, NAN);
    snprintf(subtitle, sizeof subtitle, "first full tile of each kernel · n = %s · model %s",
             text_format_count(count, sizeof count, list->all[0].point.n),
             varies(list, AXIS_DEVICE) ? "by line" : list->all[0].model);
    chart_text_add(data, "@subtitle", subtitle, NAN, NAN);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        chart_text_add(data, texts[i].key, texts[i].text, NAN, NAN);
    add_ticks(data, list);
}

static void make(struct chart_data *data, const struct counted_list *list, const struct config_plot *plot)
{
    struct counted_looks looks = {.look = &plot->look};
    *data = (struct chart_data){0};
    choose_looks(&looks, list);
    add_page(data, list, plot);
    double panel = 0;
    for (size_t i = 0; i < METRICS; i++) {
        if (!is_seen(list, &metrics[i]))
            continue;
        chart_text_add(data, "@panel", metrics[i].title, ++panel, NAN);
        for (size_t line = 0; line < looks.lines.count; line++)
            add_line(data, list, &looks, &metrics[i], line);
    }
    close_looks(&looks);
}

bool chart_counts_make(struct chart_data *data, const struct json_node *root, const struct config_plot *plot,
                       struct error *error)
{
    struct counted_list list = {0};
    bool ok = read_results(&list, root, &plot->filter);
    if (ok)
        keep_drawn(&list);
    ok = ok && (list.count > 0 ||
                error_set(error, EXIT_USAGE, "%s: no row to draw: none is of a group%s", root->source->path,
                          plot->filter.count > 0 ? " among those chosen" : ""));
    if (ok)
        make(data, &list, plot);
    free(list.all);
    return ok;
}
