/* SPDX-License-Identifier: MIT */
/* No number without proof: every entry is verified in the configuration that is timed, before it is. */
#pragma once

#include "measure/block.h"

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * In later processes only what the first one has not proved. Leaves the first cover in the buffers, the input
 * read-only. */
bool proof_before(struct block *block, struct error *error);
