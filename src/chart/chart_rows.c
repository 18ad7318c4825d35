/* SPDX-License-Identifier: MIT */
/* The rows of results that a chart draws, and the parameters that tell them apart. */
#include "chart/chart_rows.h"

#include "base/memory.h"
#include "chart/chart_counts.h"
#include "problem/primitive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MOST = 256 };

/* Whether a parameter may name a line: all do, in their order, but for those of the problem, which name
 * panels. */
static bool can_name(unsigned parameter)
{
    return parameter != AXIS_DTYPE && parameter != AXIS_OP && parameter != AXIS_SCAN_MODE &&
           parameter != AXIS_N;
}

void name_add(char name[CHART_NAME], const char *between, const char *word)
{
    const size_t length = strlen(name);
    if (word[0] != '\0')
        snprintf(name + length, CHART_NAME - length, "%s%s", length > 0 ? between : "", word);
}

enum axis chart_axis(const char *name)
{
    enum axis axis = 0;
    while (axis < AXIS_COUNT && strcmp(axis_info[axis].name, name) != 0)
        axis++;
    return axis;
}

/* Of dot products whose groups cover the array once: no size has another number of them by choice. */
static bool is_one_walk(const struct point *point)
{
    return point->groups > 1 && point->threads_per_group > 0 &&
           point->groups == (point->n + point->threads_per_group - 1) / point->threads_per_group;
}

const char *row_parameter(const struct chart_rows *rows, const struct chart_row *row, unsigned parameter,
                          char text[PARAMETER_TEXT])
{
    const struct point *const point = &row->record->point;
    if (parameter == PARAMETER_RESULT)
        return rows->sources.count > 1 ? rows->sources.all[row->source].name : "";
    if (!point_has(point, (enum axis)parameter))
        return "";
    if (parameter == AXIS_GROUPS && is_one_walk(point))
        return "n/T";
    point_axis_text(point, (enum axis)parameter, text, PARAMETER_TEXT);
    if (parameter == AXIS_SELECTIVITY)
        snprintf(text, PARAMETER_TEXT, "%g", (double)point->selectivity / SELECTIVITY_ONE);
    return strcmp(text, "-") == 0 ? "" : text;
}

/* "T=256", "2 workers", "huge pages": a value as names have it. */
static void spell(unsigned parameter, const char *value, char text[PARAMETER_TEXT])
{
    static const struct {
        unsigned parameter;
        const char *before, *after, *one;
    } spellings[] = {
        {AXIS_VECTOR_WIDTH, "load width ", "", NULL},
        {AXIS_GROUPS, "", " groups", " group"},
        {AXIS_WORKERS, "", " workers", " worker"},
        {AXIS_RANKS, "", " ranks", " rank"},
        {AXIS_SELECTIVITY, "selectivity ", "", NULL},
        {AXIS_PAGES, "", " pages", NULL},
        {AXIS_CACHE, "", " cache", NULL},
        {AXIS_BROADCAST, "broadcast ", "", NULL},
        {AXIS_IN_PLACE, "in place ", "", NULL},
    };
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        if (spellings[i].parameter == parameter) {
            const bool is_one = spellings[i].one != NULL && strcmp(value, "1") == 0;
            snprintf(text, PARAMETER_TEXT, "%s%s%s", spellings[i].before, value,
                     is_one ? spellings[i].one : spellings[i].after);
            return;
        }
    const char *const label = parameter < AXIS_COUNT ? axis_info[parameter].label : "";
    snprintf(text, PARAMETER_TEXT, "%s%s", strlen(label) == 2 ? label : "", value);
}

/* What the name of a device shows already: its engine; and of the host that it is one. */
static bool is_implied(const struct chart_rows *rows, unsigned parameter, const char *value)
{
    if (parameter == AXIS_DEVICE)
        return strcmp(value, device_names[DEVICE_CPU]) == 0;
    return parameter == AXIS_ENGINE && strcmp(value, engine_names[ENGINE_EMULATE]) != 0 &&
           rows->distinct[AXIS_DEVICE] > 1;
}

