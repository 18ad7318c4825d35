/* SPDX-License-Identifier: MIT */
/* Comparisons of two results as relations: what was found, the points, what could be found, the results. */
#include "report/comparison_relation.h"

#include "base/memory.h"
#include "report/cell_text.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

enum { COLUMN_BYTES = sizeof(struct column) };

/* "[-1.2%, +0.3%]"; of what is inconclusive, what it excludes: "between -1.2% and +4.0%". */
static void get_interval(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = row;
    const struct interval interval = compared->ratio.interval;
    char text[CELL_BYTES];
    (void)column;
    cell_interval_text(CELL_CHANGE, interval, text);
    if (compared->verdict == COMPARED_INCONCLUSIVE && isfinite(interval.low) && isfinite(interval.high))
        snprintf(text, sizeof text, "between %+.1f%% and %+.1f%%", 100 * (interval.low - 1),
                 100 * (interval.high - 1));
    cell_set_text(cell, text);
}

static void set_time(const struct record *record, struct cell *cell)
{
    cell_set_number(cell, record_measured(record) ? record->statistics.median : NAN);
}

static void get_base_time(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    set_time(((const struct compared_row *)row)->base, cell);
}

static void get_next_time(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    set_time(((const struct compared_row *)row)->next, cell);
}

static void get_base_status(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = row;
    (void)column;
    cell_set_text(cell, compared->base ? status_names[compared->base->status] : "");
}

static void get_next_status(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = row;
    (void)column;
    cell_set_text(cell, compared->next ? status_names[compared->next->status] : "");
}

/* Why a point has no times. */
static void get_reason(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = row;
    if (compared->verdict == COMPARED_MISSING && compared->next)
        get_next_status(column, row, cell);
}

#define COMPARED(member) COLUMN_MEMBER(struct compared_row, member)
static const struct column verdict_column = {
    .heading = "", .words = comparison_verdict_names, COMPARED(verdict)};
static const struct column columns_of_people[] = {
    {.heading = "before", .kind = CELL_TIME, .get = get_base_time, .yields = 2},
    {.heading = "after", .kind = CELL_TIME, .get = get_next_time, .yields = 2},
    {.heading = "change", .kind = CELL_CHANGE, COMPARED(ratio.value)},
    {.heading = "95% CI", .get = get_interval, .yields = 1},
    {.heading = "now", .get = get_reason},
};
static const struct column columns_of_programs[] = {
    {.name = "base_status", .get = get_base_status},
    {.name = "new_status", .get = get_next_status},
    {.name = "base_time_s", .kind = CELL_TIME, .get = get_base_time},
    {.name = "new_time_s", .kind = CELL_TIME, .get = get_next_time},
    {.name = "ratio", .kind = CELL_FACTOR, COMPARED(ratio.value)},
    {.name = "ratio_ci_low", .kind = CELL_FACTOR, COMPARED(ratio.interval.low)},
    {.name = "ratio_ci_high", .kind = CELL_FACTOR, COMPARED(ratio.interval.high)},
    {.name = "machine_ratio", .kind = CELL_FACTOR, COMPARED(machine_change)},
    {.name = "margin", .kind = CELL_SHARE, COMPARED(margin)},
    {.name = "verdict", .words = comparison_verdict_names, COMPARED(verdict)},
};

static const struct point *point_of(const void *row)
{
    return compared_point(row);
}

static enum tone tone_of(const void *row)
{
    static const enum tone tones[COMPARED_COUNT] = {
        [COMPARED_FASTER] = TONE_GOOD,
        [COMPARED_SLOWER] = TONE_BAD,
        [COMPARED_MISSING] = TONE_BAD,
        [COMPARED_INCONCLUSIVE] = TONE_UNSURE,
    };
    const struct compared_row *const compared = row;
    return tones[compared->verdict];
}

static size_t rows_in(const struct comparison *comparison, enum comparison_verdict verdict)
{
    return comparison->verdicts[verdict];
}

/* "2 of 48 points are slower, 1 faster, 45 same". */
static void get_finding(const struct column *column, const void *row, struct cell *cell)
{
    const struct comparison *const comparison = row;
    size_t used = 0;
    (void)column;
    if (rows_in(comparison, COMPARED_SAME) == comparison->count) {
        snprintf(cell->text, CELL_BYTES, "No change in %zu points", comparison->count);
        cell->missing = false;
        return;
    }
    for (enum comparison_verdict verdict = 0; verdict < COMPARED_COUNT; verdict++)
        if (rows_in(comparison, verdict) > 0)
            used += (size_t)snprintf(cell->text + used, CELL_BYTES - used, used ? ", %zu %s" : "%zu %s",
                                     rows_in(comparison, verdict), comparison_verdict_names[verdict]);
    snprintf(cell->text + used, CELL_BYTES - used, ", of %zu points", comparison->count);
    cell->missing = false;
}

/* "+0.1% [-0.3%, +0.5%]", the geometric mean of all. */
static void get_overall(const struct column *column, const void *row, struct cell *cell)
{
    const struct comparison *const comparison = row;
    char interval[CELL_BYTES];
    (void)column;
    if (isnan(comparison->mean.value))
        return;
    cell_interval_text(CELL_CHANGE, comparison->mean.interval, interval);
    snprintf(cell->text, CELL_BYTES, "%+.1f%%%s%.64s", 100 * (comparison->mean.value - 1),
             *interval ? " " : "", interval);
    cell->missing = false;
}

/* What to do where that is too much: the measure that helps. */
static void get_remedy(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, comparison_remedy(row));
}

