/* SPDX-License-Identifier: MIT */
/* A chart of measured times: of each panel its lines, bars, cells or points, and what the page says of them.
 */
#include "chart/chart_times.h"

#include "base/memory.h"
#include "base/text.h"
#include "chart/chart_draft.h"
#include "chart/chart_look.h"
#include "chart/chart_page.h"
#include "chart/published.h"
#include "problem/primitive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shapes of points and dashes of lines that there are. */
enum { SHAPES = 6, DASHES = 5 };

/* Cells within so much of the best are tied with it. */
static const double tie = 0.02;

static bool kind_is(const struct chart_draft *draft, const char *y)
{
    return strcmp(draft->kind->y, y) == 0;
}

/* "12.3 GB/s", "1.23 us". */
static const char *value_text(const struct chart_draft *draft, double value, char text[64])
{
    if (draft->unit == UNIT_TIME)
        return text_format_duration(text, 64, value);
    snprintf(text, 64, "%.*f%s",
             value < 9.995   ? 2
             : value < 99.95 ? 1
                             : 0,
             value, draft->unit == UNIT_BYTES ? " GB/s" : "·10⁹/s");
    return text;
}

/* "50%"; below a hundredth with a digit more. */
static const char *share_text(double share, char text[32])
{
    snprintf(text, 32, "%.*f%%", share < 0.01 ? 1 : 0, 100 * share);
    return text;
}

static unsigned hollow_of(const struct chart_row *row)
{
    return (row->record->grade == GRADE_UNUSABLE ? POINT_UNUSABLE : 0) |
           (row->record->flags & FLAG_LIMIT_EXCEEDED ? POINT_ABOVE_PEAK : 0);
}

/* "simd/windows, n = 1Ki: 20.0 GB/s [19.4 GB/s to 20.4 GB/s]; 50% of peak; unusable". */
static char *point_label(const struct chart_draft *draft, const struct chart_row *row, const char *name,
                         const char *more)
{
    char place[64] = "", count[32], value[64], low[64], high[64], share[32], text[CHART_NAME] = "";
    const struct interval interval = draft_interval(draft, row);
    if (draft->axis < AXIS_COUNT)
        snprintf(place, sizeof place, "; %s = %s", axis_info[draft->axis].name,
                 text_format_count(count, sizeof count, row->record->point.axis[draft->axis]));
    name_add(text, "", name);
    if (draft->is_best_only && row->record->point.threads_per_group > 0)
        snprintf(count, sizeof count, " T=%llu V=%llu",
                 (unsigned long long)row->record->point.threads_per_group,
                 (unsigned long long)row->record->point.values_per_thread);
    name_add(text, "", draft->is_best_only && row->record->point.threads_per_group > 0 ? count : "");
    name_add(text, "", place);
    name_add(text, ": ", value_text(draft, draft_median(draft, row), value));
    if (isfinite(interval.low)) {
        char between[160];
        snprintf(between, sizeof between, "[%s to %s]", value_text(draft, interval.low, low),
                 value_text(draft, interval.high, high));
        name_add(text, " ", between);
    } else
        name_add(text, " ", "(n < 6: no interval)");
    if (row->record->limit_ratio > 0) {
        name_add(text, "; ", share_text(row->record->limit_ratio, share));
        name_add(text, " ", "of peak");
    }
    name_add(text, "; ", more);
    name_add(text, "; ", hollow_of(row) & POINT_ABOVE_PEAK ? "above its peak" : "");
    name_add(text, "; ", hollow_of(row) & POINT_UNUSABLE ? "unusable" : "");
    return memory_text(text);
}

/* What the values of a panel stand over: a line of its own in every panel, or none. */
struct baseline {
    size_t line;
    bool is_there;
};

static bool is_baseline(const char *glob, const char *name)
{
    char longer[CHART_NAME];
    snprintf(longer, sizeof longer, "%s *", glob);
    return glob[0] == '\0' || text_glob(glob, name) || text_glob(longer, name);
}

