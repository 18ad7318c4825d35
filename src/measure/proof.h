/* SPDX-License-Identifier: MIT */
/* No number without proof: every entry is verified in the configuration that is timed, before it is. */
#pragma once

#include "measure/block.h"

/* Have data of this cover in the inputs, on the host and on devices, and its answer. */
bool proof_fill(struct block *block, struct bench *bench, size_t cover, struct error *error);

/* Call an entry's implementation once into poison, and have its answer on the host. False when its device
 * failed, and the entry with it. */
bool proof_call(struct block *block, struct bench *bench, struct entry *entry, bool complement);

/* A hash of what the entry's last call wrote: of its count, and of its output. Of an unordered compaction, of
 * the count alone. */
uint64_t proof_digest(const struct block *block, const struct bench *bench, const struct entry *entry);

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * In later processes only what the first one has not proved. Leaves the first cover in the buffers, the input
 * read-only. */
bool proof_before(struct block *block, struct bench *bench, struct error *error);
