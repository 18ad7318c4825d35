/* SPDX-License-Identifier: MIT */
/* Relations for programs: CSV (RFC 4180 with LF, one header row, missing is empty) and JSON (missing is
 * null). */
#include "report/report_state.h"

#include "base/inert.h"
#include "json/json_load.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

/* A spreadsheet runs what begins so, and no text of ours does. */
static bool is_formula(const char *text)
{
    return *text && strchr("=+-@", *text);
}

static void write_csv_cell(FILE *stream, char *text, bool is_text)
{
    text_inert(text);
    const char *const quote = strpbrk(text, ",\"") ? "\"" : "";
    fprintf(stream, "%s%s", quote, is_text && is_formula(text) ? "'" : "");
    for (; *text; text++)
        fprintf(stream, *text == '"' ? "\"\"" : "%c", *text);
    fputs(quote, stream);
}

/* Of one beyond the last the header. */
static void write_csv_row(FILE *stream, const struct relation *relation, size_t row)
{
    const char *before = "";
    for (size_t i = 0; i < relation->column_count; i++) {
        char text[CELL_BYTES];
        if (!relation->columns[i].name)
            continue;
        fputs(before, stream);
        if (row < relation->row_count)
            write_csv_cell(stream, cell_exact(relation, row, i, text),
                           relation->columns[i].kind <= CELL_WORDS);
        else
            fputs(relation->columns[i].name, stream);
        before = ",";
    }
    fputc('\n', stream);
}

void print_csv(FILE *stream, const struct report *report, const struct print_look *look)
{
    (void)look;
    for (size_t i = 0; i < report->count; i++) {
        const struct relation *const relation = &report->relations[i];
        if (relation->single)
            continue;
        write_csv_row(stream, relation, relation->row_count);
        for (size_t row = 0; row < relation->row_count; row++)
            write_csv_row(stream, relation, row);
        return;
    }
}

static json_t *words_json(const char *words)
{
    json_t *const list = json_array();
    for (; *words; words += strcspn(words, ";"), words += *words == ';')
        json_array_append_new(list, json_stringn(words, strcspn(words, ";")));
    return list;
}

static json_t *value_json(const struct column *column, const struct cell *cell)
{
    if (column->kind == CELL_WORDS)
        return words_json(cell->text);
    if (cell->missing)
        return json_null();
    if (column->kind == CELL_TEXT)
        return text_json(cell->text);
    if (column->kind == CELL_FLAG)
        return json_boolean(cell->count);
    return column->kind <= CELL_TALLY ? json_integer((json_int_t)cell->count) : number_json(cell->number);
}

static json_t *row_json(const struct relation *relation, size_t row)
{
    json_t *const object = json_object();
    for (size_t i = 0; i < relation->column_count; i++) {
        const struct cell cell = relation_cell(relation, row, i);
        if (relation->columns[i].name)
            json_object_set_new(object, relation->columns[i].name, value_json(&relation->columns[i], &cell));
    }
    return object;
}

static json_t *relation_json(const struct relation *relation)
{
    if (relation->single)
        return relation->row_count > 0 ? row_json(relation, 0) : json_null();
    json_t *const rows = json_array();
    for (size_t row = 0; row < relation->row_count; row++)
        json_array_append_new(rows, row_json(relation, row));
    return rows;
}

/* Relations of one name are one list. */
static void add_relation(json_t *root, const struct relation *relation)
{
    json_t *const before = json_object_get(root, relation->name), *const rows = relation_json(relation);
    if (json_is_array(before) && json_is_array(rows)) {
        json_array_extend(before, rows);
        json_decref(rows);
    } else {
        json_object_set_new(root, relation->name, rows);
    }
}

json_t *report_json(const struct report *report)
{
    if (!report->schema)
        return relation_json(&report->relations[0]);
    json_t *const root = json_pack("{s:s, s:i}", "schema", report->schema, "schema_version", SCHEMA_VERSION);
    for (size_t i = 0; i < report->count; i++)
        if (report->relations[i].name)
            add_relation(root, &report->relations[i]);
    json_object_update(root, report->head);
    return root;
}

void print_json(FILE *stream, const struct report *report, const struct print_look *look)
{
    (void)look;
    char *const text = json_dump_line(report_json(report), JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputs(text, stream);
    free(text);
}
