/* SPDX-License-Identifier: MIT */
/* Relations in Markdown, LaTeX (with the rules of booktabs) and HTML (without the page around them): one
 * walk, three spellings. */
#include "base/inert.h"
#include "base/memory.h"
#include "report/report_state.h"

#include <math.h>
#include <stdlib.h>

/* What a language obeys, and what is written instead; the last has no spelling. */
struct escape {
    char character;
    const char *spelling;
};

/* A line that has something for each column: a text and a number; NULL: the name of the relation. */
struct line_of_columns {
    const char *around[2], *column[2];
};

/* How a language spells the parts of a report. */
struct markup {
    const struct escape *escapes;
    const char *title[2], *head[2], *paragraph[2]; /* before and behind */
    struct line_of_columns begin, rule;            /* of a table, before its headings and below them */
    const char *header[2], *header_cell[2], *number_header_cell[2];
    const char *row[TONES], *row_end, *cell[2]; /* of a row's tone; NULL: as of none */
    void (*begin_cell)(FILE *stream, const struct relation *relation, size_t row,
                       size_t column); /* NULL: cell[0] */
    bool draws;                        /* samples too */
    const char *between;               /* cells */
    const char *end;                   /* of a table */
};

static void write_escaped(FILE *stream, const struct escape *escapes, const char *text)
{
    for (; *text; text++) {
        const struct escape *escape = escapes;
        while (escape->spelling && escape->character != *text)
            escape++;
        if (escape->spelling)
            fputs(escape->spelling, stream);
        else
            putc(*text, stream);
    }
}

static void write_around(FILE *stream, const struct markup *markup, const char *const around[2],
                         const char *text)
{
    fputs(around[0], stream);
    write_escaped(stream, markup->escapes, text);
    fputs(around[1], stream);
}

static void write_part(FILE *stream, const struct markup *markup, const char *const around[2],
                       const char *text)
{
    if (*text)
        write_around(stream, markup, around, text);
}

/* ---- Samples, drawn for HTML: a line each, a longer one at their median. The strips of a cell share a
 * scale. */

enum { WIDTH = 200, HEIGHT = 14 }; /* of a strip, in units of its drawing */

/* The times that a strip has room for; slower samples are drawn at its end. */
struct scale {
    double low, high;
};

/* From the fastest of all to half as long again as the slower median: what is slower yet shows no ranking. */
static struct scale scale_of(const struct strip *strips)
{
    struct scale scale = {INFINITY, 0};
    double median = 0;
    for (size_t s = 0; s < CELL_STRIPS_MOST; s++) {
        median = fmax(median, strips[s].count > 0 ? strips[s].median : 0);
        for (size_t i = 0; i < strips[s].count; i++) {
            scale.low = fmin(scale.low, strips[s].values[i]);
            scale.high = fmax(scale.high, strips[s].values[i]);
        }
    }
    scale.high = fmax(fmin(scale.high, 1.5 * median), scale.low * 1.001);
    return scale;
}

static double place_of(struct scale scale, double value)
{
    return 1 + fmin((value - scale.low) / (scale.high - scale.low), 1) * (WIDTH - 2);
}

static void write_strip(FILE *stream, const struct strip *strip, struct scale scale)
{
    size_t beyond = 0;
    fprintf(stream, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\"><title>", WIDTH, HEIGHT);
    for (size_t i = 0; i < strip->count; i++)
        beyond += strip->values[i] > scale.high;
    fprintf(stream, "%zu samples", strip->count);
    if (beyond > 0)
        fprintf(stream, ", %zu beyond the right end", beyond);
    fputs("</title><path class=\"samples\" d=\"", stream);
    for (size_t i = 0; i < strip->count; i++)
        fprintf(stream, "M%.1f 4v6", place_of(scale, strip->values[i]));
    fprintf(stream, "\"/><path class=\"median\" d=\"M%.1f 1v12\"/></svg>", place_of(scale, strip->median));
}

static void write_strips(FILE *stream, const struct strip *strips)
{
    for (size_t i = 0; i < CELL_STRIPS_MOST; i++)
        if (strips[i].count > 0)
            write_strip(stream, &strips[i], scale_of(strips));
}

