/* SPDX-License-Identifier: MIT */
/* The table for people: grouped by problem and size, the best of each size marked, never wider than the
 * terminal. */
#include "report/table.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/evidence.h"
#include "report/markdown.h"
#include "report/wrapped.h"
#include "results/fields.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_BYTES = 256, GAP_MOST = 2, MARKS = 3, LONG = 60, WRAPPED_LEAST = 8, REASON_LEAST = 24 };

struct column {
    const char *heading;
    const struct field *field; /* NULL: the size, or the parameters */
    bool right;                /* aligned */
    unsigned width;            /* 0: the column is left out */
};

struct row {
    const struct record *record;
    size_t problem;  /* rank of its problem by first appearance */
    size_t index;    /* in the results */
    bool first;      /* of its size */
    bool best;       /* of its size, among several */
    unsigned common; /* AXIS_BITs of what all rows of its problem that have it share: its heading says them */
};

struct table {
    FILE *stream;
    struct row *rows;
    size_t count;
    bool color;
    bool is_shortened;      /* more rows than a terminal has */
    unsigned room;          /* columns of the terminal; 0: no limit */
    unsigned gap;           /* blanks between columns */
    struct column *columns; /* the size first: a row without it is of the size above */
    size_t column_count;
    size_t
        parameters; /* what stands left of them and they say which point it is; all after them, what it did */
};

static bool same_size(const struct row *a, const struct row *b)
{
    return a->problem == b->problem && a->record->point.n == b->record->point.n;
}

static size_t problem_rank(const struct table *table, size_t index)
{
    for (size_t i = index; i-- > 0;)
        if (!point_compare_problems(&table->rows[i].record->point, &table->rows[index].record->point,
                                    AXIS_BIT(AXIS_N)))
            return table->rows[i].problem;
    return index;
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *const a = left, *const b = right;
    const uint64_t a_n = a->record->point.n, b_n = b->record->point.n;

    if (a->problem != b->problem)
        return a->problem < b->problem ? -1 : 1;
    if (a_n != b_n)
        return a_n < b_n ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void mark_best(struct row *rows, size_t count)
{
    struct row *best = NULL;
    size_t measured = 0;

    for (size_t i = 0; i < count; i++) {
        if (!record_measured(rows[i].record))
            continue;
        measured++;
        if (best == NULL || rows[i].record->statistics.median < best->record->statistics.median)
            best = &rows[i];
    }
    if (measured > 1)
        best->best = true;
}

/* Axes that tell no row of a problem from another. */
static unsigned common_axes(const struct row *rows, size_t count)
{
    unsigned common = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct point *first = NULL;
        bool is_common = !axis_info[axis].of_problem;
        for (size_t i = 0; is_common && i < count; i++) {
            const struct point *const point = &rows[i].record->point;
            if (!point_is_tabled(point, axis))
                is_common = !point_has(point, axis);
            else if (!first)
                first = point;
            else
                is_common = point->axis[axis] == first->axis[axis];
        }
        common |= is_common && first ? AXIS_BIT(axis) : 0;
    }
    return common;
}

static void find_common(struct table *table)
{
    for (size_t i = 0, end; i < table->count; i = end) {
        for (end = i + 1; end < table->count && table->rows[end].problem == table->rows[i].problem;)
            end++;
        const unsigned common = common_axes(&table->rows[i], end - i);
        for (size_t k = i; k < end; k++)
            table->rows[k].common = common;
    }
}

/* Points that were not reached have nothing to show: they are counted below the table. */
static void order_rows(struct table *table, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        if (results->records[i].status == STATUS_INTERRUPTED)
            continue;
        const size_t at = table->count++;
        table->rows[at] = (struct row){.record = &results->records[i], .index = at};
        table->rows[at].problem = problem_rank(table, at);
    }
    qsort(table->rows, table->count, sizeof table->rows[0], compare_rows);
    for (size_t i = 0, end; i < table->count; i = end) {
        for (end = i + 1; end < table->count && same_size(&table->rows[i], &table->rows[end]);)
            end++;
        table->rows[i].first = true;
        mark_best(&table->rows[i], end - i);
    }
    find_common(table);
}

