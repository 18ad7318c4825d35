/* SPDX-License-Identifier: MIT */
/* What is best, as a C header: from which size on which algorithm, one table a problem. */
#pragma once

#include "analysis/best_problem.h"

/* A fresh text that the caller frees. The header says its origin. */
char *best_header(const struct best *best, const char *origin);
