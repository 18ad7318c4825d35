/* SPDX-License-Identifier: MIT */
/* The lines of a text, and its parts: what stands in the first column and what belongs to it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A line without its end; length 0 and *text 0: there are no more. */
struct text_line {
    const char *text;
    size_t length; /* with its line end, which the last one may lack */
};

struct text_line line_first(const char *text);
struct text_line line_next(struct text_line line);

/* A definition, or an open condition with all of its branches. The caller frees both texts. */
struct text_part {
    char *text, *comment; /* comment NULL: none stands directly before it */
    bool apart;           /* an empty line stands before it */
    bool expanded;        /* as in struct text_parts */
};

/* What is left of a text; expanded: it is what a macro became. `comment` waits for its definition. */
struct text_parts {
    const char *text;
    char *comment;
    bool apart, expanded;
};

/* False at the end. Includes and lines that define nothing are left out. */
bool parts_next(struct text_parts *parts, struct text_part *part);

/* The text with what a macro has left beside parentheses and commas removed, no two empty lines in a row, and
 * no line above 110 columns where it can be broken behind a comma or before an operator. The caller frees it.
 */
char *lines_format(const char *text);
