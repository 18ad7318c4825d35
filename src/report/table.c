/* SPDX-License-Identifier: MIT */
/* The table for people: grouped by problem and size, the best of each size marked, never wider than the
 * terminal. */
#include "report/table.h"

#include "base/inert.h"
#include "base/memory.h"
#include "report/evidence.h"
#include "report/markdown.h"
#include "report/table_cells.h"
#include "report/wrapped.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 60, WRAPPED_LEAST = 8, REASON_LEAST = 24 };

/* Print a text in exactly so many columns. A longer one is shortened: its end goes, of a name its start. */
static void print_cell(FILE *stream, const char *text, unsigned width, const struct table_column *column)
{
    const unsigned whole = wrapped_columns(text);
    const int padding = whole < width ? (int)(width - whole) : 0;

    if (whole <= width && column->right)
        fprintf(stream, "%*s%s", padding, "", text);
    else if (whole <= width)
        fprintf(stream, "%s%*s", text, padding, "");
    else if (table_is_column(column, "algorithm"))
        fprintf(stream, "…%s", wrapped_skip(text, whole - width + 1));
    else
        fprintf(stream, "%.*s…", (int)(wrapped_skip(text, width - 1) - text), text);
}

/* "scan u32 sum exclusive, huge pages, hot cache" */
static void print_problem(const struct table *table, const struct point *point)
{
    char line[TABLE_CELL_BYTES];
    size_t length =
        (size_t)snprintf(line, sizeof line, "%s", primitive_names[point->implementation->primitive]);

    for (enum axis axis = 0; axis < AXIS_COUNT && length < sizeof line; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        char value[64];
        if (!info->title.before || !point_has(point, axis))
            continue;
        point_axis_text(point, axis, value, sizeof value);
        length += (size_t)snprintf(line + length, sizeof line - length, "%s%s%s", info->title.before, value,
                                   info->title.after);
    }
    if (table->algorithm && length < sizeof line)
        snprintf(line + length, sizeof line - length, ", %s", table->algorithm);
    text_inert(line);
    if (table->algorithm) {
        fputs(table->color ? "\033[1m" : "", table->stream);
        wrapped_print(table->stream, line, 2, table->room);
        fputs(table->color ? "\033[0m" : "", table->stream);
        return;
    }
    const int room = table->room > 0 ? (int)table->room : (int)sizeof line;
    fprintf(table->stream, table->color ? "\033[1m%.*s\033[0m\n" : "%.*s\n", room, line);
}

/* "all: U=4 avx512": what its rows have in common, of those that have it. */
static void print_common(const struct table *table, const struct table_row *rows)
{
    static const char before[] = "where an algorithm has it: ";
    char line[2 * TABLE_CELL_BYTES];
    size_t length = (size_t)snprintf(line, sizeof line, "%s", before);

    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        for (const struct table_row *row = rows; rows->common & AXIS_BIT(axis); row++)
            if (point_is_tabled(&row->record->point, axis)) {
                table_parameters_text(&row->record->point, AXIS_BIT(axis), line + length,
                                      sizeof line - length);
                length += strlen(line + length);
                length += (size_t)snprintf(line + length, sizeof line - length, " ");
                break;
            }
    if (length < sizeof before)
        return;
    line[length - 1] = '\0';
    text_inert(line);
    if (table->room == 0 || table->room > sizeof before + WRAPPED_LEAST)
        wrapped_print(table->stream, line, 2, table->room);
}

/* The last column of a row has no trailing blanks. */
static unsigned cell_width(const struct table *table, size_t column, const char *text)
{
    const unsigned width = table->columns[column].width;
    const bool is_last = column + 1 == table->column_count;

    return is_last && wrapped_columns(text) < width ? wrapped_columns(text) : width;
}

static void print_headings(const struct table *table)
{
    bool marked = false;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct table_column *const column = &table->columns[i];
        if (column->width == 0)
            continue;
        if (table_column_start(table, i) > 0)
            fprintf(table->stream, "%*s", (int)table->gap + (marked ? 0 : TABLE_MARKS), "");
        marked |= table_column_start(table, i) > 0;
        print_cell(table->stream, column->heading, cell_width(table, i, column->heading), column);
    }
    fputc('\n', table->stream);
}

/* On a terminal a reason is said once in rows one below the other; elsewhere in each, for those who search.
 */
static const char *reason_of(const struct table *table, const struct record *record,
                             const struct record *above)
{
    const bool again = table->room > 0 && above && above->status == record->status &&
                       strcmp(above->message, record->message) == 0;
    return again && record->message[0] != '\0' ? "as above" : record->message;
}