static bool has_line(const struct chart_draft *draft, size_t panel, size_t line)
{
    for (size_t place = 0; place < draft->place_count; place++)
        if (draft_best(draft, panel, line, place) != NULL)
            return true;
    return false;
}

/* Of each panel the first line that the baseline fits, a fresh list. */
static struct baseline *find_baselines(const struct chart_draft *draft)
{
    struct baseline *const bases = memory_array(draft->panels.count, sizeof *bases);
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (size_t line = 0; line < draft->lines.count && !bases[panel].is_there; line++)
            if (is_baseline(draft->plot->baseline, draft->lines.all[line]) && has_line(draft, panel, line))
                bases[panel] = (struct baseline){line, true};
    return bases;
}

/* What the value of a row is divided by: 1, the baseline's at the place, or of an efficiency the line's own
 * at its first place, for as many ranks. */
static double scale_of(const struct chart_draft *draft, const struct baseline *bases, size_t panel,
                       size_t line, size_t place)
{
    if (kind_is(draft, "efficiency")) {
        size_t first = 0;
        while (draft_best(draft, panel, line, first) == NULL)
            first++;
        return draft_median(draft, draft_best(draft, panel, line, first)) * draft->places[place] /
               draft->places[first];
    }
    if (!kind_is(draft, "relative"))
        return 1;
    const struct chart_row *const base =
        bases[panel].is_there ? draft_best(draft, panel, bases[panel].line, place) : NULL;
    return base != NULL ? draft_median(draft, base) : NAN;
}

static unsigned shape_of(const struct chart_draft *draft, const struct draft_line *line)
{
    const struct implementation *const implementation = line->row->record->point.implementation;
    for (size_t i = 1; i < draft->lines.count; i++)
        if (draft->line[i].row->record->point.implementation->family !=
            draft->line[0].row->record->point.implementation->family)
            return family_shape(implementation);
    return (unsigned)line->hue % SHAPES;
}

/* Add a line of the chart with the looks of one of the draft's. */
static struct chart_line *add_line(struct chart_data *data, const struct chart_draft *draft, size_t panel,
                                   size_t line)
{
    char name[CHART_NAME];
    struct chart_line *const added =
        chart_line_add(data, draft->panels.all[panel], draft_line_name(draft, line, name));
    look_rename(&draft->plot->look, draft->lines.all[line], &added->name);
    added->color = draft->line[line].color;
    added->dash = 1 + (unsigned)draft->line[line].where % DASHES;
    added->shape = shape_of(draft, &draft->line[line]);
    look_recolor(&draft->plot->look, draft->lines.all[line], added->hex);
    return added;
}

/* A chart that is being made: its data, of what, what the page will need, and what each panel stands over. */
struct making {
    struct chart_data *data;
    const struct chart_draft *draft;
    struct chart_page *page;
    const struct baseline *bases;
};

static void add_line_points(const struct making *making, size_t panel, size_t line)
{
    const struct chart_draft *const draft = making->draft;
    struct chart_line *const added = add_line(making->data, draft, panel, line);
    for (size_t place = 0; place < draft->place_count; place++) {
        const struct chart_row *const row = draft_best(draft, panel, line, place);
        const double scale = row != NULL ? scale_of(draft, making->bases, panel, line, place) : NAN;
        if (isnan(scale))
            continue;
        const double y = draft_median(draft, row) / scale;
        const struct interval interval = draft_interval(draft, row);
        char more[CHART_NAME] = "";
        if (kind_is(draft, "relative"))
            snprintf(more, sizeof more, "%.3g times %s", y, draft->lines.all[making->bases[panel].line]);
        else if (kind_is(draft, "efficiency"))
            snprintf(more, sizeof more, "efficiency %.2f", y);
        chart_point_add(added, (struct chart_point){.x = draft->places[place],
                                                    .y = y,
                                                    .low = interval.low / scale,
                                                    .high = interval.high / scale,
                                                    .hollow = hollow_of(row),
                                                    .label = point_label(draft, row, added->name, more)});
    }
    if (added->point_count == 0)
        chart_line_drop(making->data);
}

