/* SPDX-License-Identifier: MIT */
/* How orders of the first rank and the answers of all travel. */
#pragma once

#include "measure/ranks_work.h"

/* Do as the first rank says until it says ORDER_END. */
void ranks_serve(struct ranks_bench *bench);

/* Of the first rank: have it done by all. False, with the rank and what it said, when one failed. */
bool ranks_command(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *all);
