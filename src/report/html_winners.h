/* SPDX-License-Identifier: MIT */
/* The winners of a result as an HTML table: for each problem and size the fastest and the next, with their
 * samples drawn. */
#ifndef SCANBENCH_HTML_WINNERS_H
#define SCANBENCH_HTML_WINNERS_H

#include "analysis/best_problem.h"

#include <stdio.h>

void html_winners(FILE *file, const struct best *best);

#endif