/* "T=256 V=8 workers=2 avx512": of these AXIS_BITs what the point has. */
static void parameters_text(const struct point *point, unsigned axes, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (enum axis axis = 0; axis < AXIS_COUNT && length < size; axis++) {
        char value[64];
        if (axis_info[axis].of_problem || !(axes & AXIS_BIT(axis)) || !point_is_tabled(point, axis))
            continue;
        point_axis_text(point, axis, value, sizeof value);
        length += (size_t)snprintf(text + length, size - length, "%s%s%s", length > 0 ? " " : "",
                                   axis_info[axis].label, value);
    }
}

/* The median, which is what people read, has its interval beside it. */
static void time_text(const struct record *record, const struct field *field, double time_s, char *text,
                      size_t size)
{
    const double precision = statistics_precision(&record->statistics);
    const bool is_median = field->place == offsetof(struct record, statistics.median);
    char time[32];

    text_format_duration(time, sizeof time, time_s);
    if (is_median && isfinite(precision))
        snprintf(text, size, "%s ± %.1f %%", time, 100 * precision);
    else
        snprintf(text, size, "%s", time);
}

/* A number in the unit that people read it in: of a share, which has none, per cent. */
static void number_text(const struct record *record, const struct field *field, double number, char *text,
                        size_t size)
{
    if (strcmp(field->unit, "s") == 0)
        time_text(record, field, number, text, size);
    else if (field->unit[0] != '\0')
        snprintf(text, size, "%.2f", number / 1e9);
    else
        snprintf(text, size, "%.0f %%", 100 * number);
}

static void field_text(const struct record *record, const struct field *field, char *text, size_t size)
{
    const struct field_value value = field_get(field, &(struct field_source){.record = record});

    if (value.missing || (field->group != FIELD_IN_PARAMETERS && !record_measured(record)))
        return;
    if (field_is_text(field))
        snprintf(text, size, "%s", value.text);
    else if (field->kind == FIELD_COUNT)
        text_format_count(text, size, value.count);
    else
        number_text(record, field, value.number, text, size);
}

static void cell_text(const struct table *table, const struct row *row, size_t column, char *text,
                      size_t size)
{
    const struct field *const field = table->columns[column].field;

    text[0] = '\0';
    if (field)
        field_text(row->record, field, text, size);
    else if (column == table->parameters)
        parameters_text(&row->record->point, ~row->common, text, size);
    else
        text_format_count(text, size, row->record->point.n);
    text_inert(text);
}

static bool is_column(const struct column *column, const char *heading)
{
    return column->heading && strcmp(column->heading, heading) == 0;
}

/* Print a text in exactly so many columns. A longer one is shortened: its end goes, of a name its start. */
static void print_cell(FILE *stream, const char *text, unsigned width, const struct column *column)
{
    const unsigned whole = wrapped_columns(text);
    const int padding = whole < width ? (int)(width - whole) : 0;

    if (whole <= width && column->right)
        fprintf(stream, "%*s%s", padding, "", text);
    else if (whole <= width)
        fprintf(stream, "%s%*s", text, padding, "");
    else if (is_column(column, "algorithm"))
        fprintf(stream, "…%s", wrapped_skip(text, whole - width + 1));
    else
        fprintf(stream, "%.*s…", (int)(wrapped_skip(text, width - 1) - text), text);
}

/* Columns of the terminal before a column starts, or with column_count, that the table takes. */
static unsigned start_of(const struct table *table, size_t column)
{
    unsigned start = 0;

    for (size_t i = 0; i < column; i++)
        if (table->columns[i].width > 0)
            start += table->columns[i].width + table->gap + (i == 0 ? MARKS : 0);
    return start;
}