/* "4.2% slower", by the limit. */
static void get_machine(const struct column *column, const void *row, struct cell *cell)
{
    const struct comparison *const comparison = row;
    const double change = comparison->machine_change, least = 0.005;
    (void)column;
    if (isnan(change) || fabs(change - 1) < least)
        return;
    snprintf(cell->text, CELL_BYTES, "%.1f%% %s", 100 * fabs(change - 1), change > 1 ? "slower" : "faster");
    cell->missing = false;
}

static void get_interleaved(const struct column *column, const void *row, struct cell *cell)
{
    const struct comparison *const comparison = row;
    (void)column;
    cell_set_text(cell, comparison->interleaved ? "sample by sample" : "");
}

static void get_verdicts(const struct column *column, const void *row, struct cell *cell)
{
    const struct comparison *const comparison = row;
    cell_set_count(cell, comparison->verdicts[column->which]);
}

#define SUMMARY(member) COLUMN_MEMBER(struct comparison, member)
#define VERDICT(verdict, word)                                                  \
    {                                                                           \
        .name = word, .kind = CELL_COUNT, .get = get_verdicts, .which = verdict \
    }
static const struct column summary_columns[] = {
    {.heading = "finding", .get = get_finding},
    {.heading = "overall", .get = get_overall},
    {.heading = "least", .kind = CELL_SHARE, SUMMARY(detectable)},
    {.heading = "remedy", .get = get_remedy},
    {.heading = "machine", .get = get_machine},
    {.heading = "pairing", .get = get_interleaved},
    {.name = "compared", .kind = CELL_COUNT, SUMMARY(compared)},
    {.name = "interleaved", .kind = CELL_FLAG, SUMMARY(interleaved)},
    {.name = "ratio_geometric_mean", .kind = CELL_FACTOR, SUMMARY(mean.value)},
    {.name = "ratio_ci_low", .kind = CELL_FACTOR, SUMMARY(mean.interval.low)},
    {.name = "ratio_ci_high", .kind = CELL_FACTOR, SUMMARY(mean.interval.high)},
    {.name = "detectable", .kind = CELL_SHARE, SUMMARY(detectable)},
    {.name = "machine_ratio", .kind = CELL_FACTOR, SUMMARY(machine_change)},
    VERDICT(COMPARED_SAME, "same"),
    VERDICT(COMPARED_FASTER, "faster"),
    VERDICT(COMPARED_SLOWER, "slower"),
    VERDICT(COMPARED_INCONCLUSIVE, "inconclusive"),
    VERDICT(COMPARED_MISSING, "missing"),
    VERDICT(COMPARED_ADDED, "added"),
    VERDICT(COMPARED_UNMEASURED, "unmeasured"),
};

static void add_columns(struct comparison_relation *made)
{
    struct columns of_points = {0};
    point_cells_add(&of_points, &made->cells);
    columns_add(&made->columns, of_points.list, POINT_HEADS);
    columns_add(&made->columns, &verdict_column, 1);
    columns_add(&made->columns, of_points.list + POINT_HEADS, of_points.count - POINT_HEADS);
    columns_close(&of_points);
    columns_add(&made->columns, columns_of_people, sizeof columns_of_people / COLUMN_BYTES);
    point_cells_add_parameters(&made->columns, &made->cells);
    columns_add(&made->columns, columns_of_programs, sizeof columns_of_programs / COLUMN_BYTES);
}

static void get_utc(const struct column *column, const void *row, struct cell *cell)
{
    const struct result_file *const file = row;
    (void)column;
    cell_set_text(cell, json_string_value(json_object_get(file->state, "utc")));
}

static const struct column file_columns[] = {
    {.name = "path", COLUMN_MEMBER(struct result_file, path)},
    {.name = "utc", .get = get_utc},
    {.name = "complete", .kind = CELL_FLAG, COLUMN_MEMBER(struct result_file, results.complete)},
};

/* One row that a sentence is about. */
static struct relation single(const char *name, const struct column *columns, size_t count, const void *row,
                              const char *sentence)
{
    return (struct relation){.name = name,
                             .columns = columns,
                             .column_count = count,
                             .rows = row,
                             .row_count = 1,
                             .single = true,
                             .sentence = sentence};
}

#define SUMMARY_COLUMNS summary_columns, sizeof summary_columns / COLUMN_BYTES
#define FILE_COLUMNS file_columns, sizeof file_columns / COLUMN_BYTES

void comparison_relation_make(struct comparison_relation *made, const struct comparison *comparison,
                              const struct result_file *base, const struct result_file *next, bool all)
{
    *made = (struct comparison_relation){.rows = memory_array(comparison->count + 1, sizeof *made->rows)};
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (all || comparison->rows[i].verdict != COMPARED_SAME)
            made->rows[count++] = comparison->rows[i];
    made->cells = point_cells_of(made->rows, sizeof *made->rows, count, point_of, 0);
    add_columns(made);
    const struct relation relations[COMPARISON_RELATIONS] = {
        single("base", FILE_COLUMNS, base, NULL),
        single("new", FILE_COLUMNS, next, NULL),
        single("summary", SUMMARY_COLUMNS, comparison,
               "{finding}.[ Overall {overall}.][ Interleaved: compared {pairing}.]"),
        {.name = "rows",
         .columns = made->columns.list,
         .column_count = made->columns.count,
         .rows = made->rows,
         .row_bytes = sizeof *made->rows,
         .row_count = count,
         .headed_by = POINT_HEADS,
         .tone = tone_of},
        single(NULL, SUMMARY_COLUMNS, comparison,
               "[Smallest change that this comparison can detect: {least}; {remedy} detects less.]"
               "[ The machine was {machine} in NEW: changes are without it.]"),
    };
    memcpy(made->relations, relations, sizeof relations);
}

void comparison_relation_close(struct comparison_relation *made)
{
    columns_close(&made->columns);
    free(made->rows);
}
