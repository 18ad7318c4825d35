/* SPDX-License-Identifier: MIT */
/* The timer, calibrated: CLOCK_MONOTONIC_RAW where it is cheap, with fences on both sides of a read. */
#include "machine/instruments/clock.h"

#include <stdbool.h>
#include <stdlib.h>

enum { TICK_READS = 20000, PAIRS = 1001, CHEAP_NS = 100 };

/* The compiler keeps its order by the "memory" clobbers. */
static inline void fence_before(void)
{
#if defined(__x86_64__)
    __asm__ volatile("mfence\n\tlfence" ::: "memory"); /* mfence drains stores, lfence waits for loads */
#elif defined(__aarch64__)
    __asm__ volatile("dsb sy\n\tisb" ::: "memory");
#endif
}

static inline void fence_after(void)
{
#if defined(__x86_64__)
    __asm__ volatile("lfence" ::: "memory");
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

static inline uint64_t read_ns(clockid_t id)
{
    struct timespec now = {0};
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_read(const struct clock *clock)
{
    fence_before();
    const uint64_t now = read_ns(clock->id);
    fence_after();
    return now;
}

static int compare_ns(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t median_pair_ns(const struct clock *clock)
{
    uint64_t pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        const uint64_t start = clock_read(clock);
        pairs[i] = clock_read(clock) - start;
    }
    qsort(pairs, PAIRS, sizeof pairs[0], compare_ns);
    return pairs[PAIRS / 2];
}

/* Unfenced, so that the reads are as near to each other as can be; goes on until the clock has moved. */
static uint64_t tick_ns(clockid_t id)
{
    uint64_t least = UINT64_MAX;
    uint64_t last = read_ns(id);
    for (int i = 0; i < TICK_READS || least == UINT64_MAX; i++) {
        const uint64_t now = read_ns(id);
        if (now > last && now - last < least)
            least = now - last;
        last = now;
    }
    return least;
}

static bool is_cheap(const struct clock *clock)
{
    struct timespec now;
    return clock_gettime(clock->id, &now) == 0 && median_pair_ns(clock) < CHEAP_NS;
}

struct clock clock_calibrate(void)
{
    struct clock clock = {.id = CLOCK_MONOTONIC_RAW, .name = "CLOCK_MONOTONIC_RAW"};
    if (!is_cheap(&clock))
        clock = (struct clock){.id = CLOCK_MONOTONIC, .name = "CLOCK_MONOTONIC"};
    clock.tick_s = (double)tick_ns(clock.id) * 1e-9;
    clock.overhead_s = (double)median_pair_ns(&clock) * 1e-9;
    return clock;
}
