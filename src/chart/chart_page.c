/* SPDX-License-Identifier: MIT */
/* What the page of a chart of times shows beside its data. */
#include "chart/chart_page.h"

#include "base/memory.h"
#include "base/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char between[] = " · ";

/* The part of a title at an index, as an offset and a length; false: it has fewer. */
static bool find_part(const char *title, size_t index, const char **part, size_t *length)
{
    for (size_t i = 0; title != NULL; i++) {
        const char *const end = strstr(title, between);
        *part = title;
        *length = end != NULL ? (size_t)(end - title) : strlen(title);
        if (i == index)
            return true;
        title = end != NULL ? end + strlen(between) : NULL;
    }
    return false;
}

static bool is_shared(const struct names *panels, size_t index)
{
    const char *part, *other;
    size_t length, other_length;
    if (!find_part(panels->all[0], index, &part, &length))
        return false;
    for (size_t i = 1; i < panels->count; i++)
        if (!find_part(panels->all[i], index, &other, &other_length) || other_length != length ||
            strncmp(part, other, length) != 0)
            return false;
    return true;
}

/* The parts of a title that all panels share, or those that they do not. */
static void take_parts(const struct names *panels, size_t panel, bool shared, char text[CHART_NAME])
{
    const char *part;
    size_t length;
    text[0] = '\0';
    for (size_t i = 0; find_part(panels->all[panel], i, &part, &length); i++) {
        if (is_shared(panels, i) != shared)
            continue;
        char *const word = memory_text_part(part, length);
        name_add(text, between, word);
        free(word);
    }
}

static void add_panels(struct chart_data *data, const struct names *panels)
{
    char title[CHART_NAME];
    for (size_t panel = 0; panel < panels->count; panel++) {
        snprintf(title, sizeof title, "%s", panels->all[panel]);
        if (panels->count > 1)
            take_parts(panels, panel, false, title);
        chart_text_add(data, "@panel", title, (double)panel + 1, NAN);
        for (size_t i = 0; i < data->line_count; i++)
            if (strcmp(data->lines[i].panel, panels->all[panel]) == 0) {
                free(data->lines[i].panel);
                data->lines[i].panel = memory_text(title);
            }
    }
}

static bool kind_is(const struct chart_draft *draft, const char *y)
{
    return strcmp(draft->kind->y, y) == 0;
}

static const char *quantity(const struct chart_draft *draft)
{
    return draft->unit == UNIT_TIME ? "Time" : draft->unit == UNIT_BYTES ? "Bandwidth" : "Throughput";
}

/* The title of the chart where nobody gave it one. */
static void add_title(struct chart_data *data, const struct chart_draft *draft, const struct chart_page *page)
{
    char title[2 * CHART_NAME];
    const char *const own = draft->kind->title, *const against = strstr(own, " against ");
    if (draft->is_bars)
        snprintf(title, sizeof title, "%s and share of the peak", quantity(draft));
    else if (kind_is(draft, "relative"))
        snprintf(title, sizeof title, "Time relative to %s", page->baseline);
    else if (kind_is(draft, "value") && against != NULL)
        snprintf(title, sizeof title, "%s%s", quantity(draft), against);
    else if (strcmp(draft->kind->draw, "cells") == 0)
        snprintf(title, sizeof title, "%s: %s", quantity(draft), own);
    else
        snprintf(title, sizeof title, "%s", own);
    chart_text_add(data, "@title", draft->plot->look.title[0] != '\0' ? draft->plot->look.title : title, NAN,
                   NAN);
}

static const char *unit_label(const struct chart_draft *draft)
{
    return draft->unit == UNIT_TIME    ? "time of a call"
           : draft->unit == UNIT_BYTES ? "GB/s of algorithmic bytes"
                                       : "10⁹ elements/s";
}

/* What the axes are called, how they are divided, and what numbers they have. */
static void add_axes(struct chart_data *data, const struct chart_draft *draft)
{
    static const char *const units[] = {"bytes/s", "elements/s", "time"};
    static const struct {
        const char *axis, *label;
    } labels[] = {{"n", "n (elements)"},
                  {"threads_per_group", "threads per group"},
                  {"values_per_thread", "values per thread"},
                  {"ring", "tiles in the ring"}};
    const bool is_ratio = kind_is(draft, "relative"), is_scatter = strcmp(draft->kind->draw, "scatter") == 0;
    const char *x = draft->kind->x, *line = draft->kind->line;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        x = strcmp(x, labels[i].axis) == 0 ? labels[i].label : x;
        line = strcmp(line, labels[i].axis) == 0 ? labels[i].label : line;
    }
    chart_text_add(data, "@draw", draft->is_bars ? "bars" : draft->kind->draw, NAN, NAN);
    chart_text_add(data, "@unit",
                   is_ratio                       ? "ratio"
                   : kind_is(draft, "efficiency") ? "share"
                                                  : units[draft->unit],
                   NAN, NAN);
    chart_text_add(data, "@xlabel",
                   draft->is_bars                ? unit_label(draft)
                   : kind_is(draft, "error")     ? "largest error of any element (ε·Σ|x|)"
                   : kind_is(draft, "predicted") ? "predicted time"
                                                 : x,
                   NAN, NAN);
    chart_text_add(data, "@ylabel",
                   is_ratio                                  ? "time / time of the baseline"
                   : kind_is(draft, "efficiency")            ? "efficiency"
                   : kind_is(draft, "predicted")             ? "measured time"
                   : strcmp(draft->kind->draw, "cells") == 0 ? line
                                                             : unit_label(draft),
                   NAN, NAN);
    chart_text_add(data, "@xscale", is_scatter || draft->axis < AXIS_COUNT ? "log" : "linear", NAN, NAN);
    chart_text_add(data, "@yscale",
                   strcmp(draft->kind->scale, "linear") == 0 && draft->unit != UNIT_TIME ? "linear" : "log",
                   NAN, NAN);
}

