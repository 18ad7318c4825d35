/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#include "base/memory.h"
#include "base/words.h"
#include "report/report_state.h"
#include "results/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "± 1.2%", of the median. */
static void get_precision(const struct column *column, const void *row, struct cell *cell)
{
    const struct record *const record = row_target(row);
    const double precision = statistics_precision(&record->statistics);
    (void)column;
    if (!record_measured(record) || !isfinite(precision))
        return;
    if (precision > 1)
        cell_set_text(cell, "too few samples");
    else
        cell_print(cell, "± %.*f%%", precision < 0.1 ? 1 : 0, 100 * precision);
}

/* What disturbed a point, or why it has no time. */
static void get_notes(const struct column *column, const void *row, struct cell *cell)
{
    const struct record *const record = row_target(row);
    char flags[CELL_BYTES] = "";
    (void)column;
    if (record->status != STATUS_OK)
        cell_print(cell, "%s%s%s", status_names[record->status], *record->message ? ": " : "",
                   record->message);
    else if (strcmp(flags_text(record->flags, flags, sizeof flags), "-") != 0)
        cell_set_text(cell, flags);
}

/* Whether rows have several values in a column of a field. */
static bool varies(const struct relation *rows, const struct column *column)
{
    const struct relation alone = {.rows = rows->rows,
                                   .row_bytes = rows->row_bytes,
                                   .row_count = rows->row_count,
                                   .columns = column,
                                   .column_count = 1};
    char first[CELL_BYTES] = "", text[CELL_BYTES];
    for (size_t i = 0; i < rows->row_count; i++)
        if (strcmp(cell_exact(&alone, i, 0, i > 0 ? text : first), first) != 0)
            return true;
    return false;
}

static const char usual[] =
    "primitive algorithm dtype n scan_mode device workers threads_per_group values_per_thread status samples "
    "time_median_s time_ci_low_s time_ci_high_s bytes_per_s limit_ratio grade warnings";

/* Rows stay unique: each axis that varies is a column. */
static void add_usual(struct columns *columns, const struct relation *rows)
{
    for (size_t i = 0; i < field_count; i++) {
        const bool is_usual = words_hold(usual, fields[i].name);
        if (!is_usual && (fields[i].group != FIELD_IN_PARAMETERS || strcmp(fields[i].name, "family") == 0))
            continue;
        columns_add(columns, &(struct column){.field = fields[i].name}, 1);
        if (!is_usual && !varies(rows, &columns->list[columns->count - 1]))
            columns->count--;
    }
}

/* NULL: the usual ones. */
static void add_columns_of_programs(struct columns *columns, const struct relation *rows, const char *names)
{
    const bool all = names && strcmp(names, "all") == 0;
    for (size_t i = 0; all && i < field_count; i++)
        if (!fields[i].json_alone)
            columns_add(columns, &(struct column){.field = fields[i].name}, 1);
    if (!names)
        add_usual(columns, rows);
    char *const copy = memory_text(names && !all ? names : ""), *rest = copy, *name;
    while ((name = strsep(&rest, ",")) != NULL)
        if (*name)
            columns_add(columns, &(struct column){.field = name}, 1);
    free(copy);
}

static const struct column of_people[] = {
    {.field = "time_median_s", .heading = "time", .kind = CELL_TIME},
    {.heading = "95% CI", .get = get_precision, .right = true, .yields = 1},
    {.field = "bytes_per_s", .heading = "GB/s", .kind = CELL_RATE},
    {.field = "limit_ratio", .heading = "of limit", .kind = CELL_SHARE, .yields = 2},
    {.field = "exchange_share", .heading = "exchange", .kind = CELL_SHARE, .yields = 3},
    {.field = "energy_per_element_nj", .heading = "nJ/el", .kind = CELL_NUMBER},
    {.field = "energy_ratio", .heading = "J of limit", .kind = CELL_SHARE, .yields = 2},
    {.field = "cycles_per_element", .heading = "cycles/el", .kind = CELL_NUMBER, .yields = 3},
    {.field = "instructions_per_element", .heading = "instr/el", .kind = CELL_NUMBER, .yields = 3},
    {.field = "grade", .heading = "grade"},
    {.heading = "notes", .get = get_notes},
};

static enum tone tone_of_record(const void *row)
{
    const struct record *const record = row_target(row);
    if (record->status != STATUS_OK)
        return TONE_BAD;
    return record->grade > GRADE_GOOD ? TONE_UNSURE : TONE_NONE;
}

void report_add_records(struct report *report, const struct records_source *source)
{
    const struct results *const results = source->results;
    const struct record **const rows = report_keep(report, memory_array(results->count + 1, sizeof *rows));
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (filter_matches(source->filter, &results->records[i].point))
            rows[count++] = &results->records[i];
    struct columns columns = columns_of_points(report, rows, sizeof *rows, count, 0);
    struct relation relation = {.name = "rows",
                                RELATION_ROWS(rows, count),
                                .headed_by = POINT_HEADS,
                                .apart = true,
                                .tone = tone_of_record};
    columns_add_points(&columns);
    COLUMNS_ADD(&columns, of_people);
    add_columns_of_programs(&columns, &relation, source->columns);
    relation.columns = report_keep(report, columns.list);
    relation.column_count = columns.count;
    report_add(report, relation);
}
