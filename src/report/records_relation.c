/* SPDX-License-Identifier: MIT */
/* The records of a result as a relation: a row a point, a column a field. */
#include "report/records_relation.h"

#include "base/memory.h"
#include "base/words.h"
#include "results/fields.h"

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

static void get_field(const struct column *column, const void *row, struct cell *cell)
{
    const struct records_relation *const made = column->of;
    const struct field *const field = &fields[column->which];
    const struct field_value value = field_get(field, &(struct field_source){record_at(row), made->machine});
    if (value.missing)
        return;
    if (field_is_text(field))
        cell_set_text(cell, value.text);
    else if (field->kind == FIELD_COUNT)
        cell_set_count(cell, value.count);
    else
        cell_set_number(cell, value.number);
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

static enum cell_kind kind_of_field(const struct field *field)
{
    if (field->kind == FIELD_FLAGS)
        return CELL_WORDS;
    if (field_is_text(field))
        return CELL_TEXT;
    return field->kind == FIELD_COUNT ? CELL_COUNT : CELL_NUMBER;
}

/* A column for programs. */
static void add_field(struct records_relation *made, size_t field)
{
    columns_add(&made->columns,
                &(struct column){.name = fields[field].name,
                                 .kind = kind_of_field(&fields[field]),
                                 .get = get_field,
                                 .of = made,
                                 .which = (unsigned)field},
                1);
}

static bool varies(const struct records_relation *made, size_t field)
{
    const struct column column = {
        .kind = kind_of_field(&fields[field]), .of = made, .which = (unsigned)field};
    struct cell first = {.missing = true}, cell;
    for (size_t i = 0; i < made->relation.row_count; i++) {
        cell = (struct cell){.missing = true, .number = NAN};
        get_field(&column, &made->rows[i], &cell);
        if (i == 0)
            first = cell;
        else if (cell.missing != first.missing || cell.count != first.count ||
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
        "mode",
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

static bool add_named(struct records_relation *made, const char *names, struct error *error)
{
    for (; *names; names += *names == ',') {
        const size_t length = strcspn(names, ","), field = field_at(names, length);
        if (field == field_count)
            return error_set(error, EXIT_USAGE, "--columns: no column '%.*s'; --columns all prints all",
                             (int)length, names);
        add_field(made, field);
        names += length;
    }
    return true;
}

static bool add_columns_of_programs(struct records_relation *made, const char *columns, struct error *error)
{
    if (!columns)
        add_usual(made);
    else if (strcmp(columns, "all") != 0)
        return add_named(made, columns, error);
    else
        for (size_t i = 0; i < field_count; i++)
            add_field(made, i);
    return true;
}

static void add_columns_of_people(struct records_relation *made)
{
    const struct column list[] = {
        {.heading = "time",
         .kind = CELL_TIME,
         .get = get_field,
         .which = (unsigned)field_at("time_median_s", 13)},
        {.heading = "95% CI", .get = get_precision, .right = true, .yields = 1},
        {.heading = "GB/s",
         .kind = CELL_RATE,
         .get = get_field,
         .which = (unsigned)field_at("bytes_per_s", 11)},
        {.heading = "of limit",
         .kind = CELL_SHARE,
         .get = get_field,
         .which = (unsigned)field_at("limit_ratio", 11),
         .yields = 2},
        {.heading = "grade", .get = get_field, .which = (unsigned)field_at("grade", 5)},
        {.heading = "notes", .get = get_notes},
    };
    point_cells_add(&made->columns, &made->cells);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct column column = list[i];
        column.of = made;
        columns_add(&made->columns, &column, 1);
    }
}

static enum tone tone_of_record(const void *row)
{
    const struct record *const record = record_at(row);
    if (record->status != STATUS_OK)
        return TONE_BAD;
    return record->grade > GRADE_GOOD ? TONE_UNSURE : TONE_NONE;
}

bool records_relation_make(struct records_relation *made, const struct records_source *source,
                           struct error *error)
{
    *made = (struct records_relation){.machine = source->machine};
    made->rows = memory_array(source->results->count + 1, sizeof *made->rows);
    for (size_t i = 0; i < source->results->count; i++)
        if (!source->filter || filter_matches(source->filter, &source->results->records[i].point))
            made->rows[made->relation.row_count++] = &source->results->records[i];
    made->cells = point_cells_of(made->rows, sizeof made->rows[0], made->relation.row_count, point_of_record);
    add_columns_of_people(made);
    if (!add_columns_of_programs(made, source->columns, error)) {
        records_relation_close(made);
        return false;
    }
    made->relation = (struct relation){.name = "rows",
                                       .columns = made->columns.list,
                                       .column_count = made->columns.count,
                                       .rows = made->rows,
                                       .row_bytes = sizeof made->rows[0],
                                       .row_count = made->relation.row_count,
                                       .headed_by = POINT_HEADS,
                                       .apart = true,
                                       .tone = tone_of_record};
    return true;
}

void records_relation_close(struct records_relation *made)
{
    columns_close(&made->columns);
    free(made->rows);
}