static void add_ticks(struct chart_data *data, const struct chart_draft *draft)
{
    char text[32];
    for (size_t i = 0; draft->axis < AXIS_COUNT && i < draft->place_count; i++)
        chart_text_add(data, "@xtick", text_format_count(text, sizeof text, (uint64_t)draft->places[i]),
                       draft->places[i], NAN);
}

/* The size of a cache of the host; 0: it is not known. */
static double cache_size(const json_t *identity, json_int_t level)
{
    size_t i;
    const json_t *cache;
    json_array_foreach(json_object_get(identity, "caches"), i,
                       cache) if (json_integer_value(json_object_get(cache, "level")) ==
                                  level) return (double)json_integer_value(json_object_get(cache, "bytes"));
    return 0;
}

/* Of the rows on the host the fewest or the most workers, but no more than it has cores; 0: none ran there.
 */
static unsigned host_workers(const struct chart_draft *draft, bool most)
{
    const json_int_t cores =
        json_integer_value(json_object_get(draft->rows.sources[0].file->identity, "cores"));
    unsigned found = 0;
    for (size_t i = 0; i < draft->rows.count; i++) {
        const struct point *const point = &draft->rows.all[i].record->point;
        unsigned workers = point_workers(point);
        workers = cores > 0 && workers > cores ? (unsigned)cores : workers;
        if (!point_on_device(point) && (found == 0 || (most ? workers > found : workers < found)))
            found = workers;
    }
    return found;
}

static double bytes_per_element(const struct chart_draft *draft, size_t panel)
{
    size_t i = 0;
    while (draft->row_panel[i] != panel)
        i++;
    return draft->rows.all[i].bytes / (double)draft->rows.all[i].record->point.n;
}

/* A cache, of so many workers. */
struct cache_mark {
    const char *name;
    double bytes;
    unsigned times;
};

static bool add_mark(struct chart_data *data, const struct chart_draft *draft, size_t panel,
                     struct cache_mark cache)
{
    const double x = cache.bytes * cache.times / bytes_per_element(draft, panel);
    const double first = draft->places[0], last = draft->places[draft->place_count - 1];
    char text[32];
    if (!(x > first / 1.3) || !(x < last * 1.3))
        return false;
    snprintf(text, sizeof text, cache.times > 1 ? "%s ×%u" : "%s", cache.name, cache.times);
    chart_text_add(data, "@mark", text, x, (double)panel + 1);
    return true;
}

/* A mark where the algorithmic bytes are as large as a cache; those of cores as many times as cores work. */
static bool add_caches(struct chart_data *data, const struct chart_draft *draft)
{
    static const char *const names[] = {"L1d", "L2", "L3"};
    const unsigned fewest = host_workers(draft, false), most = host_workers(draft, true);
    const json_t *const identity = draft->rows.sources[0].file->identity;
    bool any = false;
    if (draft->axis != AXIS_N || strcmp(draft->kind->draw, "lines") != 0 || fewest == 0 ||
        draft->rows.distinct[PARAMETER_RESULT] > 1)
        return false;
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (unsigned level = 1; level <= 3; level++) {
            const double bytes = cache_size(identity, level);
            any |= add_mark(data, draft, panel,
                            (struct cache_mark){names[level - 1], bytes, level < 3 ? fewest : 1});
            if (most > fewest && level < 3)
                any |= add_mark(data, draft, panel, (struct cache_mark){names[level - 1], bytes, most});
        }
    return any;
}

/* Of all points how many have one of these bits. */
static size_t count_points(const struct chart_data *data, unsigned bits, size_t *all)
{
    size_t count = 0;
    *all = 0;
    for (size_t i = 0; i < data->line_count; i++)
        for (size_t k = 0; data->lines[i].color >= 0 && k < data->lines[i].point_count; k++) {
            count += (data->lines[i].points[k].hollow & bits) != 0;
            ++*all;
        }
    return count;
}

