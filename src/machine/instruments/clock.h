/* SPDX-License-Identifier: MIT */
/* The timer, calibrated: CLOCK_MONOTONIC_RAW where it is cheap, with fences on both sides of a read. */
#ifndef SCANBENCH_CLOCK_H
#define SCANBENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

struct clock {
    clockid_t id;
    const char *name;  /* "CLOCK_MONOTONIC_RAW" or "CLOCK_MONOTONIC" */
    double tick_s;     /* q: the smallest non-zero difference seen */
    double overhead_s; /* o: the median cost of a back-to-back pair */
};

/* Calibrate; takes a few milliseconds. */
struct clock clock_calibrate(void);

/* Nanoseconds since an arbitrary start. Everything before it in program order has finished, loads and stores
 * included (non-temporal ones too), and nothing after it has started. */
uint64_t clock_read(const struct clock *clock);

#endif
