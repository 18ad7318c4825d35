/* SPDX-License-Identifier: MIT */
/* Time that only goes on, for deadlines and pauses: no measurement. */
#include "base/monotonic.h"

#include <time.h>

uint64_t monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double monotonic_s(void)
{
    return 1e-9 * (double)monotonic_ns();
}
