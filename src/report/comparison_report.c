/* SPDX-License-Identifier: MIT */
/* Comparisons as relations: of two results what was found, the points and what could be found; of several a
 * row a point of the base, a time and a change each. */
#include "base/memory.h"
#include "base/text_stream.h"
#include "report/report_state.h"

#include <math.h>
#include <stdlib.h>

struct comparison_line {
    const struct point *point;
    struct compared_row row;
    const char *verdict, *base_status, *next_status, *reason; /* reason: why a point has no times */
    double base_s, next_s;
    char interval[64]; /* "[-1.2%, +0.3%]" */
    char change[16];   /* "+28%" where it is one, "~" where that is not decided, else the verdict */
};

static double time_of(const struct record *record)
{
    return record_measured(record) ? record->statistics.median : NAN;
}

static struct comparison_line line_of(const struct compared_row *row)
{
    const struct interval interval = row->ratio.interval;
    struct comparison_line line = {.point = compared_point(row),
                                   .row = *row,
                                   .verdict = comparison_verdict_names[row->verdict],
                                   .base_status = row->base ? status_names[row->base->status] : NULL,
                                   .next_status = row->next ? status_names[row->next->status] : NULL,
                                   .base_s = time_of(row->base),
                                   .next_s = time_of(row->next)};
    char text[CELL_BYTES];
    line.reason = row->verdict == COMPARED_MISSING ? line.next_status : NULL;
    snprintf(line.interval, sizeof line.interval, "%s", cell_interval_text(CELL_CHANGE, interval, text));
    if (row->verdict == COMPARED_INCONCLUSIVE && isfinite(interval.low) && isfinite(interval.high))
        snprintf(line.interval, sizeof line.interval, "between %+.1f%% and %+.1f%%", 100 * (interval.low - 1),
                 100 * (interval.high - 1)); /* what it excludes */
    if (row->verdict == COMPARED_FASTER || row->verdict == COMPARED_SLOWER)
        snprintf(line.change, sizeof line.change, "%+.0f%%", 100 * (row->ratio.value - 1));
    else
        snprintf(line.change, sizeof line.change, "%s",
                 row->verdict == COMPARED_INCONCLUSIVE ? "~" : line.verdict);
    return line;
}

#define LINE(member) COLUMN_MEMBER(struct comparison_line, member)
static const struct column verdict_column = {.name = "verdict", .heading = "", LINE(verdict)};
static const struct column line_columns[] = {
    {.name = "base_time_s", .heading = "before", .kind = CELL_TIME, LINE(base_s), .yields = 2},
    {.name = "new_time_s", .heading = "after", .kind = CELL_TIME, LINE(next_s), .yields = 2},
    {.name = "ratio", .heading = "change", .kind = CELL_CHANGE, LINE(row.ratio.value)},
    {.heading = "95% CI", LINE(interval), .yields = 1},
    {.heading = "now", LINE(reason)},
    {.name = "base_status", LINE(base_status)},
    {.name = "new_status", LINE(next_status)},
    {.name = "ratio_ci_low", .kind = CELL_FACTOR, LINE(row.ratio.interval.low)},
    {.name = "ratio_ci_high", .kind = CELL_FACTOR, LINE(row.ratio.interval.high)},
    {.name = "machine_ratio", .kind = CELL_FACTOR, LINE(row.machine_change)},
    {.name = "margin", .kind = CELL_SHARE, LINE(row.margin)},
};

static enum tone tone_of(const void *row)
{
    static const enum tone tones[COMPARED_COUNT] = {
        [COMPARED_FASTER] = TONE_GOOD,
        [COMPARED_SLOWER] = TONE_BAD,
        [COMPARED_MISSING] = TONE_BAD,
        [COMPARED_INCONCLUSIVE] = TONE_UNSURE,
    };
    const struct comparison_line *const line = row;
    return tones[line->row.verdict];
}

