/* SPDX-License-Identifier: MIT */
/* A chart of times on its way from rows to data. */
#include "chart/chart_draft.h"

#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "chart/chart_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these a line or a bar stands for all tiles of its algorithm. */
enum { FEW_LINES = 10, FEW_BARS = 24 };

static const uint64_t tile = PARAMETER_BIT(AXIS_THREADS_PER_GROUP) | PARAMETER_BIT(AXIS_VALUES_PER_THREAD);
static const uint64_t ring = PARAMETER_BIT(AXIS_RING) | PARAMETER_BIT(AXIS_REDUCERS);
/* What the dash of a line shows, so that its colour need not. */
static const uint64_t where = PARAMETER_BIT(AXIS_WORKERS) | PARAMETER_BIT(AXIS_RANKS) |
                              PARAMETER_BIT(AXIS_DEVICE) | PARAMETER_BIT(AXIS_ENGINE) |
                              PARAMETER_BIT(AXIS_SELECTIVITY) | PARAMETER_BIT(PARAMETER_RESULT);

size_t names_rank(struct names *names, const char *text)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->all[i], text) != 0)
        i++;
    if (i < names->count)
        return i;
    names->all = memory_resize(names->all, names->count + 1, sizeof *names->all);
    names->all[names->count++] = memory_text(text);
    return i;
}

void names_close(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->all[i]);
    free(names->all);
}

static uint64_t axis_bit(enum axis axis)
{
    return axis < AXIS_COUNT && axis != AXIS_N ? PARAMETER_BIT(axis) : 0;
}

/* What a kind names lines by: an axis, or AXIS_COUNT for the algorithm with all that varies. */
static enum axis line_axis(const struct chart_draft *draft)
{
    return chart_axis(draft->kind->line);
}