/* "copy 2 workers": what the peak of a place is called, by the kernel that set it. */
static void peak_name(const struct chart_draft *draft, const struct chart_row *row, size_t where,
                      char name[CHART_NAME])
{
    const enum primitive of = primitive_limit(row->record->point.implementation->primitive);
    snprintf(name, CHART_NAME, "%s %s",
             primitive_inputs(of) == 1 && !primitive_counts(of) ? primitive_names[of] : "read",
             draft->wheres.all[where]);
}

/* The best measured peak of each place, a line for each where. */
static void add_peaks(struct chart_data *data, const struct chart_draft *draft, size_t panel, size_t where)
{
    struct chart_line *line = NULL;
    char name[CHART_NAME], value[64];
    for (size_t place = 0; place < draft->place_count; place++) {
        double peak = NAN;
        for (size_t i = 0; i < draft->rows.count; i++) {
            const struct chart_row *const row = &draft->rows.all[i];
            const double own = draft_peak(draft, row);
            if (draft->row_panel[i] != panel || draft->row_place[i] != place ||
                draft->line[draft->row_line[i]].where != where || isnan(own))
                continue;
            peak = !(draft->unit == UNIT_TIME ? own >= peak : own <= peak) ? own : peak;
            peak_name(draft, row, where, name);
        }
        if (isnan(peak))
            continue;
        if (line == NULL) {
            line = chart_line_add(data, draft->panels.all[panel], name);
            look_rename(&draft->plot->look, name, &line->name);
            line->color = COLOR_PEAK;
            line->dash = 1 + (unsigned)where % DASHES;
        }
        chart_point_add(line,
                        (struct chart_point){draft->places[place], peak, NAN, NAN, 0,
                                             memory_format("%s: %s", name, value_text(draft, peak, value))});
    }
}

/* What was published of the row that stands at a place, in the unit of the chart; NAN: nothing. */
static double published_value(const struct chart_draft *draft, const struct chart_row *row,
                              const struct chart_row *base, const struct published_number **published)
{
    *published = published_find(&row->record->point);
    if (*published == NULL)
        return NAN;
    const double seconds = published_seconds(*published, (double)row->record->point.n, row->bytes);
    if (!kind_is(draft, "relative"))
        return draft_value(draft, row, seconds);
    const struct published_number *const other = base != NULL ? published_find(&base->record->point) : NULL;
    const double base_seconds =
        other != NULL ? published_seconds(other, (double)base->record->point.n, base->bytes) : NAN;
    return published_ratio(*published, seconds, other, base_seconds);
}

static void note_source(struct chart_page *page, const struct published_number *published)
{
    if (strstr(page->sources, published_source(published)) == NULL)
        name_add(page->sources, ", ", published_source(published));
}

/* Marks of what was published of a line of a panel; of bars x is the bar. */
static void add_published(const struct making *making, size_t panel, size_t line, double bar)
{
    const struct chart_draft *const draft = making->draft;
    struct chart_line *marks = NULL;
    char value[64];
    for (size_t place = 0; place < draft->place_count; place++) {
        const struct chart_row *const row = draft_best(draft, panel, line, place);
        const struct chart_row *const base = row != NULL && making->bases[panel].is_there
                                                 ? draft_best(draft, panel, making->bases[panel].line, place)
                                                 : NULL;
        const struct published_number *published;
        const double theirs = row != NULL ? published_value(draft, row, base, &published) : NAN;
        if (isnan(theirs))
            continue;
        if (marks == NULL) {
            marks = chart_line_add(making->data, draft->panels.all[panel], draft->lines.all[line]);
            marks->color = COLOR_PUBLISHED;
            marks->shape = draft->line[line].color >= 0 ? (unsigned)draft->line[line].color : 0;
        }
        note_source(making->page, published);
        if (kind_is(draft, "relative"))
            snprintf(value, sizeof value, "%.3g times", theirs);
        chart_point_add(
            marks, (struct chart_point){
                       bar > 0 ? bar : draft->places[place], theirs, NAN, NAN, 0,
                       memory_format("published: %s: %s; %s", draft->lines.all[line],
                                     kind_is(draft, "relative") ? value : value_text(draft, theirs, value),
                                     published_source(published))});
    }
}