/* "2 slower, 1 faster, 45 same, of 48 points. Overall +0.1% [-0.3%, +0.5%].", the geometric mean of all. */
static char *finding_text(const struct comparison *comparison)
{
    const double mean = comparison->mean.value;
    const char *before = "";
    char interval[CELL_BYTES];
    struct text_stream text;
    text_stream_open(&text);
    if (comparison->verdicts[COMPARED_SAME] == comparison->count)
        fprintf(text.file, "No change in");
    else
        for (enum comparison_verdict verdict = 0; verdict < COMPARED_COUNT; verdict++)
            if (comparison->verdicts[verdict] > 0) {
                fprintf(text.file, "%s%zu %s", before, comparison->verdicts[verdict],
                        comparison_verdict_names[verdict]);
                before = ", ";
            }
    fprintf(text.file, "%s %zu point%s.", *before ? ", of" : "", comparison->count,
            comparison->count == 1 ? "" : "s");
    cell_interval_text(CELL_CHANGE, comparison->mean.interval, interval);
    if (!isnan(mean))
        fprintf(text.file, " Overall %+.1f%%%s%s.", 100 * (mean - 1), *interval ? " " : "", interval);
    if (comparison->interleaved)
        fputs(" Interleaved: compared sample by sample.", text.file);
    return text_stream_close(&text);
}

/* How small a change shows, what to do where that is too much, and how the machine changed by the limit. */
static char *limits_text(const struct comparison *comparison)
{
    const double change = comparison->machine_change, least = 0.005;
    char share[CELL_BYTES];
    struct text_stream text;
    text_stream_open(&text);
    if (isfinite(comparison->detectable))
        fprintf(text.file, "Smallest change that this comparison can detect: %s; %s detects less.",
                cell_value_text(CELL_SHARE, comparison->detectable, share), comparison_remedy(comparison));
    if (fabs(change - 1) >= least)
        fprintf(text.file, "%sThe machine was %.1f%% %s in NEW: changes are without it.",
                isfinite(comparison->detectable) ? " " : "", 100 * fabs(change - 1),
                change > 1 ? "slower" : "faster");
    return text_stream_close(&text);
}

#define SUMMARY(title, of, member)                                          \
    {                                                                       \
        .name = title, .kind = of, COLUMN_MEMBER(struct comparison, member) \
    }
#define VERDICT(verdict, title) SUMMARY(title, CELL_COUNT, verdicts[verdict])
static const struct column summary_columns[] = {
    SUMMARY("compared", CELL_COUNT, compared),
    SUMMARY("interleaved", CELL_FLAG, interleaved),
    SUMMARY("ratio_geometric_mean", CELL_FACTOR, mean.value),
    SUMMARY("ratio_ci_low", CELL_FACTOR, mean.interval.low),
    SUMMARY("ratio_ci_high", CELL_FACTOR, mean.interval.high),
    SUMMARY("detectable", CELL_SHARE, detectable),
    SUMMARY("machine_ratio", CELL_FACTOR, machine_change),
    VERDICT(COMPARED_SAME, "same"),
    VERDICT(COMPARED_FASTER, "faster"),
    VERDICT(COMPARED_SLOWER, "slower"),
    VERDICT(COMPARED_INCONCLUSIVE, "inconclusive"),
    VERDICT(COMPARED_MISSING, "missing"),
    VERDICT(COMPARED_ADDED, "added"),
    VERDICT(COMPARED_UNMEASURED, "unmeasured"),
};

/* The parameters and the verdict stand between what heads the rows and their size. */
static void add_columns(struct columns *columns)
{
    struct columns of_points = {.cells = columns->cells};
    columns_add_points(&of_points);
    columns_add(columns, of_points.list, POINT_HEADS);
    columns_add_parameters(columns);
    columns_add(columns, &verdict_column, 1);
    columns_add(columns, of_points.list + POINT_HEADS, of_points.count - POINT_HEADS);
    free(of_points.list);
    COLUMNS_ADD(columns, line_columns);
}

static void get_utc(const struct column *column, const void *row, struct cell *cell)
{
    const struct result_file *const file = row;
    (void)column;
    cell_set_text(cell, json_string_value(json_object_get(file->state, "utc")));
}

static struct relation file_relation(const char *name, const struct result_file *file)
{
    static const struct column list[] = {
        {.name = "path", COLUMN_MEMBER(struct result_file, path)},
        {.name = "utc", .get = get_utc},
        {.name = "complete", .kind = CELL_FLAG, COLUMN_MEMBER(struct result_file, results.complete)},
    };
    return (struct relation){.name = name, RELATION_LIST(list), RELATION_ROWS(file, 1), .single = true};
}

