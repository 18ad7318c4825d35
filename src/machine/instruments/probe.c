/* SPDX-License-Identifier: MIT */
/* A fixed amount of arithmetic: how fast this core is now, without counters. */
#include "machine/instruments/instruments.h"

#define ADD     \
    x += added; \
    __asm__ volatile("" : "+r"(x));
#define FOUR ADD ADD ADD ADD
#define SIXTEEN FOUR FOUR FOUR FOUR

static void add_up(void)
{
    uint64_t x = 1, added = 3;
    __asm__ volatile("" : "+r"(added)); /* in a register: some cores fold the constants of a chain */
    for (int i = 0; i < PROBE_ADDITIONS / 16; i++) {
        SIXTEEN
    }
}

double probe_core_s(const struct clock *clock)
{
    const uint64_t start = clock_read(clock);
    add_up();
    return clock_since_s(clock, start);
}

#define ADD_WIDE                                    \
    a += added, b += added, c += added, d += added; \
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
#define FOUR_WIDE ADD_WIDE ADD_WIDE ADD_WIDE ADD_WIDE
#define SIXTEEN_WIDE FOUR_WIDE FOUR_WIDE FOUR_WIDE FOUR_WIDE

static void add_up_wide(void)
{
    uint64_t a = 1, b = 2, c = 3, d = 4, added = 3;
    __asm__ volatile("" : "+r"(added));
    for (int i = 0; i < PROBE_ADDITIONS / 16; i++) {
        SIXTEEN_WIDE
    }
}

double probe_wide_s(const struct clock *clock)
{
    const uint64_t start = clock_read(clock);
    add_up_wide();
    return clock_since_s(clock, start);
}
