/* SPDX-License-Identifier: MIT */
/* Texts as HTML. */
#pragma once

#include <stdio.h>

/* Print a text inert and escaped, for an element or a quoted attribute. */
void html_text(FILE *file, const char *raw);

/* Print a cell of a table with a number: what is read, and by what it is sorted; empty where the value is not
 * finite. `head` is the column's name, for narrow pages; NULL: none. */
void html_number_cell(FILE *file, const char *head, double value, const char *shown);
