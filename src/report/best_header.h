/* SPDX-License-Identifier: MIT */
/* What is best, as a C header: from which size on which algorithm, one table a problem. */
#ifndef SCANBENCH_BEST_HEADER_H
#define SCANBENCH_BEST_HEADER_H

#include "analysis/best_problem.h"

/* A fresh text that the caller frees. The header says its origin. */
char *best_header(const struct best *best, const char *origin);

#endif
