/* SPDX-License-Identifier: MIT */
/* The timer, calibrated: CLOCK_MONOTONIC_RAW where it is cheap, with fences on both sides of a read. */
#pragma once

#include "base/error.h"

#include <stdint.h>
#include <time.h>

struct clock {
    clockid_t id;
    const char *name;  /* "CLOCK_MONOTONIC_RAW" or "CLOCK_MONOTONIC" */
    double tick_s;     /* q: the smallest non-zero difference seen */
    double overhead_s; /* o: the median cost of a back-to-back pair */
};

/* Calibrate; takes a few milliseconds, or a second where the clock does not move. */
struct clock clock_calibrate(void);

/* Nanoseconds since an arbitrary start. Everything before it in program order has finished, loads and stores
 * included (non-temporal ones too), and nothing after it has started. */
uint64_t clock_read(const struct clock *clock);

/* From one reading to another; 0 where the other is the smaller one. */
uint64_t clock_between_ns(uint64_t start, uint64_t end);
double clock_between_s(uint64_t start, uint64_t end);

/* From a reading to now. */
double clock_since_s(const struct clock *clock, uint64_t start);

/* Wait until the clock moves, a second at most: for who has read the same twice and doubts it. */
void clock_await_move(const struct clock *clock);

/* Whether a reading of this process was smaller than the one before it in its thread, or many were the same
 * for a second: since it was calibrated. Then no time is to be believed, and who waits for one waits for
 * ever. */
bool clock_failed(void);

/* EXIT_SYSTEM with the name of the clock, and what it did, when it has failed; also when it did not go on,
 * since it was calibrated or this was asked, as the kernel says that it does. */
bool clock_check(const struct clock *clock, struct error *error);
