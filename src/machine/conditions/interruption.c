/* SPDX-License-Identifier: MIT */
/* What takes the CPU away from a thread: gaps between two looks at the clock, and steal time. */
#include "machine/conditions/interruption.h"

#include "machine/system_file.h"

#include <math.h>
#include <stdio.h>

enum { GAP_NS = 2000, FIELDS = 8, STEAL = 7 };

/* The sums of /proc/stat over all CPUs: everything, and steal. */
struct times {
    double all, steal;
};

static struct times read_times(void)
{
    char text[256];
    double field[FIELDS];
    struct times times = {0, NAN};
    if (!system_value("/proc/stat", "cpu", text, sizeof text) ||
        sscanf(text, "%lf %lf %lf %lf %lf %lf %lf %lf", &field[0], &field[1], &field[2], &field[3], &field[4],
               &field[5], &field[6], &field[7]) != FIELDS)
        return times;
    for (unsigned i = 0; i < FIELDS; i++)
        times.all += field[i];
    times.steal = field[STEAL];
    return times;
}

struct interruption interruption_watch(const struct clock *clock, double seconds)
{
    const struct times before = read_times();
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
    const struct times after = read_times();
    const double watched = (double)clock_between_ns(start, last), all = after.all - before.all;
    return (struct interruption){
        .watched_s = watched * 1e-9,
        .share = (double)lost / watched,
        .longest_s = (double)longest * 1e-9,
        .steal = all > 0 ? (after.steal - before.steal) / all : NAN,
    };
}