static bool lacks_intervals(const struct chart_data *data)
{
    for (size_t i = 0; i < data->line_count; i++)
        for (size_t k = 0; data->lines[i].color >= 0 && k < data->lines[i].point_count; k++)
            if (isnan(data->lines[i].points[k].low))
                return true;
    return false;
}

static void add_warning(struct chart_data *data)
{
    size_t all;
    const size_t unusable = count_points(data, POINT_UNUSABLE, &all);
    char text[96];
    if (2 * unusable <= all)
        return;
    snprintf(text, sizeof text, "%zu of %zu points are unusable: measure them again.", unusable, all);
    chart_text_add(data, "@warning", text, NAN, NAN);
}

static const char *what_is_drawn(const struct chart_draft *draft)
{
    if (strcmp(draft->kind->draw, "cells") == 0)
        return "Solid frame: the best of a panel; dashed: within 2% of it. Darker is faster.";
    if (draft->is_bars)
        return "Median with its 95% interval; the mark is the measured peak.";
    if (kind_is(draft, "efficiency"))
        return "Elements a second on a rank over those on the fewest ranks; with the 95% interval; 1 is "
               "ideal.";
    if (kind_is(draft, "predicted"))
        return "Median with its 95% interval; above the line: slower than messages and memory explain.";
    return "Median with its 95% interval.";
}

/* What the shapes and dashes of lines mean. */
static void add_legend_text(const struct chart_draft *draft, char text[CHART_NAME])
{
    const struct implementation *const first = draft->line[0].row->record->point.implementation;
    bool has_families = false;
    for (size_t i = 1; i < draft->lines.count; i++)
        has_families |= draft->line[i].row->record->point.implementation->family != first->family;
    if (strcmp(draft->kind->draw, "cells") == 0 || draft->is_bars)
        return;
    name_add(text, " ", has_families ? "Shape: the family." : "");
    if (draft->wheres.count < 2 || draft->place_count < 2)
        return;
    name_add(text, " ", "Dash:");
    for (size_t i = 0; i < draft->wheres.count; i++) {
        name_add(text, i == 0 ? " solid " : i == 1 ? "; dashed " : "; then ", draft->wheres.all[i]);
    }
    name_add(text, "", ".");
}

static void add_footer(struct chart_data *data, const struct chart_draft *draft,
                       const struct chart_page *page, bool any_cache)
{
    char text[CHART_NAME] = "", left_out[64] = "";
    size_t all;
    name_add(text, "", what_is_drawn(draft));
    if (kind_is(draft, "relative")) {
        name_add(text, " ", "Over the median of");
        name_add(text, " ", page->baseline);
        name_add(text, "", ".");
    }
    const bool is_cells = strcmp(draft->kind->draw, "cells") == 0,
               is_lines = strcmp(draft->kind->draw, "lines") == 0;
    if (count_points(data, POINT_UNUSABLE, &all) > 0)
        name_add(text, " ", is_cells ? "○: unusable." : "Hollow and grey: unusable.");
    if (count_points(data, POINT_ABOVE_PEAK, &all) > 0)
        name_add(text, " ",
                 is_cells   ? "↑: above its peak."
                 : is_lines ? "In a ring: above its peak."
                            : "Beyond the mark: above its peak.");
    name_add(text, " ",
             is_lines && !draft->is_bars && lacks_intervals(data) ? "Dotted: too few samples for an interval."
                                                                  : "");
    name_add(text, " ", any_cache ? "A cache is marked where the algorithmic bytes fill it." : "");
    if (page->sources[0] != '\0') {
        name_add(text, " ", "Grey diamond: published");
        name_add(text, " (", page->sources);
        name_add(text, "", ").");
    }
    if (draft->rows.sizes_left_out > 0)
        snprintf(left_out, sizeof left_out,
                 draft->kind->sizes == 1 ? "The largest size of each problem." : "Sizes: %u of %u.",
                 draft->kind->sizes, draft->kind->sizes + draft->rows.sizes_left_out);
    name_add(text, " ", left_out);
    add_legend_text(draft, text);
    chart_text_add(data, "@footer", text, NAN, NAN);
}

void chart_page_add(struct chart_data *data, const struct chart_draft *draft, const struct chart_page *page)
{
    char subtitle[CHART_NAME] = "", common[CHART_NAME];
    add_title(data, draft, page);
    if (draft->panels.count > 1)
        take_parts(&draft->panels, 0, true, subtitle);
    name_add(subtitle, between, rows_common(&draft->rows, common));
    chart_text_add(data, "@subtitle", subtitle, NAN, NAN);
    add_warning(data);
    add_axes(data, draft);
    add_panels(data, &draft->panels);
    add_ticks(data, draft);
    add_footer(data, draft, page, add_caches(data, draft));
}
