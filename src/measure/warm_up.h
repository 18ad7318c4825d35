/* SPDX-License-Identifier: MIT */
/* Calls before the first sample: until it is warm, and it is known how many calls a sample has. */
#pragma once

#include "measure/block.h"

/* How an entry is called so often, timed; NAN: it failed. What comes before a call that is a sample alone is
 * its own to do. */
typedef double warm_up_calls(struct entry *entry, uint64_t calls);

/* Nothing but that for a smoke test. */
void warm_up(struct entry *entry, warm_up_calls *calls_s);
