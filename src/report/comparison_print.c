/* SPDX-License-Identifier: MIT */
/* A comparison as a table for people, as CSV and as JSON. */
#include "report/comparison_print.h"

#include "analysis/launch_noise.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/ratio_text.h"
#include "report/wrapped.h"
#include "results/csv.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1, TEXT = 256, NAME_WIDTH = 60, NAME_AT = 12, ROW_WIDTH = 140 };

static const char *color_of(enum comparison_verdict verdict)
{
    if (verdict == COMPARED_FASTER)
        return "\033[32m";
    if (verdict == COMPARED_SLOWER || verdict == COMPARED_LOST)
        return "\033[31m";
    return verdict == COMPARED_UNRESOLVED ? "\033[33m" : "";
}

static void print_times(FILE *stream, const struct compared_row *row)
{
    char before[32], after[32], interval[64];
    fprintf(stream, "  %9s %9s  %+7.2f %%%s  floor %.1f %%",
            text_format_duration(before, sizeof before, row->base_s),
            text_format_duration(after, sizeof after, row->next_s), 100 * (row->ratio - 1),
            ratio_interval_text(row->interval, 2, interval, sizeof interval), 100 * row->floor);
}

/* On a narrow terminal the numbers stand below the name. */
static void print_row(FILE *stream, const struct compared_row *row, bool color, unsigned width)
{
    const char *const mark = color ? color_of(row->verdict) : "";
    const bool narrow = width > 0 && width < ROW_WIDTH;
    char text[TEXT];
    point_text(compared_point(row), text, sizeof text);
    fprintf(stream, "%s%-10s%s  ", mark, comparison_verdict_names[row->verdict], *mark ? "\033[0m" : "");
    if (narrow)
        wrapped_go_on(stream, text, NAME_AT, width, " ");
    else
        fprintf(stream, "%-*s", NAME_WIDTH, text);
    if (narrow && (!isnan(row->ratio) || row->verdict == COMPARED_LOST))
        fprintf(stream, "\n%*s", NAME_AT - 2, "");
    if (!isnan(row->ratio))
        print_times(stream, row);
    else if (row->verdict == COMPARED_LOST)
        fprintf(stream, "  is %s", row->next ? status_names[row->next->record.status] : "missing");
    putc('\n', stream);
}

/* How many rows have more noise than the runs as a whole. */
static size_t count_noisier(const struct comparison *comparison)
{
    const double rounding = 0.0005; /* what is printed alike */
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count +=
            !isnan(comparison->rows[i].ratio) && comparison->rows[i].floor > comparison->floor + rounding;
    return count;
}

static void print_floor(FILE *stream, const struct comparison *comparison, unsigned width)
{
    char text[TEXT];
    const size_t noisier = count_noisier(comparison);
    int length = snprintf(text, sizeof text, "noise between the runs: ");
    if (comparison->controls)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%.1f %% (by %zu controls, the same code in both: limits and arithmetic)",
                           100 * comparison->floor, comparison->controls);
    else
        length += snprintf(text + length, sizeof text - (size_t)length, "taken to be %.1f %%",
                           100 * comparison->floor);
    if (noisier)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           ", and more in %zu rows (their floor)", noisier);
    snprintf(text + length, sizeof text - (size_t)length, "; the same means within %.1f %%",
             100 * comparison->bound);
    wrapped_print(stream, text, 2, width);
}

/* What launches differ by, nobody knows of one. */
static void print_launches(FILE *stream, const struct comparison *comparison, unsigned width)
{
    char text[TEXT];
    const size_t single = comparison->compared - comparison->by_launch;
    if (!single || comparison->floor_given)
        return;
    snprintf(
        text, sizeof text,
        "%zu of %zu rows are of one launch on a side, in which code and data may lie unluckily: no change "
        "below %.0f %% is told of them; measure.launches=5 tells smaller ones",
        single, comparison->compared, 100 * ONE_LAUNCH_NOISE);
    wrapped_print(stream, text, 2, width);
}

static void print_summary(FILE *stream, const struct comparison *comparison, unsigned width)
{
    const char *separator = "";
    char interval[64];
    for (enum comparison_verdict verdict = 0; verdict < COMPARED_COUNT; verdict++) {
        if (!comparison->verdicts[verdict])
            continue;
        fprintf(stream, "%s%zu %s", separator, comparison->verdicts[verdict],
                comparison_verdict_names[verdict]);
        separator = ", ";
    }
    fprintf(stream, "; times %+.2f %%%s in the geometric mean of %zu rows\n", 100 * (comparison->mean - 1),
            ratio_interval_text(comparison->spread, 2, interval, sizeof interval), comparison->compared);
    if (comparison->in_turn)
        fputs("the runs took turns: compared sample by sample\n", stream);
    print_floor(stream, comparison, width);
    print_launches(stream, comparison, width);
}

static bool is_printed(const struct compared_row *row, bool every)
{
    return every || row->verdict != COMPARED_SAME;
}

