/* SPDX-License-Identifier: MIT */
/* The arrays of a block on the host: whether they fit, and where they lie. */
#pragma once

#include "measure/block.h"

/* Refuse what does not fit into memory, before anything is touched: those entries are skipped. Then map the
 * arrays; where that is refused all are. Nothing where no entry is judged by them. */
void host_arrays_map(struct block *block);
void host_arrays_unmap(struct block *block);

/* Have scratch of an entry in a guarded block, as large as it asks for, on the side of its output. In another
 * block it is there. EXIT_SYSTEM. */
bool host_hold_scratch(const struct entry *entry, struct error *why);

/* Bytes of an output: it has room for the limits' answers too, and for what an implementation may write
 * after it. */
size_t host_output_bytes(const struct block *block);