/* A column gives up width, down to some, as far as the table is too wide. */
static void shrink(struct table *table, struct column *column, unsigned least)
{
    const unsigned total = start_of(table, table->column_count) - table->gap;

    if (total <= table->room || column->width <= least)
        return;
    const unsigned excess = total - table->room;
    column->width = least == 0 || column->width < excess + least ? least : column->width - excess;
}

/* Give up width where it hurts least until the table fits. What is not named goes first, from the right. */
static void fit(struct table *table)
{
    static const struct {
        const char *heading;
        unsigned width;
    } sacrifices[] = {
        {"parameters", 24}, {"algorithm", 24}, {"parameters", 16}, {"algorithm", 16},
        {"parameters", 12}, {"algorithm", 12}, {"parameters", 10}, {"of limit", 0},
        {"parameters", 8},  {"algorithm", 8},  {"grade", 0},       {"time", 0},
        {"GB/s", 0},        {"parameters", 0}, {"algorithm", 1},   {"n", 0},
    };
    enum { SACRIFICES = sizeof sacrifices / sizeof sacrifices[0] };

    if (start_of(table, table->column_count) - table->gap > table->room)
        table->gap = 1;
    for (size_t i = table->column_count; i-- > 0;) {
        bool named = false;
        for (size_t k = 0; k < SACRIFICES; k++)
            named |= is_column(&table->columns[i], sacrifices[k].heading);
        if (!named)
            shrink(table, &table->columns[i], 0);
    }
    for (size_t k = 0; k < SACRIFICES; k++)
        for (size_t i = 0; i < table->column_count; i++)
            if (is_column(&table->columns[i], sacrifices[k].heading))
                shrink(table, &table->columns[i], sacrifices[k].width);
}

static void measure_column(struct table *table, size_t column)
{
    const unsigned heading = wrapped_columns(table->columns[column].heading);
    unsigned widest = 0;

    for (size_t i = 0; i < table->count; i++) {
        char text[CELL_BYTES];
        cell_text(table, &table->rows[i], column, text, sizeof text);
        const unsigned width = wrapped_columns(text);
        widest = width > widest ? width : widest;
    }
    table->columns[column].width = widest == 0 ? 0 : widest > heading ? widest : heading;
}

/* The size, the fields that have a heading, and after the last that says which point it is, the parameters.
 */
static void make_columns(struct table *table)
{
    table->columns = memory_array(field_count + 2, sizeof *table->columns);
    table->columns[table->column_count++] = (struct column){.heading = "n", .right = true};
    for (size_t i = 0; i < field_count; i++) {
        if (!fields[i].heading)
            continue;
        if (!table->parameters && fields[i].group != FIELD_IN_PARAMETERS) {
            table->parameters = table->column_count++;
            table->columns[table->parameters] = (struct column){.heading = "parameters"};
        }
        table->columns[table->column_count++] =
            (struct column){fields[i].heading, &fields[i], !field_is_text(&fields[i]), 0};
    }
    for (size_t i = 0; i < table->column_count; i++)
        measure_column(table, i);
    if (table->room > 0)
        fit(table);
}

/* "scan u32 sum exclusive, huge pages, hot cache" */
static void print_problem(const struct table *table, const struct point *point)
{
    char line[CELL_BYTES];
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
    const int room = table->room > 0 ? (int)table->room : (int)sizeof line;
    fprintf(table->stream, table->color ? "\033[1m%.*s\033[0m\n" : "%.*s\n", room, line);
}

