/* SPDX-License-Identifier: MIT */
/* The division of a two-phase algorithm: one segment more than workers, so that nobody waits in the first
 * phase. */
#pragma once

#include "implementation/run.h"

/* Elements first … last − 1 of a run. */
struct segment {
    unsigned index;
    size_t first, last;
};

/* The worker's segment of the first phase. Worker 0 knows what precedes its own, the first, and does the
 * second phase's work on it at once; the others find out what theirs comes to, which takes 1/cost of the
 * time. The first segment is shorter by that factor. */
struct segment segment_early(const struct run *run, unsigned cost);

/* The worker's segment of the second phase: its own again, which its cache may still hold; for worker 0 the
 * last one, of which nobody needs to know what it comes to. */
struct segment segment_late(const struct run *run, unsigned cost);
