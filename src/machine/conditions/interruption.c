/* SPDX-License-Identifier: MIT */
/* What takes the CPU away from a thread: gaps between two looks at the clock, and steal time. */
#include "machine/conditions/conditions.h"

#include <unistd.h>

enum { GAP_NS = 2000 };

struct interruption interruption_watch(const struct clock *clock, double seconds)
{
    const double stolen_s = steal_read("", NULL, 0).stolen_s;
    const uint64_t start = clock_read(clock), end = start + (uint64_t)(seconds * 1e9);
    uint64_t lost = 0, longest = 0, last = start;
    while (last < end && !clock_failed()) {
        const uint64_t now = clock_read(clock);
        const uint64_t gap = clock_between_ns(last, now);
        last = now;
        if (gap <= GAP_NS)
            continue;
        lost += gap;
        longest = gap > longest ? gap : longest;
    }
    const double watched = (double)clock_between_ns(start, last);
    const double cpus_s = watched * 1e-9 * (double)sysconf(_SC_NPROCESSORS_ONLN);
    const double steal = (steal_read("", NULL, 0).stolen_s - stolen_s) / cpus_s;
    return (struct interruption){
        .watched_s = watched * 1e-9,
        .share = (double)lost / watched,
        .longest_s = (double)longest * 1e-9,
        .steal = steal > 1 ? 1 : steal, /* NAN stays */
    };
}