/* What is printed instead of numbers in a row that has none, in the columns after the parameters. */
static void print_reason(const struct table *table, const struct record *record, const struct record *above)
{
    char text[TABLE_CELL_BYTES + sizeof record->message];
    unsigned start = table_column_start(table, table->parameters + 1);
    const char *const reason = reason_of(table, record, above);

    snprintf(text, sizeof text, "%s%s%s", status_names[record->status], reason[0] != '\0' ? ": " : "",
             reason);
    text_inert(text);
    if (table->room > 0 && start + REASON_LEAST > table->room) {
        start = table_column_start(table, 1);
        if (start + WRAPPED_LEAST > table->room)
            return;
        fprintf(table->stream, "\n%*s", (int)start, "");
    } else {
        fprintf(table->stream, "%*s", (int)table->gap, "");
    }
    fputs(table->color ? "\033[31m" : "", table->stream);
    wrapped_go_on(table->stream, text, start, table->room, " ");
    fputs(table->color ? "\033[0m" : "", table->stream);
}

/* What of a row is still to be printed, a column each; of one that has no numbers the reason comes after
 * the parameters. */
struct table_cell {
    char text[TABLE_CELL_BYTES];
    const char *rest;
};

/* How much of a cell goes on a line: names and lists go on below where they are wider than their column. */
static size_t part_of_cell(const struct table_column *column, const char *text)
{
    return column->right || column->width < WRAPPED_LEAST ? strlen(text)
                                                          : wrapped_part(text, column->width, " /;-");
}

static void print_part(const struct table *table, size_t at, struct table_cell *cell, bool is_last)
{
    const struct table_column *const column = &table->columns[at];
    char text[TABLE_CELL_BYTES];
    const size_t part = part_of_cell(column, cell->rest);

    snprintf(text, sizeof text, "%.*s", (int)part, cell->rest);
    cell->rest += part;
    if (text[0] != '\0' && text[part - 1] == ' ')
        text[part - 1] = '\0';
    const unsigned taken = wrapped_columns(text);
    print_cell(table->stream, text,
               is_last && !column->right && taken < column->width ? taken : column->width, column);
}

/* A line of the columns from the second on. Returns whether there is more to say on the next. */
static bool print_cells(const struct table *table, struct table_cell *cells, size_t end, bool padded)
{
    bool more = false, begun = false;
    size_t last = 0;

    for (size_t i = 1; i < end; i++)
        last = table->columns[i].width > 0 && (padded || cells[i].rest[0] != '\0') ? i : last;
    for (size_t i = 1; i <= last; i++) {
        if (table->columns[i].width == 0)
            continue;
        if (begun)
            fprintf(table->stream, "%*s", (int)table->gap, "");
        begun = true;
        print_part(table, i, &cells[i], i == last && !padded);
        more |= cells[i].rest[0] != '\0';
    }
    return more;
}

/* In a smoke run all are, which says nothing. */
static bool is_marked_unusable(const struct record *record)
{
    return record->grade == GRADE_UNUSABLE && record->stop_reason != STOP_SMOKE;
}

static void print_marks(const struct table *table, const struct table_row *row)
{
    const struct table_column *const sizes = &table->columns[0];
    const bool unusable = is_marked_unusable(row->record);
    char size[TABLE_CELL_BYTES] = "";

    if (sizes->width == 0)
        return;
    if (row->first)
        table_cell_text(table, row, 0, size, sizeof size);
    print_cell(table->stream, size, sizes->width, sizes);
    fprintf(table->stream, "%*s%s%c%c ", (int)table->gap, "",
            table->color && row->resolved ? "\033[1;32m" : "", row->resolved ? '*' : ' ',
            unusable ? '~' : ' ');
}

/* above: of the row above it; NULL: a heading is. */
static void print_row(const struct table *table, const struct table_row *row, const struct record *above)
{
    const bool measured = record_measured(row->record);
    const size_t end = measured ? table->column_count : table->parameters + 1;
    const unsigned start = table_column_start(table, 1);
    struct table_cell *const cells = memory_array(table->column_count, sizeof *cells);

    for (size_t i = 1; i < end; i++) {
        table_cell_text(table, row, i, cells[i].text, sizeof cells[i].text);
        cells[i].rest = cells[i].text;
    }
    print_marks(table, row);
    bool more = print_cells(table, cells, end, !measured);
    fputs(table->color && row->resolved && table->columns[0].width > 0 ? "\033[0m" : "", table->stream);
    if (!measured)
        print_reason(table, row->record, above);
    fputc('\n', table->stream);
    while (more) {
        fprintf(table->stream, "%*s", (int)start, "");
        more = print_cells(table, cells, end, false);
        fputc('\n', table->stream);
    }
    free(cells);
}