static bool kind_has(const char *words, const char *word)
{
    const char *const at = strstr(words, word);
    const size_t length = strlen(word);
    return at != NULL && (at == words || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ');
}

/* "n = 1Mi", or of the weak scaling of ranks "1Mi on each". */
static void size_text(const struct chart_row *row, char text[CHART_NAME])
{
    char count[32];
    snprintf(text, CHART_NAME, "n = %s", text_format_count(count, sizeof count, row->record->point.n));
}

/* Whether the problem of a row was measured as large on another number of ranks: its scaling is strong. */
static bool is_strong(const struct chart_rows *rows, const struct chart_row *row)
{
    const struct point *const point = &row->record->point;
    for (size_t i = 0; i < rows->count; i++) {
        const struct point *const other = &rows->all[i].record->point;
        if (other->n == point->n && other->ranks != point->ranks && other->dtype == point->dtype &&
            other->implementation->primitive == point->implementation->primitive)
            return true;
    }
    return false;
}

static void scaling_text(const struct chart_rows *rows, const struct chart_row *row, char text[CHART_NAME])
{
    const struct point *const point = &row->record->point;
    char count[32];
    const bool strong = is_strong(rows, row);
    text_format_count(count, sizeof count, strong ? point->n : point->n / point->ranks);
    snprintf(text, CHART_NAME, strong ? "n = %s on all (strong)" : "%s on each (weak)", count);
}

static char *panel_name(const struct chart_draft *draft, const struct chart_row *row, char name[CHART_NAME])
{
    char text[CHART_NAME];
    row_problem(row, name);
    if (kind_has(draft->kind->panel, "n") || draft->is_bars) {
        size_text(row, text);
        name_add(name, " · ", text);
    }
    if (kind_has(draft->kind->panel, "scaling")) {
        scaling_text(&draft->rows, row, text);
        name_add(name, " · ", text);
    }
    if (kind_has(draft->kind->panel, "algorithm"))
        name_add(name, " · ",
                 row_line_name(&draft->rows, row,
                               tile | axis_bit(draft->axis) | axis_bit(line_axis(draft)) |
                                   (strcmp(draft->kind->draw, "cells") == 0 ? ring : 0),
                               text));
    return name;
}

static char *full_line_name(const struct chart_draft *draft, const struct chart_row *row,
                            char name[CHART_NAME])
{
    const enum axis axis = line_axis(draft);
    char text[PARAMETER_TEXT];
    if (axis == AXIS_COUNT)
        return row_line_name(&draft->rows, row, axis_bit(draft->axis), name);
    snprintf(name, CHART_NAME, "%s%s", strlen(axis_info[axis].label) == 2 ? axis_info[axis].label : "",
             row_parameter(&draft->rows, row, axis, text));
    return name;
}

/* What a line without its tile is called, which the best of several stands for. */
static char *group_name(const struct chart_draft *draft, const struct chart_row *row, char name[CHART_NAME])
{
    return line_axis(draft) == AXIS_COUNT
               ? row_line_name(&draft->rows, row, tile | axis_bit(draft->axis), name)
               : full_line_name(draft, row, name);
}

static void choose_places(struct chart_draft *draft)
{
    draft->places = memory_array(draft->rows.count, sizeof *draft->places);
    for (size_t i = 0; i < draft->rows.count; i++) {
        const double x =
            draft->axis < AXIS_COUNT ? (double)draft->rows.all[i].record->point.axis[draft->axis] : 1;
        size_t k = 0;
        while (k < draft->place_count && draft->places[k] < x)
            k++;
        if (k < draft->place_count && draft->places[k] == x)
            continue;
        memmove(draft->places + k + 1, draft->places + k, (draft->place_count++ - k) * sizeof *draft->places);
        draft->places[k] = x;
    }
}

static size_t place_of(const struct chart_draft *draft, const struct chart_row *row)
{
    size_t k = 0;
    while (draft->axis < AXIS_COUNT && draft->places[k] < (double)row->record->point.axis[draft->axis])
        k++;
    return k;
}

/* Give each row its panel, line and place, and decide whether lines are those of groups. */
static void rank_rows(struct chart_draft *draft)
{
    const size_t count = draft->rows.count;
    char name[CHART_NAME];
    draft->row_panel = memory_array(count, sizeof *draft->row_panel);
    draft->row_line = memory_array(count, sizeof *draft->row_line);
    draft->row_place = memory_array(count, sizeof *draft->row_place);
    size_t *const groups = memory_array(count, sizeof *groups);
    for (size_t i = 0; i < count; i++) {
        const struct chart_row *const row = &draft->rows.all[i];
        draft->row_panel[i] = names_rank(&draft->panels, panel_name(draft, row, name));
        draft->row_line[i] = names_rank(&draft->lines, full_line_name(draft, row, name));
        groups[i] = names_rank(&draft->groups, group_name(draft, row, name));
        draft->row_place[i] = place_of(draft, row);
    }
    draft->is_best_only = draft->lines.count > (draft->is_bars ? FEW_BARS : FEW_LINES) &&
                          draft->groups.count < draft->lines.count &&
                          strcmp(draft->kind->draw, "scatter") != 0;
    if (draft->is_best_only) {
        memcpy(draft->row_line, groups, count * sizeof *groups);
        names_close(&draft->lines);
        draft->lines = draft->groups;
        draft->groups = (struct names){0};
    }
    free(groups);
}

static void describe_lines(struct chart_draft *draft)
{
    char name[CHART_NAME];
    const enum axis axis = line_axis(draft);
    draft->line = memory_array(draft->lines.count, sizeof *draft->line);
    for (size_t i = 0; i < draft->rows.count; i++) {
        struct draft_line *const line = &draft->line[draft->row_line[i]];
        const struct chart_row *const row = &draft->rows.all[i];
        if (line->row != NULL)
            continue;
        line->row = row;
        const uint64_t but = where | axis_bit(draft->axis) | (draft->is_best_only ? tile : 0);
        line->hue = names_rank(&draft->hues, axis == AXIS_COUNT ? row_line_name(&draft->rows, row, but, name)
                                                                : full_line_name(draft, row, name));
        line->where = names_rank(&draft->wheres, row_where(&draft->rows, row, draft->axis, name));
    }
}

/* An algorithm has its colour; the values of an axis have those of the palette in their order; of bars the
 * colour is that of the family. */
static void color_lines(struct chart_draft *draft)
{
    struct chart_hue *const hues = memory_array(draft->lines.count, sizeof *hues);
    int *const colors = memory_array(draft->lines.count, sizeof *colors);
    for (size_t i = 0; i < draft->lines.count; i++)
        hues[i] = (struct chart_hue){&draft->line[i].row->record->point, draft->hues.all[draft->line[i].hue]};
    choose_colors(hues, draft->lines.count, colors);
    for (size_t i = 0; i < draft->lines.count; i++) {
        draft->line[i].color = line_axis(draft) < AXIS_COUNT ? (int)draft->line[i].hue
                               : draft->is_bars ? (int)family_shape(hues[i].point->implementation)
                                                : colors[i];
    }
    free(colors);
    free(hues);
}

double draft_value(const struct chart_draft *draft, const struct chart_row *row, double seconds)
{
    const double amount = draft->unit == UNIT_BYTES ? row->bytes : (double)row->record->point.n;
    return !(seconds > 0) ? NAN : draft->unit == UNIT_TIME ? seconds : amount / seconds / 1e9;
}

double draft_median(const struct chart_draft *draft, const struct chart_row *row)
{
    return draft_value(draft, row, row->seconds);
}

struct interval draft_interval(const struct chart_draft *draft, const struct chart_row *row)
{
    const double low = draft_value(draft, row, row->record->statistics.ci_low);
    const double high = draft_value(draft, row, row->record->statistics.ci_high);
    if (!isfinite(low) || !isfinite(high))
        return (struct interval){NAN, NAN};
    return draft->unit == UNIT_TIME ? (struct interval){low, high} : (struct interval){high, low};
}

double draft_peak(const struct chart_draft *draft, const struct chart_row *row)
{
    return draft_value(draft, row, row->bytes / row->record->limit_bytes_per_s);
}

bool draft_is_better(const struct chart_draft *draft, const struct chart_row *a, const struct chart_row *b)
{
    const double one = draft_median(draft, a), other = draft_median(draft, b);
    return draft->unit == UNIT_TIME ? one < other : one > other;
}

static size_t cell_of(const struct chart_draft *draft, size_t panel, size_t line, size_t place)
{
    return (panel * draft->lines.count + line) * draft->place_count + place;
}

const struct chart_row *draft_best(const struct chart_draft *draft, size_t panel, size_t line, size_t place)
{
    return draft->best[cell_of(draft, panel, line, place)];
}

static void choose_best(struct chart_draft *draft)
{
    draft->best =
        memory_array(draft->panels.count * draft->lines.count * draft->place_count, sizeof *draft->best);
    for (size_t i = 0; i < draft->rows.count; i++) {
        const struct chart_row **const best =
            &draft->best[cell_of(draft, draft->row_panel[i], draft->row_line[i], draft->row_place[i])];
        if (*best == NULL || draft_is_better(draft, &draft->rows.all[i], *best))
            *best = &draft->rows.all[i];
    }
}

/* " T=32–256": the least and the most of an axis among the best rows of a line. */
static void add_range(const struct chart_draft *draft, size_t line, enum axis axis, char name[CHART_NAME])
{
    uint64_t least = UINT64_MAX, most = 0;
    char text[CHART_NAME];
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (size_t place = 0; place < draft->place_count; place++) {
            const struct chart_row *const row = draft_best(draft, panel, line, place);
            const uint64_t value = row != NULL ? row->record->point.axis[axis] : 0;
            least = value > 0 && value < least ? value : least;
            most = value > most ? value : most;
        }
    if (most == 0)
        return;
    snprintf(text, sizeof text, least == most ? "%s%llu" : "%s%llu–%llu", axis_info[axis].label,
             (unsigned long long)least, (unsigned long long)most);
    name_add(name, " ", text);
}

char *draft_line_name(const struct chart_draft *draft, size_t line, char name[CHART_NAME])
{
    snprintf(name, CHART_NAME, "%s", draft->lines.all[line]);
    const struct point *const point = &draft->line[line].row->record->point;
    if (!draft->is_best_only ||
        !(point_has(point, AXIS_THREADS_PER_GROUP) || point_has(point, AXIS_VALUES_PER_THREAD)))
        return name;
    name_add(name, " ", "best");
    add_range(draft, line, AXIS_THREADS_PER_GROUP, name);
    add_range(draft, line, AXIS_VALUES_PER_THREAD, name);
    return name;
}

/* The unit that is asked for, where the kind leaves a choice. */
static enum chart_unit unit_of(const struct config_plot *plot)
{
    const struct plot_kind *const kind = &plot_kinds[plot->kind];
    const bool is_free = strcmp(kind->y, "value") == 0 || strcmp(kind->y, "error") == 0;
    const char *const unit = is_free && plot->unit != NULL ? plot->unit : kind->unit;
    size_t i = 0;
    while (strcmp(plot_units[i], unit) != 0)
        i++;
    return (enum chart_unit)i;
}

/* One size makes no line. */
static bool needs_bars(const struct chart_draft *draft)
{
    const struct plot_kind *const kind = draft->kind;
    return strcmp(kind->draw, "bars") == 0 ||
           (draft->axis == AXIS_N && draft->place_count == 1 && strcmp(kind->draw, "lines") == 0 &&
            strcmp(kind->y, "value") == 0);
}

bool draft_make(struct chart_draft *draft, const struct chart_source *sources, size_t count,
                const struct config_plot *plot, struct error *error)
{
    *draft = (struct chart_draft){.plot = plot, .kind = &plot_kinds[plot->kind], .unit = unit_of(plot)};
    draft->axis = chart_axis(draft->kind->x);
    if (!chart_rows_make(&draft->rows, sources, count, plot, error))
        return false;
    choose_places(draft);
    draft->is_bars = needs_bars(draft);
    if (draft->is_bars) {
        draft->axis = AXIS_COUNT;
        draft->place_count = 1;
    }
    rank_rows(draft);
    describe_lines(draft);
    color_lines(draft);
    choose_best(draft);
    return true;
}

void draft_close(struct chart_draft *draft)
{
    names_close(&draft->panels);
    names_close(&draft->lines);
    names_close(&draft->groups);
    names_close(&draft->hues);
    names_close(&draft->wheres);
    free(draft->places);
    free(draft->line);
    free(draft->row_panel);
    free(draft->row_line);
    free(draft->row_place);
    free(draft->best);
    chart_rows_close(&draft->rows);
    *draft = (struct chart_draft){0};
}
