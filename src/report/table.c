/* SPDX-License-Identifier: MIT */
/* The table for people: grouped by problem and size, the best of each size marked, never wider than the
 * terminal. */
#include "report/table.h"

#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column {
    COLUMN_N,
    COLUMN_ALGORITHM,
    COLUMN_PARAMETERS,
    COLUMN_TIME,
    COLUMN_RATE,
    COLUMN_LIMIT,
    COLUMN_FLAGS,
    COLUMNS
};
enum { CELL_BYTES = 256, GAP = 2, MARKS = 3 };

static const char *const headers[COLUMNS] = {"n",    "algorithm", "parameters", "time",
                                             "GB/s", "of limit",  "flags"};
static const bool right_aligned[COLUMNS] = {
    [COLUMN_N] = true, [COLUMN_TIME] = true, [COLUMN_RATE] = true, [COLUMN_LIMIT] = true};

struct row {
    const struct record *record;
    size_t problem; /* rank of its problem by first appearance */
    size_t index;   /* in the results */
    bool first;     /* of its size */
    bool best;      /* of its size, among several */
};

struct table {
    FILE *stream;
    struct row *rows;
    size_t count;
    bool color;
    unsigned room;           /* columns of the terminal; 0: no limit */
    unsigned width[COLUMNS]; /* 0: the column is left out */
};

static bool is_measured(const struct record *record)
{
    return record->status == STATUS_OK && record->statistics.samples > 0;
}

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
        if (!is_measured(rows[i].record))
            continue;
        measured++;
        if (best == NULL || rows[i].record->statistics.median < best->record->statistics.median)
            best = &rows[i];
    }
    if (measured > 1)
        best->best = true;
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
}

/* "T=256 V=8 workers=2 avx512": the axes of the point that its problem does not fix. */
static void parameters_text(const struct point *point, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (enum axis axis = 0; axis < AXIS_COUNT && length < size; axis++) {
        char value[64];
        if (axis_info[axis].of_problem || !point_is_tabled(point, axis))
            continue;
        point_axis_text(point, axis, value, sizeof value);
        length += (size_t)snprintf(text + length, size - length, "%s%s%s", length > 0 ? " " : "",
                                   axis_info[axis].label, value);
    }
}

static void time_text(const struct statistics *statistics, char *text, size_t size)
{
    const double precision = statistics_precision(statistics);
    char time[32];

    text_format_duration(time, sizeof time, statistics->median);
    if (isfinite(precision))
        snprintf(text, size, "%s ± %.1f %%", time, 100 * precision);
    else
        snprintf(text, size, "%s", time);
}

static void cell_text(const struct row *row, enum column column, char *text, size_t size)
{
    const struct record *const record = row->record;

    text[0] = '\0';
    if (column == COLUMN_N)
        text_format_count(text, size, record->point.n);
    else if (column == COLUMN_ALGORITHM)
        snprintf(text, size, "%s", record->point.implementation->name);
    else if (column == COLUMN_PARAMETERS)
        parameters_text(&record->point, text, size);
    else if (!is_measured(record))
        return;
    else if (column == COLUMN_TIME)
        time_text(&record->statistics, text, size);
    else if (column == COLUMN_RATE)
        snprintf(text, size, "%.2f", record_bytes_per_s(record) / 1e9);
    else if (column == COLUMN_FLAGS)
        flags_text(record->flags, text, size);
    else if (isfinite(record->limit_ratio))
        snprintf(text, size, "%.0f %%", 100 * record->limit_ratio);
}

