/* SPDX-License-Identifier: MIT */
/* What takes the CPU away from a thread that does nothing but look at the clock. */
#pragma once

#include "machine/instruments/clock.h"

struct interruption {
    double watched_s;
    double share;     /* of the time, in gaps of more than two microseconds between two looks */
    double longest_s; /* the longest of them */
    double steal;     /* share that the host gave to others meanwhile, over all CPUs; NAN unknown */
};

/* Watch for so long on the CPU that the calling thread is on. */
struct interruption interruption_watch(const struct clock *clock, double seconds);
