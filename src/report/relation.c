/* SPDX-License-Identifier: MIT */
/* Relations: their cells, and the list of printers. */
#include "report/relation.h"

#include "base/memory.h"
#include "base/text_stream.h"
#include "report/report_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void print(FILE *stream, const struct report *report, const struct print_look *look);
static print *const printer_of[PRINTERS] = {
    [PRINT_TABLE] = print_table,       [PRINT_CSV] = print_csv,     [PRINT_JSON] = print_json,
    [PRINT_MARKDOWN] = print_markdown, [PRINT_LATEX] = print_latex, [PRINT_HTML] = print_html,
};

static void get_text(const struct column *column, const char *member, struct cell *cell)
{
    unsigned word;
    const char *text;
    if (column->words) {
        memcpy(&word, member, sizeof word);
        cell_set_text(cell, column->words[word]);
    } else if (column->size == sizeof text) {
        memcpy(&text, member, sizeof text);
        cell_set_text(cell, text);
    } else {
        cell_set_text(cell, member);
    }
}

const void *column_member(const struct column *column, const void *row)
{
    return (const char *)row + column->place;
}

static void get_member(const struct column *column, const void *row, struct cell *cell)
{
    const char *const member = column_member(column, row);
    uint64_t count = 0;
    double number;
    struct strip strip; /* the first of them */
    if (column->kind == CELL_TEXT || column->kind == CELL_WORDS) {
        get_text(column, member, cell);
    } else if (column->kind >= CELL_FLAG && column->kind <= CELL_TALLY) {
        memcpy(&count, member, column->size); /* little-endian, as all that this program runs on */
        cell_set_count(cell, count);
    } else if (column->kind == CELL_STRIPS) {
        memcpy(&strip, member, sizeof strip);
        cell->missing = strip.count == 0;
    } else {
        memcpy(&number, member, sizeof number);
        cell_set_number(cell, number);
    }
}

const void *relation_row(const struct relation *relation, size_t row)
{
    return (const char *)relation->rows + row * relation->row_bytes;
}

const void *row_target(const void *row)
{
    const void *target;
    memcpy(&target, row, sizeof target);
    return target;
}

struct cell relation_cell(const struct relation *relation, size_t row, size_t column)
{
    const struct column *const asked = &relation->columns[column];
    struct cell cell = {.missing = true, .number = NAN};
    (asked->size > 0 ? get_member : asked->get)(asked, relation_row(relation, row), &cell);
    return cell;
}

void columns_add(struct columns *columns, const struct column *list, size_t count)
{
    columns->list = memory_resize(columns->list, columns->count + count, sizeof *columns->list);
    for (size_t i = 0; i < count; i++)
        columns->list[columns->count++] =
            columns->cells ? column_of_points(&list[i], columns->cells) : list[i];
}

struct relation *report_add(struct report *report, struct relation relation)
{
    report->relations = memory_resize(report->relations, report->count + 1, sizeof *report->relations);
    report->relations[report->count] = relation;
    return &report->relations[report->count++];
}

void report_add_note(struct report *report, char *note)
{
    report_keep(report, note);
    if (note && *note)
        report_add(report, (struct relation){.single = true, .note = note});
}

void *report_keep(struct report *report, void *memory)
{
    report->kept = memory_resize(report->kept, report->kept_count + 1, sizeof *report->kept);
    return report->kept[report->kept_count++] = memory;
}

void report_close(struct report *report)
{
    while (report->kept_count > 0)
        free(report->kept[--report->kept_count]);
    free(report->kept);
    free(report->relations);
    json_decref(report->head);
    *report = (struct report){0};
}

char *report_text(const struct report *report, enum printers printer, const struct print_look *look)
{
    struct text_stream stream;
    text_stream_open(&stream);
    printer_of[printer](stream.file, report, look);
    return text_stream_close(&stream);
}