/* Columns that a UTF-8 text takes on a terminal: ours has only narrow characters. */
static unsigned display_width(const char *text)
{
    unsigned width = 0;

    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static const char *skip_characters(const char *text, unsigned count)
{
    for (; count > 0; count--)
        do
            text++;
        while (((unsigned char)*text & 0xc0) == 0x80);
    return text;
}

/* Print a text in exactly so many columns. A longer one is shortened: its end goes, of a name its start. */
static void print_cell(FILE *stream, const char *text, unsigned width, enum column column)
{
    const unsigned whole = display_width(text);
    const int padding = whole < width ? (int)(width - whole) : 0;

    if (whole <= width && right_aligned[column])
        fprintf(stream, "%*s%s", padding, "", text);
    else if (whole <= width)
        fprintf(stream, "%s%*s", text, padding, "");
    else if (column == COLUMN_ALGORITHM)
        fprintf(stream, "…%s", skip_characters(text, whole - width + 1));
    else
        fprintf(stream, "%.*s…", (int)(skip_characters(text, width - 1) - text), text);
}

/* Columns of the terminal before a column starts, or with COLUMNS, that the table takes. */
static unsigned start_of(const struct table *table, enum column column)
{
    unsigned start = 0;

    for (unsigned i = 0; i < column; i++)
        if (table->width[i] > 0)
            start += table->width[i] + GAP + (i == COLUMN_N ? MARKS : 0);
    return start;
}

/* Give up width where it hurts least until the table fits. */
static void fit(struct table *table)
{
    static const struct {
        enum column column;
        unsigned width;
    } sacrifices[] = {
        {COLUMN_FLAGS, 12},     {COLUMN_ALGORITHM, 16}, {COLUMN_PARAMETERS, 12}, {COLUMN_FLAGS, 0},
        {COLUMN_PARAMETERS, 0}, {COLUMN_LIMIT, 0},      {COLUMN_ALGORITHM, 8},   {COLUMN_TIME, 0},
        {COLUMN_RATE, 0},       {COLUMN_ALGORITHM, 1},  {COLUMN_N, 0},
    };

    for (size_t i = 0; i < sizeof sacrifices / sizeof sacrifices[0]; i++) {
        const unsigned total = start_of(table, COLUMNS) - GAP;
        unsigned *const width = &table->width[sacrifices[i].column];
        if (total <= table->room || *width <= sacrifices[i].width)
            continue;
        const unsigned excess = total - table->room;
        if (sacrifices[i].width == 0 || *width < excess + sacrifices[i].width)
            *width = sacrifices[i].width;
        else
            *width -= excess;
    }
}

static void measure_columns(struct table *table)
{
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned widest = 0;
        for (size_t i = 0; i < table->count; i++) {
            char text[CELL_BYTES];
            cell_text(&table->rows[i], (enum column)column, text, sizeof text);
            const unsigned width = display_width(text);
            widest = width > widest ? width : widest;
        }
        const unsigned header = display_width(headers[column]);
        table->width[column] = widest == 0 ? 0 : widest > header ? widest : header;
    }
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

/* The last column of a row stands without trailing blanks. */
static unsigned cell_width(const struct table *table, enum column column, const char *text)
{
    const unsigned width = table->width[column];

    return column == COLUMN_FLAGS && display_width(text) < width ? display_width(text) : width;
}

static void print_headers(const struct table *table)
{
    for (unsigned column = 0; column < COLUMNS; column++) {
        if (table->width[column] == 0)
            continue;
        if (start_of(table, (enum column)column) > 0)
            fprintf(table->stream, "%*s", column == COLUMN_ALGORITHM ? GAP + MARKS : GAP, "");
        print_cell(table->stream, headers[column], cell_width(table, (enum column)column, headers[column]),
                   (enum column)column);
    }
    fputc('\n', table->stream);
}

/* What stands instead of numbers in a row that has none, in the columns behind the parameters. */
static void print_reason(const struct table *table, const struct record *record)
{
    char text[CELL_BYTES + sizeof record->message];
    const unsigned start = start_of(table, COLUMN_TIME);
    unsigned width = sizeof text;

    snprintf(text, sizeof text, "%s%s%s", status_names[record->status],
             record->message[0] != '\0' ? ": " : "", record->message);
    if (table->room > 0)
        width = table->room > start ? table->room - start : 0;
    if (width == 0)
        return;
    if (display_width(text) < width)
        width = display_width(text);
    fprintf(table->stream, "%*s%s", GAP, "", table->color ? "\033[31m" : "");
    print_cell(table->stream, text, width, COLUMN_FLAGS);
    fputs(table->color ? "\033[0m" : "", table->stream);
}

static void print_cells(const struct table *table, const struct row *row)
{
    const enum column end = is_measured(row->record) ? COLUMNS : COLUMN_TIME;

    for (enum column column = COLUMN_ALGORITHM; column < end; column++) {
        char text[CELL_BYTES];
        if (table->width[column] == 0)
            continue;
        cell_text(row, column, text, sizeof text);
        if (column == COLUMN_FLAGS && text[0] == '\0')
            continue;
        if (column > COLUMN_ALGORITHM)
            fprintf(table->stream, "%*s", GAP, "");
        print_cell(table->stream, text, cell_width(table, column, text), column);
    }
}

static void print_row(const struct table *table, const struct row *row)
{
    const bool unstable = row->record->flags & FLAG_UNSTABLE;
    const char *const color = !table->color ? "" : row->best ? "\033[1;32m" : "";
    char size[CELL_BYTES] = "";

    if (row->first)
        cell_text(row, COLUMN_N, size, sizeof size);
    if (table->width[COLUMN_N] > 0) {
        print_cell(table->stream, size, table->width[COLUMN_N], COLUMN_N);
        fprintf(table->stream, "%*s", GAP, "");
        fprintf(table->stream, "%s%c%c ", color, row->best ? '*' : ' ', unstable ? '~' : ' ');
    }
    print_cells(table, row);
    fputs(color[0] != '\0' ? "\033[0m" : "", table->stream);
    if (!is_measured(row->record))
        print_reason(table, row->record);
    fputc('\n', table->stream);
}

static void print_legend(const struct table *table)
{
    bool best = false, unstable = false;

    for (size_t i = 0; i < table->count; i++) {
        best |= table->rows[i].best;
        unstable |= (table->rows[i].record->flags & FLAG_UNSTABLE) != 0;
    }
    if (table->width[COLUMN_N] == 0 || (!best && !unstable))
        return;
    const int room = table->room > 0 ? (int)table->room : INT_MAX;
    fprintf(table->stream, "\n%.*s\n", room,
            !unstable ? "* fastest of its size"
            : !best   ? "~ unstable"
                      : "* fastest of its size   ~ unstable");
}

void table_print(FILE *stream, const struct results *results, bool color, unsigned width)
{
    struct table table = {.stream = stream, .color = color, .room = width};

    table.rows = memory_array(results->count > 0 ? results->count : 1, sizeof table.rows[0]);
    order_rows(&table, results);
    measure_columns(&table);
    for (size_t i = 0; i < table.count; i++) {
        if (i == 0 || table.rows[i].problem != table.rows[i - 1].problem) {
            fputs(i > 0 ? "\n" : "", stream);
            print_problem(&table, &table.rows[i].record->point);
            print_headers(&table);
        }
        print_row(&table, &table.rows[i]);
    }
    print_legend(&table);
    if (table.count < results->count)
        fprintf(stream, "\n%zu of %zu points interrupted\n", results->count - table.count, results->count);
    free(table.rows);
}
