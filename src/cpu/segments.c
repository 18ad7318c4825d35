/* SPDX-License-Identifier: MIT */
/* The division of a two-phase algorithm: one segment more than workers, so that nobody waits in the first
 * phase. */
#include "cpu/segments.h"

enum { GRAIN = 256 };

/* In units of 1/cost of a segment: 1 for the first, cost for each of the others. */
static size_t segment_begin(const struct run *run, unsigned cost, unsigned index)
{
    const size_t n = run->point->n, units = (size_t)cost * run->workers + 1;
    const size_t before = index == 0 ? 0 : (size_t)cost * (index - 1) + 1;
    const size_t begin = n / units * before + n % units * before / units;
    return before == units ? n : begin / GRAIN * GRAIN;
}

static struct segment segment(const struct run *run, unsigned cost, unsigned index)
{
    return (struct segment){index, segment_begin(run, cost, index), segment_begin(run, cost, index + 1)};
}

struct segment segment_early(const struct run *run, unsigned cost)
{
    return segment(run, cost, run->worker);
}

struct segment segment_late(const struct run *run, unsigned cost)
{
    return segment(run, cost, run->worker == 0 ? run->workers : run->worker);
}