static void make_lines(const struct making *making)
{
    const struct chart_draft *const draft = making->draft;
    const bool has_peaks = kind_is(draft, "value") && draft->axis != AXIS_RANKS;
    for (size_t panel = 0; panel < draft->panels.count; panel++) {
        for (size_t where = 0; has_peaks && where < draft->wheres.count; where++)
            add_peaks(making->data, draft, panel, where);
        for (size_t line = 0; line < draft->lines.count; line++) {
            if (!has_line(draft, panel, line))
                continue;
            add_line_points(making, panel, line);
            if (draft->axis == AXIS_N || draft->axis == AXIS_VALUES_PER_THREAD)
                add_published(making, panel, line, 0);
        }
    }
}

/* How many bars of a panel stand above that of a line: better ones, and of equals the earlier. */
static size_t bars_above(const struct chart_draft *draft, size_t panel, size_t line)
{
    const struct chart_row *const own = draft_best(draft, panel, line, 0);
    size_t above = 0;
    for (size_t other = 0; other < draft->lines.count; other++) {
        const struct chart_row *const row = draft_best(draft, panel, other, 0);
        above += row != NULL && other != line &&
                 (draft_is_better(draft, row, own) || (other < line && !draft_is_better(draft, own, row)));
    }
    return above;
}

static void add_bar(const struct making *making, size_t panel, size_t line)
{
    const struct chart_draft *const draft = making->draft;
    const struct chart_row *const row = draft_best(draft, panel, line, 0);
    const double bar = 1 + (double)bars_above(draft, panel, line);
    const struct interval interval = draft_interval(draft, row);
    char share[32];
    struct chart_line *const added = add_line(making->data, draft, panel, line);
    chart_point_add(added, (struct chart_point){bar, draft_median(draft, row), interval.low, interval.high,
                                                hollow_of(row), point_label(draft, row, added->name, "")});
    const double peak = draft_peak(draft, row);
    if (isfinite(peak)) {
        struct chart_line *const limit = chart_line_add(making->data, draft->panels.all[panel], added->name);
        limit->color = COLOR_PEAK;
        chart_point_add(limit,
                        (struct chart_point){bar, peak, NAN, NAN, 0,
                                             memory_text(share_text(row->record->limit_ratio, share))});
    }
    add_published(making, panel, line, bar);
}

static void make_bars(const struct making *making)
{
    const struct chart_draft *const draft = making->draft;
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (size_t rank = 0; rank < draft->lines.count; rank++)
            for (size_t line = 0; line < draft->lines.count; line++)
                if (draft_best(draft, panel, line, 0) != NULL && bars_above(draft, panel, line) == rank)
                    add_bar(making, panel, line);
}

/* 1 for the best cell of a panel, 2 for those that are tied with it. */
static unsigned frame_of(const struct chart_draft *draft, size_t panel, const struct chart_row *row)
{
    const struct chart_row *best = row;
    for (size_t i = 0; i < draft->rows.count; i++)
        if (draft->row_panel[i] == panel && draft_is_better(draft, &draft->rows.all[i], best))
            best = &draft->rows.all[i];
    return best == row ? 1 : row->seconds <= best->seconds * (1 + tie) ? 2 : 0;
}

static int compare_rows_of_cells(const struct chart_draft *draft, size_t a, size_t b)
{
    const double one = strtod(strpbrk(draft->lines.all[a], "0123456789"), NULL);
    const double other = strtod(strpbrk(draft->lines.all[b], "0123456789"), NULL);
    return one < other ? -1 : one > other;
}

/* The rows of a heat map from below: by their numbers. Each cell is a block of its own, so that it has its
 * frame. */
