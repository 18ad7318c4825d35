/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#include "report/records_relation.h"

#include "base/memory.h"
#include "base/words.h"
#include "results/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row is a pointer to a record. */
static const struct record *record_at(const void *row)
{
    const struct record *const *const record = row;
    return *record;
}

static const struct point *point_of_record(const void *row)
{
    return &record_at(row)->point;
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

static size_t field_at(const char *name, size_t length)
{
    for (size_t i = 0; i < field_count; i++)
        if (strlen(fields[i].name) == length && strncmp(fields[i].name, name, length) == 0)
            return i;
    return field_count;
}

static void add_field(struct records_relation *made, size_t field)
{
    const struct column column = point_cells_field(&made->cells, field);
    columns_add(&made->columns, &column, 1);
}

static bool varies(const struct records_relation *made, size_t field)
{
    const struct column column = point_cells_field(&made->cells, field);
    struct cell first = {.missing = true}, cell;
    for (size_t i = 0; i < made->relation.row_count; i++) {
        cell = (struct cell){.missing = true, .number = NAN};
        column.get(&column, &made->rows[i], &cell);
        if (i == 0)
            first = cell;
        else if (cell.missing != first.missing || cell.count != first.count ||
                 (cell.number != first.number && !isnan(first.number)) || strcmp(cell.text, first.text) != 0)
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
    for (size_t i = 0; i < field_count; i++)
        if (is_usual(fields[i].name) || (fields[i].group == FIELD_IN_PARAMETERS &&
                                         strcmp(fields[i].name, "family") != 0 && varies(made, i)))
            add_field(made, i);
}

static void add_named(struct records_relation *made, const char *names)
{
    for (; *names; names += *names == ',') {
        const size_t length = strcspn(names, ",");
        add_field(made, field_at(names, length));
        names += length;
    }
}

static void add_all(struct records_relation *made)
{
    for (size_t i = 0; i < field_count; i++)
        if (!fields[i].json_alone)
            add_field(made, i);
}

static void add_columns_of_programs(struct records_relation *made, const char *columns)
{
    if (!columns)
        add_usual(made);
    else if (strcmp(columns, "all") == 0)
        add_all(made);
    else
        add_named(made, columns);
}

/* A field as people read it: what `looks` says of the column. */
static void add_field_of_people(struct records_relation *made, const char *name, struct column looks)
{
    const struct column column = point_cells_field(&made->cells, field_at(name, strlen(name)));
    looks.get = column.get;
    looks.of = column.of;
    looks.which = column.which;
    columns_add(&made->columns, &looks, 1);
}

static void add_columns_of_people(struct records_relation *made)
{
    static const struct {
        const char *field, *heading;
    } counted[] = {{"cycles_per_element", "cycles/el"}, {"instructions_per_element", "instr/el"}};
    const struct column precision = {.heading = "95% CI", .get = get_precision, .right = true, .yields = 1};
    const struct column notes = {.heading = "notes", .get = get_notes};
    point_cells_add(&made->columns, &made->cells);
    add_field_of_people(made, "time_median_s", (struct column){.heading = "time", .kind = CELL_TIME});
    columns_add(&made->columns, &precision, 1);
    add_field_of_people(made, "bytes_per_s", (struct column){.heading = "GB/s", .kind = CELL_RATE});
    add_field_of_people(made, "limit_ratio",
                        (struct column){.heading = "of limit", .kind = CELL_SHARE, .yields = 2});
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
        add_field_of_people(made, counted[i].field,
                            (struct column){.heading = counted[i].heading, .kind = CELL_NUMBER, .yields = 3});
    add_field_of_people(made, "grade", (struct column){.heading = "grade"});
    columns_add(&made->columns, &notes, 1);
}

static enum tone tone_of_record(const void *row)
{
    const struct record *const record = record_at(row);
    if (record->status != STATUS_OK)
        return TONE_BAD;
    return record->grade > GRADE_GOOD ? TONE_UNSURE : TONE_NONE;
}

void records_relation_make(struct records_relation *made, const struct records_source *source)
{
    *made = (struct records_relation){0};
    made->rows = memory_array(source->results->count + 1, sizeof *made->rows);
    for (size_t i = 0; i < source->results->count; i++)
        if (!source->filter || filter_matches(source->filter, &source->results->records[i].point))
            made->rows[made->relation.row_count++] = &source->results->records[i];
    made->cells =
        point_cells_of(made->rows, sizeof made->rows[0], made->relation.row_count, point_of_record, 0);
    made->cells.record = record_at;
    made->cells.machine = source->machine;
    add_columns_of_people(made);
    add_columns_of_programs(made, source->columns);
    made->relation = (struct relation){.name = "rows",
                                       .columns = made->columns.list,
                                       .column_count = made->columns.count,
                                       .rows = made->rows,
                                       .row_bytes = sizeof made->rows[0],
                                       .row_count = made->relation.row_count,
                                       .headed_by = POINT_HEADS,
                                       .apart = true,
                                       .tone = tone_of_record};
}

void records_relation_close(struct records_relation *made)
{
    columns_close(&made->columns);
    free(made->rows);
}
