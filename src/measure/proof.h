/* SPDX-License-Identifier: MIT */
/* Verifies every entry in the configuration that is timed, before it is; how accurate the sums of floats are,
 * and whether their bits repeat. */
#pragma once

#include "measure/block.h"

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * In later processes only what the first one has not proved. Leaves the first cover in the buffers, the input
 * read-only. */
bool proof_before(struct block *block, struct error *error);

/* Of all entries whose sums are rounded, in the first process. Leaves data in the inputs that are to be
 * filled anew. */
bool accuracy_measure(struct block *block, struct error *error);
