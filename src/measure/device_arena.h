/* SPDX-License-Identifier: MIT */
/* The memory of a block on devices: the same data as on the host, and what comes back from there. */
#pragma once

#include "measure/sample_check.h"

/* Open the devices of a block's entries, and take memory there: entries whose device cannot be opened become
 * unsupported, those of one without room are skipped. */
void device_arena_map(struct block *block, struct bench *bench);
void device_arena_unmap(struct block *block);

/* Copy the inputs of the host to all devices. */
void device_arena_fill(struct block *block);

/* Poison the output and the count of an entry's device. */
void device_arena_poison(struct block *block, const struct entry *entry, bool complement);

/* Poison the lines of some windows, and the count. */
void device_arena_poison_lines(const struct block *block, const struct entry *entry,
                               const struct window *windows, size_t count, bool complement);

/* Copy what an entry has written to the host's output and count: some windows of it, or with NULL all. */
void device_arena_fetch(const struct block *block, const struct entry *entry, const struct window *windows,
                        size_t count);

/* Whether all that an entry did on its device succeeded. Else the entry has failed, and where the run is in a
 * child process, so that a fresh one may go on with a fresh device, the process has ended. */
bool device_arena_good(const struct block *block, const struct bench *bench, struct entry *entry);
