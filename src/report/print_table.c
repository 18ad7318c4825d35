/* SPDX-License-Identifier: MIT */
/* Relations as tables for a terminal: aligned, as narrow as its lines where columns yield or texts go on
 * below, coloured where it may be. */
#include "report/report_state.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LEAST = 8, INDENT = 2 };
#define BREAKS " /;,-"

/* A relation as texts: those of its headings, then those of its rows. */
struct table_layout {
    FILE *stream;
    const struct relation *relation;
    const struct print_look *look;
    size_t *shown; /* its columns */
    size_t count;
    size_t left_out;  /* behind these in shown: the columns that do not fit */
    unsigned *widths; /* of these, in columns of a terminal */
};

static const struct column *column_at(const struct table_layout *layout, size_t at)
{
    return &layout->relation->columns[layout->shown[at]];
}

static unsigned total_width(const struct table_layout *layout)
{
    unsigned total = 0;
    for (size_t i = 0; i < layout->count; i++)
        total += layout->widths[i] + (i > 0 ? GAP : 0);
    return total;
}

/* With each text going on below its first line. */
static unsigned least_width(const struct table_layout *layout)
{
    unsigned least = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const bool wraps = !column_is_number(column_at(layout, i)) && layout->widths[i] > LEAST;
        least += (wraps ? LEAST : layout->widths[i]) + (i > 0 ? GAP : 0);
    }
    return least;
}

static unsigned measure(const struct relation *relation, size_t column)
{
    unsigned width = wrapped_columns(relation->columns[column].heading);
    char text[CELL_BYTES];
    for (size_t row = 0; row < relation->row_count; row++) {
        const unsigned taken = wrapped_columns(cell_text(relation, row, column, text));
        width = taken > width ? taken : width;
    }
    return width;
}

/* Leave out the column that yields first, the last of equals before the others. It then stands behind those
 * that are shown. Returns whether one yielded. */
static bool drop_column(struct table_layout *layout)
{
    size_t at = 0;
    unsigned most = 0;
    for (size_t i = 0; i < layout->count; i++)
        if (column_at(layout, i)->yields > 0 && column_at(layout, i)->yields >= most) {
            most = column_at(layout, i)->yields;
            at = i;
        }
    if (most == 0)
        return false;
    const size_t dropped = layout->shown[at];
    layout->count--;
    memmove(&layout->shown[at], &layout->shown[at + 1], (layout->count - at) * sizeof *layout->shown);
    memmove(&layout->widths[at], &layout->widths[at + 1], (layout->count - at) * sizeof *layout->widths);
    layout->shown[layout->count] = dropped;
    layout->left_out++;
    return true;
}

/* Let the widest text go on below its first line. Returns whether one could give up a column of the terminal.
 */
static bool shrink_text(struct table_layout *layout)
{
    size_t widest = layout->count;
    for (size_t i = 0; i < layout->count; i++)
        if (!column_is_number(column_at(layout, i)) && layout->widths[i] > LEAST &&
            (widest == layout->count || layout->widths[i] >= layout->widths[widest]))
            widest = i;
    if (widest == layout->count)
        return false;
    layout->widths[widest]--;
    return true;
}

/* A table that does not fit without the columns that yield is as wide as its cells: none of the others is
 * lost. */
static void fit(struct table_layout *layout)
{
    const unsigned width = layout->look->width;
    while (width > 0 && total_width(layout) > width && drop_column(layout))
        ;
    while (least_width(layout) <= width && total_width(layout) > width && shrink_text(layout))
        ;
}

static const char *tone_of(const struct table_layout *layout, size_t row)
{
    static const char *const codes[] = {
        [TONE_NONE] = "",        [TONE_BEST] = "\033[1m",    [TONE_GOOD] = "\033[32m",
        [TONE_BAD] = "\033[31m", [TONE_UNSURE] = "\033[33m",
    };
    const struct relation *const relation = layout->relation;
    if (!layout->look->color || !relation->tone)
        return "";
    return codes[relation->tone(relation_row(relation, row))];
}

/* What goes on a line of a cell, and where the rest of it begins. */
static const char *print_part(const struct table_layout *layout, size_t at, const char *text, bool is_last)
{
    const unsigned width = layout->widths[at];
    const bool wraps = !column_is_number(column_at(layout, at));
    const size_t part = !*text ? 0 : wraps ? wrapped_part(text, width, BREAKS) : strlen(text);
    const size_t printed = part > 0 && text[part - 1] == ' ' ? part - 1 : part;
    char *const cut = memory_text_part(text, printed);
    const unsigned taken = wrapped_columns(cut);
    const int padding = taken < width ? (int)(width - taken) : 0;
    if (!wraps)
        fprintf(layout->stream, "%*s%s", padding, "", cut);
    else
        fprintf(layout->stream, "%s%*s", cut, is_last ? 0 : padding, "");
    free(cut);
    return text + part;
}

