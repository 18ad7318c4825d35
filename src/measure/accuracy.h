/* SPDX-License-Identifier: MIT */
/* How accurate the sums of floats are, and whether their bits repeat: a result like the time. */
#pragma once

#include "measure/block.h"

/* Of all entries whose sums are rounded, in the first process. Leaves data in the inputs that are to be
 * filled anew. */
bool accuracy_measure(struct block *block, struct error *error);