/* ---- The walk */

/* What is printed of a relation. */
struct table {
    const struct markup *markup;
    const struct relation *relation;
    size_t *shown, count; /* its columns */
};

static void write_line(FILE *stream, const struct table *table, const struct line_of_columns *line)
{
    fputs(line->around[0], stream);
    if (!line->column[0])
        write_escaped(stream, table->markup->escapes, table->relation->name ? table->relation->name : "");
    for (size_t i = 0; line->column[0] && i < table->count; i++)
        fputs(line->column[column_is_number(&table->relation->columns[table->shown[i]])], stream);
    fputs(line->around[1], stream);
}

static void write_header(FILE *stream, const struct table *table)
{
    const struct markup *const markup = table->markup;
    write_line(stream, table, &markup->begin);
    fputs(markup->header[0], stream);
    for (size_t i = 0; i < table->count; i++) {
        const struct column *const column = &table->relation->columns[table->shown[i]];
        fputs(i > 0 ? markup->between : "", stream);
        write_around(stream, markup,
                     column_is_number(column) ? markup->number_header_cell : markup->header_cell,
                     column->heading);
    }
    fputs(markup->header[1], stream);
    write_line(stream, table, &markup->rule);
}

static void write_cell(FILE *stream, const struct markup *markup, const struct relation *relation, size_t row,
                       size_t column)
{
    char text[CELL_BYTES];
    if (markup->begin_cell)
        markup->begin_cell(stream, relation, row, column);
    else
        fputs(markup->cell[0], stream);
    if (relation->columns[column].kind == CELL_STRIPS)
        write_strips(stream, column_member(&relation->columns[column], relation_row(relation, row)));
    else
        write_escaped(stream, markup->escapes, cell_text(relation, row, column, text));
    fputs(markup->cell[1], stream);
}

static void write_row(FILE *stream, const struct table *table, size_t row)
{
    const struct markup *const markup = table->markup;
    const struct relation *const relation = table->relation;
    const enum tone tone = relation->tone ? relation->tone(relation_row(relation, row)) : TONE_NONE;
    fputs(markup->row[markup->row[tone] ? tone : TONE_NONE], stream);
    for (size_t i = 0; i < table->count; i++) {
        fputs(i > 0 ? markup->between : "", stream);
        write_cell(stream, markup, relation, row, table->shown[i]);
    }
    fputs(markup->row_end, stream);
}

static void write_rows(FILE *stream, const struct markup *markup, const struct relation *relation)
{
    struct table table = {.markup = markup, .relation = relation};
    char text[CELL_BYTES];
    table.shown = relation_shown(relation, markup->draws, &table.count);
    const size_t rows = table.count > 0 ? relation->row_count : 0;
    for (size_t row = 0; row < rows; row++) {
        const bool begins = *relation_head(relation, row, text) != '\0';
        if (begins && row > 0)
            fputs(markup->end, stream);
        if (begins)
            write_part(stream, markup, markup->head, text);
        if (begins || row == 0)
            write_header(stream, &table);
        write_row(stream, &table, row);
    }
    fputs(rows > 0 ? markup->end : "", stream);
    free(table.shown);
}

static void print_markup(FILE *stream, const struct report *report, const struct markup *markup)
{
    char text[CELL_BYTES];
    for (size_t i = 0; i < report->count; i++) {
        const struct relation *const relation = &report->relations[i];
        const char *note = relation->note;
        write_part(stream, markup, markup->title, relation_title(relation, text));
        write_rows(stream, markup, relation);
        while (note_line(&note, text))
            write_part(stream, markup, markup->paragraph, text);
    }
}

/* ---- The languages */

