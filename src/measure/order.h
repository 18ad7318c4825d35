/* SPDX-License-Identifier: MIT */
/* The order in which a plan is measured: the points of a problem together. */
#pragma once

#include "sweep/plan.h"

/* A total order of problems and the memory they are measured in: equal within a block. */
int problem_compare(const struct point *a, const struct point *b);

/* The indices of all points of the plan, the members of a block together, blocks in the order of their first
 * members; fresh, for the caller to free. */
size_t *order_all(const struct plan *plan);

/* How many of order[first …] belong to one block with order[first]. */
size_t order_extent(const struct plan *plan, const size_t *order, size_t count, size_t first);

/* How many points each point of the plan shares its block with, itself included; fresh, for the caller to
 * free. */
size_t *order_sharers(const struct plan *plan);

/* The problems of a plan, in the order in which they are measured, as 64 hexadecimal digits and a NUL: what
 * two programs that take turns must have in common. */
void order_digest(const struct plan *plan, char hex[65]);
