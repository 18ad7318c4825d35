/* SPDX-License-Identifier: MIT */
/* Relations in markup, for people. */
#pragma once

#include "report/relation.h"

void print_markdown(FILE *stream, const struct relations *report, const struct print_look *look);
void print_latex(FILE *stream, const struct relations *report, const struct print_look *look);
void print_html(FILE *stream, const struct relations *report, const struct print_look *look);
