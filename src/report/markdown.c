/* SPDX-License-Identifier: MIT */
/* Tables in Markdown: of a CSV of ours, without what all its rows share. */
#include "report/markdown.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text_stream.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A CSV in place: cells end where they did, without their quotes. */
struct cells_of_csv {
    char **cells; /* by row, then by column */
    size_t count, columns, rows;
};

/* Read a cell, whose text moves to `at`. Returns where it ended: at a comma, a line's end or the text's. */
static char *read_quoted(char *from, char *at)
{
    for (from++; *from; from++) {
        if (*from == '"' && from[1] == '"')
            from++;
        else if (*from == '"')
            break;
        *at++ = *from;
    }
    *at = '\0';
    return from + (*from == '"');
}

static size_t cells_most(const char *csv)
{
    size_t count = 1;
    for (; *csv; csv++)
        count += *csv == ',' || *csv == '\n';
    return count;
}

static void read_cells(struct cells_of_csv *table, char *csv)
{
    *table = (struct cells_of_csv){.cells = memory_array(cells_most(csv), sizeof *table->cells)};
    while (*csv) {
        char *const start = csv;
        table->cells[table->count++] = start;
        csv = *csv == '"' ? read_quoted(csv, start) : csv + strcspn(csv, ",\n");
        const char end = *csv;
        if (end == '\n' && !table->columns)
            table->columns = table->count;
        if (end)
            *csv++ = '\0';
    }
    table->rows = table->columns ? table->count / table->columns : 0;
}

static const char *cell(const struct cells_of_csv *table, size_t row, size_t column)
{
    return table->cells[row * table->columns + column];
}

static bool is_missing(const char *text)
{
    return !*text || strcmp(text, "-") == 0 || strcmp(text, "NaN") == 0;
}

/* Whether all rows below the headings have one value. */
static bool is_shared(const struct cells_of_csv *table, size_t column)
{
    for (size_t row = 2; row < table->rows; row++)
        if (strcmp(cell(table, row, column), cell(table, 1, column)) != 0)
            return false;
    return true;
}

static bool is_column(const struct cells_of_csv *table, size_t column)
{
    if (table->rows < 2)
        return true;
    return table->rows == 2 ? !is_missing(cell(table, 1, column)) : !is_shared(table, column);
}

void markdown_cell(FILE *stream, const char *text)
{
    char *const inert = memory_text(text);
    text_inert(inert);
    putc(' ', stream);
    for (const char *at = inert; *at; at++) {
        if (strchr("|\\`*<", *at))
            putc('\\', stream);
        putc(*at, stream);
    }
    fputs(" |", stream);
    free(inert);
}

/* A number that is no whole one with four digits; else the text. */
static void print_value(FILE *stream, const char *text)
{
    char *end, number[32];
    const double value = strtod(text, &end);
    if (is_missing(text)) {
        markdown_cell(stream, "");
    } else if (*end || !strpbrk(text, ".e") || !isfinite(value)) {
        markdown_cell(stream, text);
    } else {
        snprintf(number, sizeof number, "%.4g", value);
        markdown_cell(stream, number);
    }
}

static void print_shared(FILE *stream, const struct cells_of_csv *table)
{
    const char *separator = "";
    for (size_t column = 0; column < table->columns && table->rows > 2; column++) {
        const char *const text = cell(table, 1, column);
        if (!is_shared(table, column) || is_missing(text))
            continue;
        fprintf(stream, "%s%s:", separator, cell(table, 0, column));
        char *const inert = memory_text(text);
        fprintf(stream, " %s", text_inert(inert));
        free(inert);
        separator = ", ";
    }
    fputs(*separator ? "\n\n" : "", stream);
}

static void print_row(FILE *stream, const struct cells_of_csv *table, size_t row)
{
    putc('|', stream);
    for (size_t column = 0; column < table->columns; column++)
        if (is_column(table, column))
            print_value(stream, cell(table, row, column));
    putc('\n', stream);
}

static void print_rule(FILE *stream, const struct cells_of_csv *table)
{
    putc('|', stream);
    for (size_t column = 0; column < table->columns; column++)
        if (is_column(table, column))
            fputs(" --- |", stream);
    putc('\n', stream);
}

char *markdown_of_csv(char *csv)
{
    struct cells_of_csv table;
    struct text_stream stream;
    read_cells(&table, csv);
    text_stream_open(&stream);
    print_shared(stream.file, &table);
    for (size_t row = 0; row < table.rows; row++) {
        print_row(stream.file, &table, row);
        if (row == 0)
            print_rule(stream.file, &table);
    }
    free(table.cells);
    free(csv);
    return text_stream_close(&stream);
}