/* "all: U=4 avx512": what its rows have in common, of those that have it. */
static void print_common(const struct table *table, const struct row *rows)
{
    static const char before[] = "where an algorithm has it: ";
    char line[2 * CELL_BYTES];
    size_t length = (size_t)snprintf(line, sizeof line, "%s", before);

    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        for (const struct row *row = rows; rows->common & AXIS_BIT(axis); row++)
            if (point_is_tabled(&row->record->point, axis)) {
                parameters_text(&row->record->point, AXIS_BIT(axis), line + length, sizeof line - length);
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

/* The last column of a row stands without trailing blanks. */
static unsigned cell_width(const struct table *table, size_t column, const char *text)
{
    const unsigned width = table->columns[column].width;
    const bool is_last = column + 1 == table->column_count;

    return is_last && wrapped_columns(text) < width ? wrapped_columns(text) : width;
}

static void print_headings(const struct table *table)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct column *const column = &table->columns[i];
        if (column->width == 0)
            continue;
        if (start_of(table, i) > 0)
            fprintf(table->stream, "%*s", i == 1 ? (int)table->gap + MARKS : (int)table->gap, "");
        print_cell(table->stream, column->heading, cell_width(table, i, column->heading), column);
    }
    fputc('\n', table->stream);
}

/* A text that goes on below where it began. */
static void print_below(const struct table *table, const char *text, unsigned start, const char *breaks)
{
    const unsigned width = table->room > 0 ? table->room - start : (unsigned)strlen(text) + 1;
    while (*text != '\0') {
        const size_t part = wrapped_part(text, width, breaks);
        fprintf(table->stream, "%.*s", (int)part - (text[part - 1] == ' '), text);
        text += part;
        if (*text != '\0')
            fprintf(table->stream, "\n%*s", (int)start, "");
    }
}

/* What stands instead of numbers in a row that has none, in the columns behind the parameters. */
static void print_reason(const struct table *table, const struct record *record)
{
    char text[CELL_BYTES + sizeof record->message];
    unsigned start = start_of(table, table->parameters + 1);

    snprintf(text, sizeof text, "%s%s%s", status_names[record->status],
             record->message[0] != '\0' ? ": " : "", record->message);
    text_inert(text);
    if (table->room > 0 && start + REASON_LEAST > table->room) {
        start = start_of(table, 1);
        if (start + WRAPPED_LEAST > table->room)
            return;
        fprintf(table->stream, "\n%*s", (int)start, "");
    } else {
        fprintf(table->stream, "%*s", (int)table->gap, "");
    }
    fputs(table->color ? "\033[31m" : "", table->stream);
    print_below(table, text, start, " ");
    fputs(table->color ? "\033[0m" : "", table->stream);
}

/* What of a row is still to be printed, a column each; of one that has no numbers the reason stands after
 * the parameters. */
struct cell {
    char text[CELL_BYTES];
    const char *rest;
};

/* How much of a cell stands on a line: names and lists go on below where they are wider than their column. */
static size_t part_of_cell(const struct column *column, const char *text)
{
    return column->right || column->width < WRAPPED_LEAST ? strlen(text)
                                                          : wrapped_part(text, column->width, " /;-");
}

