/* SPDX-License-Identifier: MIT */
/* Texts as HTML, and samples drawn for it. */
#pragma once

#include "report/relation.h"

/* Print a text inert and escaped, for an element or a quoted attribute. */
void html_text(FILE *file, const char *raw);

/* Draw the samples of a cell. */
void html_strips(FILE *stream, const struct cell *cell);