static void print_legend(const struct table *table)
{
    bool best = false, unusable = false;

    for (size_t i = 0; i < table->count; i++) {
        best |= table->rows[i].resolved;
        unusable |= is_marked_unusable(table->rows[i].record);
    }
    if (table->columns[0].width == 0 || (!best && !unusable))
        return;
    const int room = table->room > 0 ? (int)table->room : INT_MAX;
    fprintf(table->stream, "\n%.*s\n", room,
            !unusable ? "* fastest of its size"
            : !best   ? "~ unusable"
                      : "* fastest of its size   ~ unusable");
}

/* Of a long table a terminal shows the fastest of each size, and what failed; files have it whole. */
static bool is_shown(const struct table *table, size_t at)
{
    const struct table_row *const row = &table->rows[at];
    const bool alone = row->first && (at + 1 == table->count || row[1].first);
    return !table->is_shortened || row->fastest || alone || !record_measured(row->record);
}

static const struct table_row *first_of_problem(const struct table *table, size_t at)
{
    while (at > 0 && table->rows[at - 1].problem == table->rows[at].problem)
        at--;
    return &table->rows[at];
}

static void print_rows(struct table *table)
{
    const struct table_row *above = NULL;
    for (size_t i = 0; i < table->count; i++) {
        struct table_row row = table->rows[i];
        if (!is_shown(table, i))
            continue;
        const bool begins = !above || row.problem != above->problem;
        if (begins) {
            fputs(above ? "\n" : "", table->stream);
            print_problem(table, &row.record->point);
            print_common(table, first_of_problem(table, i));
            print_headings(table);
        }
        row.first |= table->is_shortened;
        print_row(table, &row, begins ? NULL : above->record);
        above = &table->rows[i];
    }
}

void table_print(FILE *stream, const struct results *results, bool color, unsigned width)
{
    struct table table = {.stream = stream, .color = color, .room = width};

    table_init(&table, results);
    table.is_shortened = width > 0 && table.count > LONG;
    print_rows(&table);
    print_legend(&table);
    evidence_print(stream, results, width);
    if (table.is_shortened)
        fprintf(stream, "\n%zu rows; the others are in the files, and without a terminal\n", table.count);
    if (table.count < results->count)
        fprintf(stream, "\n%zu of %zu points interrupted\n", results->count - table.count, results->count);
    table_close(&table);
}

static void markdown_headings(const struct table *table)
{
    fputs("\n|", table->stream);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].width > 0)
            markdown_cell(table->stream, table->columns[i].heading);
    fputs("\n|", table->stream);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].width > 0)
            fputs(table->columns[i].right ? " ---: |" : " --- |", table->stream);
    putc('\n', table->stream);
}

/* Of a row without numbers the reason is in the first cell that has none. */
static void markdown_row(const struct table *table, const struct table_row *row)
{
    const struct record *const record = row->record;
    putc('|', table->stream);
    for (size_t i = 0; i < table->column_count; i++) {
        char text[TABLE_CELL_BYTES + sizeof record->message] = "";
        if (table->columns[i].width == 0)
            continue;
        if (!record_measured(record) && i == table->parameters + 1)
            snprintf(text, sizeof text, "%s%s%s", status_names[record->status],
                     record->message[0] != '\0' ? ": " : "", record->message);
        else if (record_measured(record) || i <= table->parameters)
            table_cell_text(table, row, i, text, TABLE_CELL_BYTES);
        if (row->resolved && table_is_column(&table->columns[i], "algorithm"))
            strncat(text, " (fastest)", sizeof text - strlen(text) - 1);
        markdown_cell(table->stream, text);
    }
    putc('\n', table->stream);
}

void table_markdown(FILE *stream, const struct results *results)
{
    struct table table = {.stream = stream};

    table_init(&table, results);
    for (size_t i = 0; i < table.count; i++) {
        if (i == 0 || table.rows[i].problem != table.rows[i - 1].problem) {
            fputs(i > 0 ? "\n" : "", stream);
            print_problem(&table, &table.rows[i].record->point);
            print_common(&table, &table.rows[i]);
            markdown_headings(&table);
        }
        markdown_row(&table, &table.rows[i]);
    }
    if (table.count < results->count)
        fprintf(stream, "\n%zu of %zu points interrupted\n", results->count - table.count, results->count);
    table_close(&table);
}
