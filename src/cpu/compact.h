/* SPDX-License-Identifier: MIT */
/* Compaction of a range of a run's input, whatever the size of the whole. */
#ifndef SCANBENCH_COMPACT_H
#define SCANBENCH_COMPACT_H

#include "cpu/kernels.h"

/* Write the elements > 0 among first … last − 1 of the run's input in order to output, where there is room
 * for `room` elements and no fewer than are found. Returns how many these are. What is behind them is
 * undefined as far as the room goes. A call that stores past the caches fetches its input `ahead` bytes
 * early; 0: not at all. */
size_t compact_range(const struct run *run, size_t first, size_t last, size_t ahead, void *output,
                     size_t room);

/* Algorithmic bytes of the whole. */
size_t compact_bytes(const struct point *point);

#endif
