/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#include "report/records_relation.h"

#include "base/memory.h"
#include "base/words.h"
#include "results/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct record *record_at(const void *row)
{
    const struct record *const *const record = row;
    return *record;
}

/* "± 1.2%", of the median. */
static void get_precision(const struct column *column, const void *row, struct cell *cell)
{
    const struct record *const record = record_at(row);
    const double precision = statistics_precision(&record->statistics);
    (void)column;
    if (!record_measured(record) || !isfinite(precision))
        return;
    if (precision > 1)
        cell_set_text(cell, "too few samples");
    else
        snprintf(cell->text, CELL_BYTES, "± %.*f%%", precision < 0.1 ? 1 : 0, 100 * precision);
    cell->missing = false;
}

/* What disturbed a point, or why it has no time. */
static void get_notes(const struct column *column, const void *row, struct cell *cell)
{
    const struct record *const record = record_at(row);
    char flags[CELL_BYTES] = "";
    (void)column;
    if (record->status != STATUS_OK)
        snprintf(cell->text, CELL_BYTES, "%s%s%s", status_names[record->status], *record->message ? ": " : "",
                 record->message);
    else
        snprintf(cell->text, CELL_BYTES, "%s", flags_text(record->flags, flags, sizeof flags));
    cell->missing = cell->text[0] == '\0' || strcmp(cell->text, "-") == 0;
}

static void add_field(struct records_relation *made, const char *name)
{
    point_cells_add_fields(&made->columns, &made->cells, &(struct field_column){.field = name}, 1);
}

/* Whether the rows have several values in a column of a field. */
static bool varies(const struct records_relation *made, const struct column *column)
{
    struct cell first = {.missing = true};
    for (size_t i = 0; i < made->relation.row_count; i++) {
        struct cell cell = {.missing = true};
        column->get(column, &made->rows[i], &cell);
        if (i == 0)
            first = cell;
        else if (cell.missing != first.missing || cell.count != first.count || cell.number != first.number ||
                 strcmp(cell.text, first.text) != 0)
            return true;
    }
    return false;
}

static bool is_usual(const char *name)
{
    static const char *const usual[] = {
        "primitive",
        "algorithm",
        "dtype",
        "n",
        "scan_mode",
        "device",
        "workers",
        "threads_per_group",
        "values_per_thread",
        "status",
        "samples",
        "time_median_s",
        "time_ci_low_s",
        "time_ci_high_s",
        "bytes_per_s",
        "limit_ratio",
        "grade",
        "flags",
    };
    return words_have(usual, sizeof usual / sizeof usual[0], name);
}

/* Rows stay unique: each axis that varies is a column. */
static void add_usual(struct records_relation *made)
{
    for (size_t i = 0; i < field_count; i++) {
        const bool usual = is_usual(fields[i].name);
        if (!usual && (fields[i].group != FIELD_IN_PARAMETERS || strcmp(fields[i].name, "family") == 0))
            continue;
        add_field(made, fields[i].name);
        if (!usual && !varies(made, &made->columns.list[made->columns.count - 1]))
            made->columns.count--;
    }
}

static void add_named(struct records_relation *made, const char *names)
{
    for (; *names; names += *names == ',') {
        char *const name = memory_text_part(names, strcspn(names, ","));
        add_field(made, name);
        free(name);
        names += strcspn(names, ",");
    }
}

static void add_columns_of_programs(struct records_relation *made, const char *columns)
{
    if (!columns)
        add_usual(made);
    else if (strcmp(columns, "all") != 0)
        add_named(made, columns);
    else
        for (size_t i = 0; i < field_count; i++)
            if (!fields[i].json_alone)
                add_field(made, fields[i].name);
}

static const struct field_column of_people[] = {
    {"time_median_s", {.heading = "time", .kind = CELL_TIME}},
    {NULL, {.heading = "95% CI", .get = get_precision, .right = true, .yields = 1}},
    {"bytes_per_s", {.heading = "GB/s", .kind = CELL_RATE}},
    {"limit_ratio", {.heading = "of limit", .kind = CELL_SHARE, .yields = 2}},
    {"cycles_per_element", {.heading = "cycles/el", .kind = CELL_NUMBER, .yields = 3}},
    {"instructions_per_element", {.heading = "instr/el", .kind = CELL_NUMBER, .yields = 3}},
    {"grade", {.heading = "grade"}},
    {NULL, {.heading = "notes", .get = get_notes}},
};

static enum tone tone_of_record(const void *row)
{
    const struct record *const record = record_at(row);
    if (record->status != STATUS_OK)
        return TONE_BAD;
    return record->grade > GRADE_GOOD ? TONE_UNSURE : TONE_NONE;
}

void records_relation_make(struct records_relation *made, const struct records_source *source)
{
    const struct results *const results = source->results;
    size_t count = 0;
    *made = (struct records_relation){.rows = memory_array(results->count + 1, sizeof *made->rows)};
    for (size_t i = 0; i < results->count; i++)
        if (!source->filter || filter_matches(source->filter, &results->records[i].point))
            made->rows[count++] = &results->records[i];
    made->cells = point_cells_of(made->rows, sizeof made->rows[0], count, 0);
    made->cells.machine = source->machine;
    made->relation = (struct relation){.name = "rows",
                                       RELATION_ROWS(made->rows, count),
                                       .headed_by = POINT_HEADS,
                                       .apart = true,
                                       .tone = tone_of_record};
    point_cells_add(&made->columns, &made->cells);
    point_cells_add_fields(&made->columns, &made->cells, of_people, sizeof of_people / sizeof of_people[0]);
    add_columns_of_programs(made, source->columns);
    made->relation.columns = made->columns.list;
    made->relation.column_count = made->columns.count;
}

void records_relation_close(struct records_relation *made)
{
    columns_close(&made->columns);
    free(made->rows);
}