/* What the numbers of the rows are, where rows follow. */
static void print_heading(FILE *stream, const struct comparison *comparison, bool every, unsigned width)
{
    size_t rows = 0;
    for (size_t i = 0; i < comparison->count; i++)
        rows += is_printed(&comparison->rows[i], every);
    if (rows > 0)
        wrapped_print(stream,
                      "Of each row: verdict on NEW, point, time in BASE, time in NEW, change with its 95 % "
                      "interval, noise floor",
                      2, width);
}

void comparison_print(FILE *stream, const struct comparison *comparison, bool every, bool color,
                      unsigned width)
{
    print_heading(stream, comparison, every, width);
    for (size_t i = 0; i < comparison->count; i++)
        if (is_printed(&comparison->rows[i], every))
            print_row(stream, &comparison->rows[i], color, width);
    print_summary(stream, comparison, width);
}

/* Numbers of a row in both formats. */
static const struct column {
    const char *name;
    size_t offset;
} columns[] = {
    {"base_time_s", offsetof(struct compared_row, base_s)},
    {"new_time_s", offsetof(struct compared_row, next_s)},
    {"ratio", offsetof(struct compared_row, ratio)},
    {"ratio_ci_low", offsetof(struct compared_row, interval.low)},
    {"ratio_ci_high", offsetof(struct compared_row, interval.high)},
    {"floor", offsetof(struct compared_row, floor)},
    {"p", offsetof(struct compared_row, p)},
    {"p_adjusted", offsetof(struct compared_row, p_adjusted)},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static double column_value(const struct column *column, const struct compared_row *row)
{
    double value;
    memcpy(&value, (const char *)row + column->offset, sizeof value);
    return value;
}

static const char *status_of(const struct result_row *row)
{
    return row ? status_names[row->record.status] : "-";
}

static void write_csv(FILE *file, const struct comparison *comparison)
{
    csv_write_parameter_names(file);
    fputs("base_status,new_status,", file);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(file, "%s,", columns[i].name);
    fputs("verdict\n", file);
    for (size_t r = 0; r < comparison->count; r++) {
        const struct compared_row *const row = &comparison->rows[r];
        csv_write_parameters(file, compared_point(row));
        fprintf(file, "%s,%s,", status_of(row->base), status_of(row->next));
        for (size_t i = 0; i < COLUMNS; i++) {
            csv_write_number(file, column_value(&columns[i], row));
            fputc(',', file);
        }
        fprintf(file, "%s\n", comparison_verdict_names[row->verdict]);
    }
}

char *comparison_csv(const struct comparison *comparison)
{
    struct text_stream stream;
    text_stream_open(&stream);
    write_csv(stream.file, comparison);
    return text_stream_close(&stream);
}

static json_t *row_json(const struct compared_row *row)
{
    char key[1024];
    json_t *const object =
        json_pack("{s:s, s:s, s:s, s:s}", "key", point_key(compared_point(row), key, sizeof key), "verdict",
                  comparison_verdict_names[row->verdict], "base_status", status_of(row->base), "new_status",
                  status_of(row->next));
    for (size_t i = 0; i < COLUMNS; i++)
        json_object_set_new(object, columns[i].name, number_json(column_value(&columns[i], row)));
    return object;
}

static json_t *file_json(const struct result_file *file)
{
    json_t *const utc = json_object_get(file->state, "utc");
    return json_pack("{s:o, s:O, s:b}", "path", text_json(file->path), "utc", utc ? utc : json_null(),
                     "complete", (int)file->complete);
}

static json_t *summary_json(const struct comparison *comparison)
{
    json_t *const object =
        json_pack("{s:I, s:b, s:I, s:o, s:o, s:o, s:o, s:o, s:I}", "compared",
                  (json_int_t)comparison->compared, "in_turn", (int)comparison->in_turn, "across_launches",
                  (json_int_t)comparison->by_launch, "ratio_geometric_mean", number_json(comparison->mean),
                  "ratio_ci_low", number_json(comparison->spread.low), "ratio_ci_high",
                  number_json(comparison->spread.high), "bound", number_json(comparison->bound), "floor",
                  number_json(comparison->floor), "floor_controls", (json_int_t)comparison->controls);
    for (enum comparison_verdict verdict = 0; verdict < COMPARED_COUNT; verdict++)
        json_object_set_new(object, comparison_verdict_names[verdict],
                            json_integer((json_int_t)comparison->verdicts[verdict]));
    return object;
}

char *comparison_json(const struct comparison *comparison, const struct result_file *base,
                      const struct result_file *next)
{
    json_t *const rows = json_array();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, row_json(&comparison->rows[i]));
    json_t *const report = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "schema", "scanbench-comparison",
                                     "schema_version", SCHEMA_VERSION, "base", file_json(base), "new",
                                     file_json(next), "summary", summary_json(comparison), "rows", rows);
    return json_dump_line(report, JSON_INDENT(1));
}
