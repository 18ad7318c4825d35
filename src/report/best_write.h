/* SPDX-License-Identifier: MIT */
/* What is best, as CSV and as JSON. */
#ifndef SCANBENCH_BEST_WRITE_H
#define SCANBENCH_BEST_WRITE_H

#include "analysis/best_problem.h"

/* Fresh texts that the caller frees; numbers %.17g in the C locale. */
char *best_csv(const struct best *best);
char *best_json(const struct best *best);

#endif