static bool is_last_text(const struct table_layout *layout, const char *const *rest, size_t at)
{
    for (size_t i = at + 1; i < layout->count; i++)
        if (*rest[i])
            return false;
    return true;
}

/* A line of all cells. Returns whether a cell goes on. */
static bool print_line_of(const struct table_layout *layout, const char **rest, const char *tone)
{
    bool more = false;
    for (size_t i = 0; i < layout->count; i++) {
        const bool is_last = is_last_text(layout, rest, i);
        fprintf(layout->stream, "%*s%s", i > 0 ? GAP : 0, "", i == 0 ? tone : "");
        rest[i] = print_part(layout, i, rest[i], is_last);
        fputs(i == 0 && *tone ? "\033[0m" : "", layout->stream);
        if (is_last)
            break;
    }
    for (size_t i = 0; i < layout->count; i++)
        more |= *rest[i] != '\0';
    putc('\n', layout->stream);
    return more;
}

static void print_header(const struct table_layout *layout)
{
    const char **const rest = memory_array(layout->count + 1, sizeof *rest);
    for (size_t i = 0; i < layout->count; i++)
        rest[i] = column_at(layout, i)->heading;
    while (print_line_of(layout, rest, ""))
        ;
    free(rest);
}

static void print_row(const struct table_layout *layout, size_t row)
{
    char(*const texts)[CELL_BYTES] = memory_array(layout->count + 1, sizeof *texts);
    const char **const rest = memory_array(layout->count + 1, sizeof *rest);
    for (size_t i = 0; i < layout->count; i++)
        rest[i] = cell_text(layout->relation, row, layout->shown[i], texts[i]);
    bool more = print_line_of(layout, rest, tone_of(layout, row));
    while (more)
        more = print_line_of(layout, rest, "");
    free(rest);
    free(texts);
}

static void print_bold(const struct table_layout *layout, const char *text)
{
    if (!*text)
        return;
    fputs(layout->look->color ? "\033[1m" : "", layout->stream);
    wrapped_print(layout->stream, text, INDENT, layout->look->width);
    fputs(layout->look->color ? "\033[0m" : "", layout->stream);
}

static void print_rows(const struct table_layout *layout)
{
    char text[CELL_BYTES];
    for (size_t row = 0; row < layout->relation->row_count; row++) {
        const bool begins = *relation_head(layout->relation, row, text) != '\0';
        if (begins && row > 0)
            putc('\n', layout->stream);
        print_bold(layout, begins ? text : "");
        if (begins || row == 0)
            print_header(layout);
        print_row(layout, row);
    }
}

/* Add what a table leaves out and readers miss to ", next best, GB/s,", each column once. */
static void add_left_out(const struct table_layout *layout, char *names)
{
    char name[CELL_BYTES];
    for (size_t i = layout->count; i < layout->count + layout->left_out; i++) {
        snprintf(name, sizeof name, ", %s,", column_at(layout, i)->heading);
        if (column_at(layout, i)->missed && !strstr(names, name))
            text_add(names, CELL_BYTES, "%s", name + 1);
    }
}

static void layout_init(struct table_layout *layout)
{
    layout->shown = relation_shown(layout->relation, false, &layout->count);
    layout->widths = memory_array(layout->count + 1, sizeof *layout->widths);
    for (size_t i = 0; i < layout->count; i++)
        layout->widths[i] = measure(layout->relation, layout->shown[i]);
    fit(layout);
}

static void print_relation(FILE *stream, const struct relation *relation, const struct print_look *look,
                           char *left_out)
{
    struct table_layout layout = {.stream = stream, .relation = relation, .look = look};
    const char *note = relation->note;
    char text[CELL_BYTES];
    layout_init(&layout);
    print_bold(&layout, relation_title(relation, text));
    if (layout.count > 0)
        print_rows(&layout);
    add_left_out(&layout, left_out);
    while (note_line(&note, text))
        wrapped_print(stream, text, INDENT, look->width);
    free(layout.shown);
    free(layout.widths);
}

void print_table(FILE *stream, const struct report *report, const struct print_look *look)
{
    char left_out[CELL_BYTES] = ",", note[2 * CELL_BYTES];
    for (size_t i = 0; i < report->count; i++) {
        fputs(i > 0 && report->relations[i].apart ? "\n" : "", stream);
        print_relation(stream, &report->relations[i], look, left_out);
    }
    if (!left_out[1])
        return;
    left_out[strlen(left_out) - 1] = '\0';
    snprintf(note, sizeof note, "(columns left out: %s; --format markdown prints all)", left_out + 2);
    wrapped_print(stream, note, INDENT, look->width);
}
