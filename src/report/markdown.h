/* SPDX-License-Identifier: MIT */
/* Tables in Markdown, for issues and pull requests. */
#pragma once

#include <stdio.h>

/* The table of a CSV of ours, in a fresh text that the caller frees; frees the CSV. Columns that are missing
 * in every row are left out, and what several rows have in common is said once above the table. Numbers have
 * four digits. */
char *markdown_of_csv(char *csv);

/* A cell and the bar after it, with what Markdown and HTML read in a text taken back. */
void markdown_cell(FILE *stream, const char *text);