static void print_part(const struct table *table, size_t at, struct cell *cell, bool is_last)
{
    const struct column *const column = &table->columns[at];
    char text[CELL_BYTES];
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
static bool print_cells(const struct table *table, struct cell *cells, size_t end, bool padded)
{
    bool more = false;
    size_t last = 0;

    for (size_t i = 1; i < end; i++)
        last = table->columns[i].width > 0 && (padded || cells[i].rest[0] != '\0') ? i : last;
    for (size_t i = 1; i <= last; i++) {
        if (table->columns[i].width == 0)
            continue;
        if (i > 1)
            fprintf(table->stream, "%*s", (int)table->gap, "");
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

static void print_marks(const struct table *table, const struct row *row)
{
    const struct column *const sizes = &table->columns[0];
    const bool unusable = is_marked_unusable(row->record);
    char size[CELL_BYTES] = "";

    if (sizes->width == 0)
        return;
    if (row->first)
        cell_text(table, row, 0, size, sizeof size);
    print_cell(table->stream, size, sizes->width, sizes);
    fprintf(table->stream, "%*s%s%c%c ", (int)table->gap, "", table->color && row->best ? "\033[1;32m" : "",
            row->best ? '*' : ' ', unusable ? '~' : ' ');
}

static void print_row(const struct table *table, const struct row *row)
{
    const bool measured = record_measured(row->record);
    const size_t end = measured ? table->column_count : table->parameters + 1;
    const unsigned start = start_of(table, 1);
    struct cell *const cells = memory_array(table->column_count, sizeof *cells);

    for (size_t i = 1; i < end; i++) {
        cell_text(table, row, i, cells[i].text, sizeof cells[i].text);
        cells[i].rest = cells[i].text;
    }
    print_marks(table, row);
    bool more = print_cells(table, cells, end, !measured);
    fputs(table->color && row->best && table->columns[0].width > 0 ? "\033[0m" : "", table->stream);
    if (!measured)
        print_reason(table, row->record);
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
        best |= table->rows[i].best;
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
    const struct row *const row = &table->rows[at];
    const bool alone = row->first && (at + 1 == table->count || row[1].first);
    return !table->is_shortened || row->best || alone || !record_measured(row->record);
}

static const struct row *first_of_problem(const struct table *table, size_t at)
{
    while (at > 0 && table->rows[at - 1].problem == table->rows[at].problem)
        at--;
    return &table->rows[at];
}

static void print_rows(struct table *table)
{
    size_t headed = SIZE_MAX;
    for (size_t i = 0; i < table->count; i++) {
        struct row row = table->rows[i];
        if (!is_shown(table, i))
            continue;
        if (headed == SIZE_MAX || row.problem != table->rows[headed].problem) {
            fputs(headed != SIZE_MAX ? "\n" : "", table->stream);
            print_problem(table, &row.record->point);
            print_common(table, first_of_problem(table, i));
            print_headings(table);
        }
        headed = i;
        row.first |= table->is_shortened;
        print_row(table, &row);
    }
}

void table_print(FILE *stream, const struct results *results, bool color, unsigned width)
{
    struct table table = {.stream = stream, .color = color, .room = width, .gap = GAP_MOST};

    table.rows = memory_array(results->count > 0 ? results->count : 1, sizeof table.rows[0]);
    order_rows(&table, results);
    make_columns(&table);
    table.is_shortened = width > 0 && table.count > LONG;
    print_rows(&table);
    print_legend(&table);
    evidence_print(stream, results, width);
    if (table.is_shortened)
        fprintf(stream, "\n%zu rows; the others are in the files, and without a terminal\n", table.count);
    if (table.count < results->count)
        fprintf(stream, "\n%zu of %zu points interrupted\n", results->count - table.count, results->count);
    free(table.columns);
    free(table.rows);
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

/* Of a row without numbers the reason stands in the first cell that has none. */
static void markdown_row(const struct table *table, const struct row *row)
{
    const struct record *const record = row->record;
    putc('|', table->stream);
    for (size_t i = 0; i < table->column_count; i++) {
        char text[CELL_BYTES + sizeof record->message] = "";
        if (table->columns[i].width == 0)
            continue;
        if (!record_measured(record) && i == table->parameters + 1)
            snprintf(text, sizeof text, "%s%s%s", status_names[record->status],
                     record->message[0] != '\0' ? ": " : "", record->message);
        else if (record_measured(record) || i <= table->parameters)
            cell_text(table, row, i, text, CELL_BYTES);
        if (row->best && is_column(&table->columns[i], "algorithm"))
            strncat(text, " (fastest)", sizeof text - strlen(text) - 1);
        markdown_cell(table->stream, text);
    }
    putc('\n', table->stream);
}

void table_markdown(FILE *stream, const struct results *results)
{
    struct table table = {.stream = stream, .gap = GAP_MOST};

    table.rows = memory_array(results->count > 0 ? results->count : 1, sizeof table.rows[0]);
    order_rows(&table, results);
    make_columns(&table);
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
    free(table.columns);
    free(table.rows);
}