char *row_line_name(const struct chart_rows *rows, const struct chart_row *row, uint64_t but,
                    char name[CHART_NAME])
{
    char text[PARAMETER_TEXT], spelt[PARAMETER_TEXT];
    name[0] = '\0';
    name_add(name, "", row->record->point.implementation->name);
    for (unsigned i = 0; i < PARAMETERS; i++) {
        if (rows->distinct[i] < 2 || (but & PARAMETER_BIT(i)))
            continue;
        const char *const value = row_parameter(rows, row, i, text);
        if (value[0] == '\0' || is_implied(rows, i, value))
            continue;
        spell(i, value, spelt);
        name_add(name, " ", spelt);
    }
    return name;
}

char *row_where(const struct chart_rows *rows, const struct chart_row *row, enum axis but,
                char name[CHART_NAME])
{
    const struct point *const point = &row->record->point;
    char text[PARAMETER_TEXT], spelt[PARAMETER_TEXT];
    const bool is_told_apart = rows->distinct[PARAMETER_RESULT] > 1 || rows->distinct[AXIS_SELECTIVITY] > 1;
    name[0] = '\0';
    if (point_on_device(point)) {
        name_add(name, " ", device_names[point->device]);
    } else if (but != AXIS_WORKERS && (!is_told_apart || rows->distinct[AXIS_WORKERS] > 1)) {
        snprintf(text, sizeof text, "%u", point_workers(point));
        spell(AXIS_WORKERS, text, spelt);
        name_add(name, " ", spelt);
    }
    static const unsigned others[] = {AXIS_RANKS, AXIS_SELECTIVITY, PARAMETER_RESULT};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *const value = row_parameter(rows, row, others[i], text);
        if (others[i] == but || value[0] == '\0' ||
            (others[i] != AXIS_RANKS && rows->distinct[others[i]] < 2))
            continue;
        spell(others[i], value, spelt);
        name_add(name, " ", spelt);
    }
    name_add(name, "", name[0] == '\0' ? "host" : "");
    return name;
}

char *row_problem(const struct chart_row *row, char name[CHART_NAME])
{
    static const enum axis axes[] = {AXIS_DTYPE, AXIS_OP, AXIS_SCAN_MODE};
    char text[PARAMETER_TEXT];
    name[0] = '\0';
    name_add(name, "", primitive_names[row->record->point.implementation->primitive]);
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        point_axis_text(&row->record->point, axes[i], text, sizeof text);
        name_add(name, " ", strcmp(text, "-") == 0 ? "" : text);
    }
    return name;
}

/* What a silent config gives, and nobody need read. */
static bool is_usual(unsigned parameter, const char *value)
{
    return (parameter == AXIS_DEVICE && strcmp(value, device_names[DEVICE_CPU]) == 0) ||
           (parameter == AXIS_BROADCAST && strcmp(value, broadcast_names[BROADCAST_NO]) == 0) ||
           (parameter == AXIS_ENGINE && strcmp(value, engine_names[ENGINE_EMULATE]) == 0);
}

char *rows_common(const struct chart_rows *rows, char name[CHART_NAME])
{
    char partly[CHART_NAME] = "", spelt[PARAMETER_TEXT];
    name[0] = '\0';
    for (unsigned parameter = 0; parameter < PARAMETERS; parameter++) {
        if (rows->distinct[parameter] != 1 || is_usual(parameter, rows->only[parameter]))
            continue;
        spell(parameter, rows->only[parameter], spelt);
        name_add(rows->lacking[parameter] == 0 ? name : partly, " · ", spelt);
    }
    if (partly[0] != '\0') {
        name_add(name, "; ", "where a line has it: ");
        name_add(name, "", partly);
    }
    return name;
}

/* What is beyond was never measured, and no axis shows it; NAN is neither. */
static bool is_plausible(double number)
{
    return number > 1e-30 && number < 1e30;
}

