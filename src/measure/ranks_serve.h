/* SPDX-License-Identifier: MIT */
/* How orders of the first rank and the answers of all travel. */
#pragma once

#include "measure/ranks_work.h"

/* Do as the first rank says until it says ORDER_END. */
void ranks_serve(struct ranks_bench *bench);

/* Of the first rank: have it done by all. False, with the rank and what it said, when one failed. */
bool ranks_command(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *all);

/* An order about a point, of the problem of its ranks together, whose key one of them has. */
struct ranks_order ranks_order_make(enum ranks_order_kind kind, const struct point *point,
                                    const struct problem_key *key);
