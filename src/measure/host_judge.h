/* SPDX-License-Identifier: MIT */
/* Whether all of what an entry wrote is right, once it is in the arrays of the host. */
#pragma once

#include "measure/block.h"
#include "problem/verify.h"

/* Compared by all workers where the answer is bytes, else judged. Keeps what a limit that reads has answered
 * with. */
bool host_is_right(struct entry *entry, struct finding *finding);

/* A hash of what it wrote: of its count, and of its output. Of an unordered compaction, of the count alone.
 */
uint64_t host_digest(const struct entry *entry);