/* An exchange alone has as many words on each rank, however many there are: nothing of it is parallel. */
static bool has_value(const struct record *record, const char *y)
{
    const char *const primitive = primitive_names[record->point.implementation->primitive];
    if (strcmp(y, "error") == 0)
        return isfinite(record->accuracy.error_eps);
    if (strcmp(y, "predicted") == 0)
        return record->predicted_s > 0;
    return strcmp(y, "efficiency") != 0 ||
           (strcmp(primitive, "exscan") != 0 && strcmp(primitive, "messages") != 0);
}

static bool is_measured(const struct record *record, const struct filter *filter)
{
    return record->status == STATUS_OK && record->point.n >= 1 && is_plausible(record->statistics.median) &&
           is_plausible(record_bytes_per_s(record)) && filter_matches(filter, &record->point);
}

void chart_row_add(struct chart_rows *rows, struct chart_row row)
{
    rows->all = memory_resize(rows->all, rows->count + 1, sizeof *rows->all);
    rows->all[rows->count++] = row;
}

double row_value(const struct chart_rows *rows, const struct record *record, double seconds)
{
    const double amount = rows->unit == UNIT_BYTES ? record_bytes(record) : (double)record->point.n;
    return !(seconds > 0) ? NAN : rows->unit == UNIT_TIME ? seconds : amount / seconds / 1e9;
}

bool row_is_better(const struct chart_rows *rows, const struct chart_row *a, const struct chart_row *b)
{
    return rows->unit >= UNIT_TIME ? a->value < b->value : a->value > b->value;
}

static struct chart_row timed_row(const struct chart_rows *rows, const struct record *record, size_t source)
{
    const double low = row_value(rows, record, record->statistics.ci_low),
                 high = row_value(rows, record, record->statistics.ci_high);
    const bool is_known = isfinite(low) && isfinite(high);
    return (struct chart_row){.record = record,
                              .source = source,
                              .value = row_value(rows, record, record->statistics.median),
                              .low = !is_known ? NAN : fmin(low, high),
                              .high = !is_known ? NAN : fmax(low, high),
                              .peak =
                                  row_value(rows, record, record_bytes(record) / record->limit_bytes_per_s)};
}

/* The rows of results, whatever the chart. */
static void take_rows(struct chart_rows *rows, const struct filter *filter)
{
    for (size_t i = 0; i < rows->sources.count; i++)
        for (size_t k = 0; k < rows->sources.all[i].file->results.count; k++) {
            const struct record *const record = &rows->sources.all[i].file->results.records[k];
            if (is_measured(record, filter))
                chart_row_add(rows, timed_row(rows, record, i));
        }
}

static bool rows_share_problem(const struct chart_row *a, const struct chart_row *b)
{
    const struct point *const one = &a->record->point, *const other = &b->record->point;
    return one->implementation->primitive == other->implementation->primitive && one->dtype == other->dtype &&
           one->op == other->op && one->scan_mode == other->scan_mode;
}

static bool is_limit(const struct chart_row *row)
{
    return row->record->point.implementation->family == FAMILY_LIMIT;
}

/* Whether a row is of a limit whose problem something else solves. */
static bool is_outdone(const struct chart_rows *rows, const struct chart_row *row)
{
    bool is_outdone = false;
    for (size_t i = 0; i < rows->count && is_limit(row) && !is_outdone; i++)
        is_outdone = !is_limit(&rows->all[i]) && rows_share_problem(&rows->all[i], row);
    return is_outdone;
}

/* How many sizes of the row's problem are below its own, and how many there are. */
static size_t rank_size(const struct chart_rows *rows, const struct chart_row *row, size_t *sizes)
{
    uint64_t seen[SIZES_MOST];
    size_t below = 0;
    *sizes = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const uint64_t n = rows->all[i].record->point.n;
        size_t k = 0;
        while (k < *sizes && seen[k] != n)
            k++;
        if (k < *sizes || *sizes == SIZES_MOST || !rows_share_problem(&rows->all[i], row))
            continue;
        seen[(*sizes)++] = n;
        below += n < row->record->point.n;
    }
    return below;
}

