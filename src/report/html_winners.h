/* SPDX-License-Identifier: MIT */
/* The winners of a result as an HTML table: for each problem and size the fastest and the next, with their
 * samples drawn. */
#pragma once

#include "analysis/best_problem.h"

#include <stdio.h>

void html_winners(FILE *file, const struct best *best);
