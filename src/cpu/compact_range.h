/* SPDX-License-Identifier: MIT */
/* Compaction of a range of a run's input, whatever the size of the whole. */
#pragma once

#include "cpu/elements.h"

/* Write the elements > 0 of a range of the run's input in order to output, where there is room for `room`
 * elements and no fewer than are found. Returns how many these are. What is after them is undefined as far
 * as the room goes. Only a call that stores past the caches fetches its input ahead. */
size_t compact_range(const struct run *run, const struct element_range *range, void *output, size_t room);

/* Algorithmic bytes of the whole. */
size_t compact_bytes(const struct point *point);