/* Whether the size of a row is among `most`, spread evenly, the greatest among them; 0: all are. */
static bool is_size_drawn(struct chart_rows *rows, const struct chart_row *row, unsigned most)
{
    size_t sizes;
    if (most == 0)
        return true;
    const size_t rank = rank_size(rows, row, &sizes);
    if (sizes <= most)
        return true;
    rows->sizes_left_out =
        sizes - most > rows->sizes_left_out ? (unsigned)(sizes - most) : rows->sizes_left_out;
    for (unsigned i = 0; i < most; i++)
        if (rank == sizes - 1 - (size_t)(i * (double)(sizes - 1) / (most > 1 ? most - 1 : 1) + 0.5))
            return true;
    return false;
}

/* Keep the rows that the kind can draw. */
static void keep_rows(struct chart_rows *rows, const struct plot_kind *kind)
{
    const enum axis axis = chart_axis(kind->x);
    struct chart_row *const kept = memory_array(rows->count + 1, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct chart_row *const row = &rows->all[i];
        if ((axis == AXIS_COUNT ||
             (point_has(&row->record->point, axis) && row->record->point.axis[axis] > 0)) &&
            has_value(row->record, kind->y) && !is_outdone(rows, row) &&
            is_size_drawn(rows, row, kind->sizes))
            kept[count++] = *row;
    }
    free(rows->all);
    rows->all = kept;
    rows->count = count;
}

/* How many values a parameter has among the rows. */
static void survey(struct chart_rows *rows, unsigned parameter)
{
    char text[PARAMETER_TEXT];
    char **const seen = memory_array(rows->count + 1, sizeof *seen);
    size_t distinct = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const char *const value = row_parameter(rows, &rows->all[i], parameter, text);
        size_t k = 0;
        while (k < distinct && strcmp(seen[k], value) != 0)
            k++;
        if (value[0] == '\0')
            rows->lacking[parameter]++;
        else if (k == distinct)
            seen[distinct++] = memory_text(value);
    }
    rows->distinct[parameter] = distinct;
    rows->only[parameter] = distinct > 0 ? memory_text(seen[0]) : NULL;
    for (size_t k = 0; k < distinct; k++)
        free(seen[k]);
    free(seen);
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
    return strcmp(kind->y, "counts") == 0 ? UNIT_COUNT : (enum chart_unit)i;
}

static bool no_row(const struct chart_rows *rows, const struct config_plot *plot, const char *what,
                   struct error *error)
{
    return rows->count > 0 ||
           error_set(error, EXIT_USAGE, "%s: no row to draw: %s%s", rows->sources.all[0].file->path, what,
                     plot->filter.count > 0 ? " among those chosen" : "");
}

static bool select_times(struct chart_rows *rows, const struct config_plot *plot, struct error *error)
{
    const struct plot_kind *const kind = &plot_kinds[plot->kind];
    char what[64];
    take_rows(rows, &plot->filter);
    if (!no_row(rows, plot, "none is ok with a size and a rate", error))
        return false;
    keep_rows(rows, kind);
    snprintf(what, sizeof what, "none has %s",
             strcmp(kind->y, "error") == 0       ? "error_eps"
             : strcmp(kind->y, "predicted") == 0 ? "predicted_s"
                                                 : kind->x);
    return no_row(rows, plot, what, error);
}

bool chart_rows_make(struct chart_rows *rows, struct chart_sources sources, const struct config_plot *plot,
                     struct error *error)
{
    *rows = (struct chart_rows){.sources = sources, .unit = unit_of(plot)};
    const bool ok = rows->unit == UNIT_COUNT ? chart_counts_add(rows, &plot->filter, error) &&
                                                   no_row(rows, plot, "none is of a group", error)
                                             : select_times(rows, plot, error);
    for (unsigned parameter = 0; ok && parameter < PARAMETERS; parameter++)
        if (can_name(parameter))
            survey(rows, parameter);
    return ok;
}

void chart_rows_close(struct chart_rows *rows)
{
    for (unsigned i = 0; i < PARAMETERS; i++)
        free(rows->only[i]);
    free(rows->counted);
    free(rows->all);
    *rows = (struct chart_rows){0};
}
