/* SPDX-License-Identifier: MIT */
/* Text that is wrapped between words. */
#pragma once

#include <stdio.h>

/* Print a line, and what does not fit into width on further lines that begin with `indent` blanks. A word
 * that is longer than that gets a line of its own. 0: no limit. */
void wrapped_print(FILE *stream, const char *text, unsigned indent, unsigned width);

/* Of the terminal that a stream goes to; 0: none. */
unsigned wrapped_width(int descriptor);

/* Columns that a UTF-8 text takes on a terminal: ours has only narrow characters. */
unsigned wrapped_columns(const char *text);

/* The bytes of a text (not empty) that go on a line of width (not 0): all that fits, else up to the last of
 * these breaks, which belongs to it; a word without one is cut. */
size_t wrapped_part(const char *text, unsigned width, const char *breaks);