void report_add_comparison(struct report *report, const struct comparison *comparison,
                           const struct result_file *base, const struct result_file *next, bool all)
{
    struct comparison_line *const lines =
        report_keep(report, memory_array(comparison->count + 1, sizeof *lines));
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (all || comparison->rows[i].verdict != COMPARED_SAME)
            lines[count++] = line_of(&comparison->rows[i]);
    struct columns columns = columns_of_points(report, lines, sizeof *lines, count, 0);
    add_columns(&columns);
    report_add(report, file_relation("base", base));
    report_add(report, file_relation("new", next));
    report_add(report, (struct relation){.name = "summary",
                                         RELATION_LIST(summary_columns),
                                         RELATION_ROWS(comparison, 1),
                                         .single = true,
                                         .note = report_keep(report, finding_text(comparison))});
    report_add(report, (struct relation){.name = "rows",
                                         RELATION_COLUMNS(report, columns),
                                         RELATION_ROWS(lines, count),
                                         .headed_by = POINT_HEADS,
                                         .tone = tone_of});
    report_add_note(report, limits_text(comparison));
}

/* The columns of one of several results: a row has a line each. */
static void add_result(struct report *report, struct columns *columns, size_t which)
{
#define LINE_OF(member)                                                                         \
    .place = offsetof(struct comparison_line, member) + which * sizeof(struct comparison_line), \
    .size = sizeof((struct comparison_line *)NULL)->member
    const size_t k = which + 1;
    const struct column list[] = {
        {.name = report_keep(report, memory_format("new%zu_time_s", k)),
         .heading = report_keep(report, memory_format("new %zu", k)),
         .kind = CELL_TIME,
         LINE_OF(next_s)},
        {.heading = "change", .right = true, LINE_OF(change)},
        {.name = report_keep(report, memory_format("new%zu_ratio", k)),
         .kind = CELL_FACTOR,
         LINE_OF(row.ratio.value)},
        {.name = report_keep(report, memory_format("new%zu_verdict", k)), LINE_OF(verdict)},
    };
    COLUMNS_ADD(columns, list);
}

/* What the comparisons say of a record of the base, a line each. Returns whether it was compared. */
static bool match_row(struct comparison_line *lines, const struct record *base,
                      const struct comparison *comparisons, size_t count)
{
    bool found = false;
    for (size_t k = 0; k < count; k++) {
        lines[k] = (struct comparison_line){.point = &base->point, .next_s = NAN, .row.ratio.value = NAN};
        for (size_t i = 0; i < comparisons[k].count; i++)
            if (comparisons[k].rows[i].base == base) {
                lines[k] = line_of(&comparisons[k].rows[i]);
                found = true;
            }
    }
    return found;
}

static char *paths_text(const char *const *paths, size_t count)
{
    struct text_stream text;
    text_stream_open(&text);
    for (size_t k = 0; k < count; k++)
        fprintf(text.file, "new %zu: %s\n", k + 1, paths[k]);
    return text_stream_close(&text);
}

void report_add_comparisons(struct report *report, const struct result_file *base,
                            const struct comparison *comparisons, const char *const *paths, size_t count)
{
    static const struct column of_base = {
        .field = "time_median_s", .name = "base_time_s", .heading = "base", .kind = CELL_TIME};
    struct comparison_line *const lines =
        report_keep(report, memory_array((base->results.count + 1) * count, sizeof *lines));
    size_t used = 0;
    for (size_t i = 0; i < base->results.count; i++)
        used += record_measured(&base->results.records[i]) &&
                match_row(&lines[used * count], &base->results.records[i], comparisons, count);
    struct columns columns = columns_of_points(report, lines, count * sizeof *lines, used, 0);
    columns_add_points(&columns);
    columns_add_parameters(&columns);
    columns_add(&columns, &of_base, 1);
    for (size_t k = 0; k < count; k++)
        add_result(report, &columns, k);
    report_add(report, (struct relation){.name = "rows",
                                         RELATION_COLUMNS(report, columns),
                                         .rows = lines,
                                         .row_bytes = count * sizeof *lines,
                                         .row_count = used,
                                         .headed_by = POINT_HEADS,
                                         .note = report_keep(report, paths_text(paths, count))});
}
