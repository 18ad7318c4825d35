/* SPDX-License-Identifier: MIT */
/* Texts as HTML. */
#pragma once

#include <stdio.h>

/* Print a text inert and escaped, for an element or a quoted attribute. */
void html_text(FILE *file, const char *raw);