void print_markdown(FILE *stream, const struct report *report, const struct print_look *look)
{
    static const struct escape escapes[] = {{'|', "\\|"}, {'\\', "\\\\"}, {'`', "\\`"}, {'*', "\\*"},
                                            {'_', "\\_"}, {'<', "\\<"},   {'[', "\\["}, {0}};
    static const struct markup markdown = {
        .escapes = escapes,
        .title = {"**", "**\n\n"},
        .head = {"**", "**\n\n"},
        .paragraph = {"", "\n\n"},
        .begin = {{"", ""}, {"", ""}},
        .rule = {{"|", "\n"}, {" --- |", " ---: |"}},
        .header = {"|", "\n"},
        .header_cell = {" ", " |"},
        .number_header_cell = {" ", " |"},
        .row = {"|"},
        .row_end = "\n",
        .cell = {" ", " |"},
        .between = "",
        .end = "\n",
    };
    (void)look;
    print_markup(stream, report, &markdown);
}

void print_latex(FILE *stream, const struct report *report, const struct print_look *look)
{
    static const struct escape escapes[] = {
        {'\\', "\\textbackslash{}"},
        {'~', "\\textasciitilde{}"},
        {'^', "\\textasciicircum{}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'%', "\\%"},
        {'&', "\\&"},
        {'_', "\\_"},
        {'#', "\\#"},
        {'$', "\\$"},
        {'{', "\\{"},
        {'}', "\\}"},
        {0},
    };
    static const struct markup latex = {
        .escapes = escapes,
        .title = {"\\textbf{", "}\n\n"},
        .head = {"\\textbf{", "}\n\n"},
        .paragraph = {"", "\n\n"},
        .begin = {{"\\begin{tabular}{", "}\n\\toprule\n"}, {"l", "r"}},
        .rule = {{"\\midrule\n", ""}, {"", ""}},
        .header = {"", " \\\\\n"},
        .header_cell = {"", ""},
        .number_header_cell = {"", ""},
        .row = {""},
        .row_end = " \\\\\n",
        .cell = {"", ""},
        .between = " & ",
        .end = "\\bottomrule\n\\end{tabular}\n\n",
    };
    (void)look;
    print_markup(stream, report, &latex);
}

static const struct escape html_escapes[] = {
    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {0}};

void html_text(FILE *file, const char *raw)
{
    char *const inert = text_inert(memory_text(raw));
    write_escaped(file, html_escapes, inert);
    free(inert);
}

/* With its heading, for narrow pages, and the number that it sorts by. */
static void begin_html_cell(FILE *stream, const struct relation *relation, size_t row, size_t column)
{
    char exact[CELL_BYTES];
    fputs("<td data-head=\"", stream);
    html_text(stream, relation->columns[column].heading);
    if (column_is_number(&relation->columns[column]))
        fputs("\" class=\"number", stream);
    if (relation->columns[column].kind > CELL_FLAG && relation->columns[column].kind != CELL_STRIPS)
        fprintf(stream, "\" data-value=\"%s", cell_exact(relation, row, column, exact));
    fputs("\">", stream);
}

void print_html(FILE *stream, const struct report *report, const struct print_look *look)
{
    static const struct markup html = {
        .escapes = html_escapes,
        .title = {"<h2>", "</h2>\n"},
        .head = {"<h3>", "</h3>\n"},
        .paragraph = {"<p>", "</p>\n"},
        .begin = {{"<div class=\"scroll\">\n<table class=\"", "\">\n"}, {NULL, NULL}},
        .rule = {{"", ""}, {"", ""}},
        .header = {"<thead><tr>", "</tr></thead>\n<tbody>\n"},
        .header_cell = {"<th>", "</th>"},
        .number_header_cell = {"<th class=\"number\">", "</th>"},
        .row = {[TONE_NONE] = "<tr>",
                [TONE_BEST] = "<tr class=\"best\">",
                [TONE_GOOD] = "<tr class=\"good\">",
                [TONE_BAD] = "<tr class=\"bad\">",
                [TONE_UNSURE] = "<tr class=\"unsure\">"},
        .row_end = "</tr>\n",
        .cell = {"<td>", "</td>"},
        .begin_cell = begin_html_cell,
        .draws = true,
        .between = "",
        .end = "</tbody>\n</table>\n</div>\n",
    };
    (void)look;
    print_markup(stream, report, &html);
}
