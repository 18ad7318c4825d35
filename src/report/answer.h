/* SPDX-License-Identifier: MIT */
/* The answer of results: which algorithm to use, where that changes, by how much it leads, and how far to
 * trust it. */
#pragma once

#include "analysis/best_points.h"
#include "report/relation.h"

struct results_answer;

/* Of the records that meet the filter (NULL: all). all: every size and every failure, where there are many.
 * The results are borrowed until the answer is destroyed. */
struct results_answer *answer_create(const struct results *results, const struct filter *filter, bool all);
void answer_destroy(struct results_answer *answer);

/* What it is: sentences and a row a size of each problem. Borrowed. */
const struct relation *answer_relations(const struct results_answer *answer, size_t *count);
