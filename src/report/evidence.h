/* SPDX-License-Identifier: MIT */
/* What disturbed the rows of a table: a line for each kind that matters. */
#pragma once

#include "results/record.h"

#include <stdio.h>

/* How many points each grade has, and below it, for each flag that points without a good number have, or that
 * matters whatever the number, how many they are, what it is and what to do; no line is wider than width (0:
 * no limit). Nothing where all is good, or nothing was measured. */
void evidence_print(FILE *stream, const struct results *results, unsigned width);