static void make_cells(struct chart_data *data, const struct chart_draft *draft)
{
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (size_t rank = 0; rank < draft->lines.count; rank++)
            for (size_t line = 0; line < draft->lines.count; line++) {
                size_t below = 0;
                for (size_t other = 0; other < draft->lines.count; other++)
                    below += compare_rows_of_cells(draft, other, line) < 0;
                for (size_t place = 0; below == rank && place < draft->place_count; place++) {
                    const struct chart_row *const row = draft_best(draft, panel, line, place);
                    if (row == NULL)
                        continue;
                    struct chart_line *const cell = chart_line_add(
                        data, draft->panels.all[panel], strpbrk(draft->lines.all[line], "0123456789"));
                    const struct interval interval = draft_interval(draft, row);
                    cell->shape = frame_of(draft, panel, row);
                    chart_point_add(
                        cell, (struct chart_point){draft->places[place], draft_median(draft, row),
                                                   interval.low, interval.high, hollow_of(row),
                                                   point_label(draft, row, draft->lines.all[line], "")});
                }
            }
}

/* A point for each row of a line, over what was predicted of it or the error of its answer. */
static void make_scatter(struct chart_data *data, const struct chart_draft *draft)
{
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        for (size_t line = 0; line < draft->lines.count; line++) {
            if (!has_line(draft, panel, line))
                continue;
            struct chart_line *const added = add_line(data, draft, panel, line);
            for (size_t i = 0; i < draft->rows.count; i++) {
                const struct chart_row *const row = &draft->rows.all[i];
                if (draft->row_panel[i] != panel || draft->row_line[i] != line)
                    continue;
                const bool is_error = kind_is(draft, "error");
                const double x = is_error ? row->record->accuracy.error_eps : row->record->predicted_s;
                const struct interval interval = draft_interval(draft, row);
                char more[64];
                snprintf(more, sizeof more, is_error ? "error %.3g" : "predicted %.3g s", x);
                chart_point_add(added, (struct chart_point){x, draft_median(draft, row), interval.low,
                                                            interval.high, hollow_of(row),
                                                            point_label(draft, row, added->name, more)});
            }
        }
}

static bool any_baseline(const struct chart_draft *draft, const struct baseline *bases)
{
    for (size_t panel = 0; panel < draft->panels.count; panel++)
        if (bases[panel].is_there)
            return true;
    return false;
}

/* "serial", or where panels have other lines: "the first line of each panel"; into the page. */
static void name_baseline(const struct chart_draft *draft, const struct baseline *bases,
                          struct chart_page *page)
{
    const char *name = NULL;
    bool are_many = false;
    for (size_t panel = 0; panel < draft->panels.count; panel++) {
        const char *const own = bases[panel].is_there ? draft->lines.all[bases[panel].line] : NULL;
        are_many = are_many || (name != NULL && own != NULL && strcmp(own, name) != 0);
        name = name != NULL ? name : own;
    }
    char *text = memory_text(are_many ? "the first line of each panel" : name != NULL ? name : "");
    if (!are_many)
        look_rename(&draft->plot->look, name != NULL ? name : "", &text);
    snprintf(page->baseline, CHART_NAME, "%s", text);
    free(text);
}

bool chart_times_make(struct chart_data *data, const struct chart_source *sources, size_t count,
                      const struct config_plot *plot, struct error *error)
{
    struct chart_draft draft;
    if (!draft_make(&draft, sources, count, plot, error))
        return false;
    *data = (struct chart_data){0};
    struct chart_page page = {.baseline = "", .sources = ""};
    struct baseline *const bases = find_baselines(&draft);
    const bool ok = !kind_is(&draft, "relative") || any_baseline(&draft, bases) ||
                    error_set(error, EXIT_USAGE, "no line matches the baseline '%s'", plot->baseline);
    if (ok) {
        const struct making making = {data, &draft, &page, bases};
        name_baseline(&draft, bases, &page);
        if (draft.is_bars)
            make_bars(&making);
        else if (strcmp(draft.kind->draw, "cells") == 0)
            make_cells(data, &draft);
        else if (strcmp(draft.kind->draw, "scatter") == 0)
            make_scatter(data, &draft);
        else
            make_lines(&making);
        chart_page_add(data, &draft, &page);
    }
    free(bases);
    draft_close(&draft);
    return ok;
}
