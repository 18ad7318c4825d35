/* SPDX-License-Identifier: MIT */
/* Comparing two results row by row: which points became faster or slower, and how sure that is. */
#pragma once

#include "analysis/compared_rows.h"

/* Whether both are sides of one run with --against, measured sample by sample on one machine: only their
 * programs differ. */
bool comparison_interleaved(const struct result_file *base, const struct result_file *next);

/* Match the rows by every axis that is not varied, and judge them. Files are borrowed. EXIT_USAGE when two
 * points of one file become one by what is varied; EXIT_UNSTABLE when no row is in both; EXIT_SYSTEM. Caller
 * closes; after a failure there is nothing to close. */
bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error);
void comparison_close(struct comparison *comparison);

/* What detects smaller changes than the comparison did, for a sentence. */
const char *comparison_remedy(const struct comparison *comparison);
