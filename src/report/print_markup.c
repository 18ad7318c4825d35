/* SPDX-License-Identifier: MIT */
/* Relations in Markdown, LaTeX (with the rules of booktabs) and HTML (without the page around them): one
 * walk, three spellings. */
#include "report/report_state.h"

#include <stdlib.h>
#include <string.h>

/* A line that has something for each column: a text and a number; NULL: the name of the relation. */
struct line_of_columns {
    const char *around[2], *column[2];
};

/* How a language spells the parts of a report. */
struct markup {
    void (*text)(FILE *stream, const char *text);  /* print an inert text so that nothing of it is obeyed */
    const char *title[2], *head[2], *paragraph[2]; /* before and behind */
    struct line_of_columns begin, rule;            /* of a table, before its headings and below them */
    const char *header[2], *header_cell[2], *number_header_cell[2];
    const char *row[2], *cell[2];
    void (*begin_row)(FILE *stream, const struct relation *relation, size_t row); /* NULL: row[0] */
    void (*begin_cell)(FILE *stream, const struct relation *relation, size_t row,
                       size_t column); /* NULL: cell[0] */
    bool draws;                        /* samples too */
    const char *between;               /* cells */
    const char *end;                   /* of a table */
};

static void write_around(FILE *stream, const struct markup *markup, const char *const around[2],
                         const char *text)
{
    fputs(around[0], stream);
    markup->text(stream, text);
    fputs(around[1], stream);
}

static void write_part(FILE *stream, const struct markup *markup, const char *const around[2],
                       const char *text)
{
    if (*text)
        write_around(stream, markup, around, text);
}

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
        table->markup->text(stream, table->relation->name ? table->relation->name : "");
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
    if (relation->columns[column].kind == CELL_STRIPS) {
        const struct cell cell = relation_cell(relation, row, column);
        html_strips(stream, &cell);
    } else {
        markup->text(stream, cell_text(relation, row, column, text));
    }
    fputs(markup->cell[1], stream);
}

static void write_row(FILE *stream, const struct table *table, size_t row)
{
    const struct markup *const markup = table->markup;
    if (markup->begin_row)
        markup->begin_row(stream, table->relation, row);
    else
        fputs(markup->row[0], stream);
    for (size_t i = 0; i < table->count; i++) {
        fputs(i > 0 ? markup->between : "", stream);
        write_cell(stream, markup, table->relation, row, table->shown[i]);
    }
    fputs(markup->row[1], stream);
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

static void write_markdown(FILE *stream, const char *text)
{
    for (; *text; text++)
        fprintf(stream, strchr("|\\`*_<[", *text) ? "\\%c" : "%c", *text);
}

void print_markdown(FILE *stream, const struct report *report, const struct print_look *look)
{
    static const struct markup markdown = {
        .text = write_markdown,
        .title = {"**", "**\n\n"},
        .head = {"**", "**\n\n"},
        .paragraph = {"", "\n\n"},
        .begin = {{"", ""}, {"", ""}},
        .rule = {{"|", "\n"}, {" --- |", " ---: |"}},
        .header = {"|", "\n"},
        .header_cell = {" ", " |"},
        .number_header_cell = {" ", " |"},
        .row = {"|", "\n"},
        .cell = {" ", " |"},
        .between = "",
        .end = "\n",
    };
    (void)look;
    print_markup(stream, report, &markdown);
}

/* What LaTeX obeys, and what is written instead. */
static const struct {
    char character;
    const char *spelling;
} spelled[] = {
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
};

static void write_latex(FILE *stream, const char *text)
{
    for (; *text; text++) {
        const char plain[] = {*text, '\0'};
        const char *spelling = plain;
        for (size_t i = 0; i < sizeof spelled / sizeof spelled[0]; i++)
            if (spelled[i].character == *text)
                spelling = spelled[i].spelling;
        fputs(spelling, stream);
    }
}

void print_latex(FILE *stream, const struct report *report, const struct print_look *look)
{
    static const struct markup latex = {
        .text = write_latex,
        .title = {"\\textbf{", "}\n\n"},
        .head = {"\\textbf{", "}\n\n"},
        .paragraph = {"", "\n\n"},
        .begin = {{"\\begin{tabular}{", "}\n\\toprule\n"}, {"l", "r"}},
        .rule = {{"\\midrule\n", ""}, {"", ""}},
        .header = {"", " \\\\\n"},
        .header_cell = {"", ""},
        .number_header_cell = {"", ""},
        .row = {"", " \\\\\n"},
        .cell = {"", ""},
        .between = " & ",
        .end = "\\bottomrule\n\\end{tabular}\n\n",
    };
    (void)look;
    print_markup(stream, report, &latex);
}

/* The tone of a row is its class. */
static void begin_html_row(FILE *stream, const struct relation *relation, size_t row)
{
    static const char *const classes[] = {
        [TONE_NONE] = "",
        [TONE_BEST] = " class=\"best\"",
        [TONE_GOOD] = " class=\"good\"",
        [TONE_BAD] = " class=\"bad\"",
        [TONE_UNSURE] = " class=\"unsure\"",
    };
    fprintf(stream, "<tr%s>",
            classes[relation->tone ? relation->tone(relation_row(relation, row)) : TONE_NONE]);
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
        .text = html_text,
        .title = {"<h2>", "</h2>\n"},
        .head = {"<h3>", "</h3>\n"},
        .paragraph = {"<p>", "</p>\n"},
        .begin = {{"<div class=\"scroll\">\n<table class=\"", "\">\n"}, {NULL, NULL}},
        .rule = {{"", ""}, {"", ""}},
        .header = {"<thead><tr>", "</tr></thead>\n<tbody>\n"},
        .header_cell = {"<th>", "</th>"},
        .number_header_cell = {"<th class=\"number\">", "</th>"},
        .row = {"<tr>", "</tr>\n"},
        .cell = {"<td>", "</td>"},
        .begin_row = begin_html_row,
        .begin_cell = begin_html_cell,
        .draws = true,
        .between = "",
        .end = "</tbody>\n</table>\n</div>\n",
    };
    (void)look;
    print_markup(stream, report, &html);
}
