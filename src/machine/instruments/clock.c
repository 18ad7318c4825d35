/* SPDX-License-Identifier: MIT */
/* The timer, calibrated: CLOCK_MONOTONIC_RAW where it is cheap, with fences on both sides of a read. */
#include "machine/instruments/instruments.h"

#include "base/sort.h"
#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>

enum {
    TICK_READS = 20000,
    PAIRS = 1001,
    CHEAP_NS = 100,
    STILL_READS = 1 << 20, /* more than within the 10 ms of the coarsest tick */
    STILL_LOOKS = 1000,
    STILL_LOOK_NS = 1000 * 1000,
    BOTH_TRIES = 8,
    BOTH_NEAR_NS = 10 * 1000,
    BOTH_SLACK_NS = 1000 * 1000,
};

/* What no clock may do, and this one did. */
static struct {
    _Atomic uint64_t back_ns; /* 0: it never went back */
    _Atomic bool still;
} failure;

/* A reading, what the kernel said then, and how long it took to ask both. */
struct both {
    uint64_t ns, kernel_ns, apart_ns;
};

/* At the last look at both. */
static struct both looked;

/* The last reading of this thread, and how many before it were the same. */
static _Thread_local struct {
    clockid_t id;
    uint64_t last;
    uint32_t same;
} seen;

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

/* Sleeping goes by timers of its own. */
static void await_move(clockid_t id)
{
    const struct timespec look = {.tv_nsec = STILL_LOOK_NS};
    const uint64_t start = read_ns(id);
    for (unsigned looks = 0; looks < STILL_LOOKS; looks++) {
        if (read_ns(id) != start)
            return;
        nanosleep(&look, NULL);
    }
    failure.still = true;
}

static void note(clockid_t id, uint64_t now)
{
    const bool known = seen.id == id && seen.last > 0;
    if (known && now < seen.last)
        failure.back_ns = seen.last - now;
    seen.same = known && now == seen.last ? seen.same + 1 : 0;
    seen.id = id;
    seen.last = now;
    if (seen.same < STILL_READS)
        return;
    seen.same = 0;
    await_move(id);
}

uint64_t clock_read(const struct clock *clock)
{
    fence_before();
    const uint64_t now = read_ns(clock->id);
    fence_after();
    note(clock->id, now);
    return now;
}

uint64_t clock_between_ns(uint64_t start, uint64_t end)
{
    return end > start ? end - start : 0;
}

double clock_between_s(uint64_t start, uint64_t end)
{
    return (double)clock_between_ns(start, end) * 1e-9;
}

double clock_since_s(const struct clock *clock, uint64_t start)
{
    return clock_between_s(start, clock_read(clock));
}

void clock_await_move(const struct clock *clock)
{
    await_move(clock->id);
}

bool clock_failed(void)
{
    return failure.still || failure.back_ns > 0;
}

/* What the kernel itself says: neither the C library nor what replaces its functions is asked. */
static uint64_t kernel_ns(clockid_t id)
{
    struct timespec now = {0};
#if defined(__x86_64__)
    long result = SYS_clock_gettime;
    __asm__ volatile("syscall" : "+a"(result) : "D"((long)id), "S"(&now) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clock_gettime;
    register long first __asm__("x0") = id;
    register struct timespec *second __asm__("x1") = &now;
    __asm__ volatile("svc #0" : "+r"(first) : "r"(number), "r"(second) : "memory");
#else
    clock_gettime(id, &now);
#endif
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Both clocks at nearly one time: between two readings of the one that are near to each other. */
static struct both read_both(clockid_t id)
{
    struct both both = {.apart_ns = UINT64_MAX};
    for (unsigned i = 0; i < BOTH_TRIES && both.apart_ns > BOTH_NEAR_NS; i++) {
        const uint64_t before = read_ns(id), kernel = kernel_ns(id), after = read_ns(id);
        if (clock_between_ns(before, after) < both.apart_ns)
            both = (struct both){before, kernel, clock_between_ns(before, after)};
    }
    return both;
}

/* Whether both clocks went on alike since the last look: within a hundredth, and what reading both takes. */
static bool goes_as_the_kernel(const struct clock *clock, struct error *error)
{
    const struct both now = read_both(clock->id), then = looked;
    looked = now;
    if (then.kernel_ns == 0)
        return true;
    const uint64_t ours = clock_between_ns(then.ns, now.ns);
    const uint64_t kernels = clock_between_ns(then.kernel_ns, now.kernel_ns);
    const uint64_t apart = ours > kernels ? ours - kernels : kernels - ours;
    char our_text[32], kernel_text[32];
    return apart <= kernels / 100 + then.apart_ns + now.apart_ns + BOTH_SLACK_NS ||
           error_set_expected(error, EXIT_SYSTEM, "a clock that goes on as the kernel's does",
                              "%s went on by %s where the kernel has %s", clock->name,
                              text_format_duration(our_text, sizeof our_text, (double)ours * 1e-9),
                              text_format_duration(kernel_text, sizeof kernel_text, (double)kernels * 1e-9));
}

bool clock_check(const struct clock *clock, struct error *error)
{
    char by[32];
    if (failure.back_ns > 0)
        return error_set_expected(error, EXIT_SYSTEM, "a clock that only goes on", "%s went back by %s",
                                  clock->name,
                                  text_format_duration(by, sizeof by, (double)failure.back_ns * 1e-9));
    if (failure.still)
        return error_set_expected(error, EXIT_SYSTEM, "a clock that goes on",
                                  "%s stands still: it did not move within a second", clock->name);
    return goes_as_the_kernel(clock, error);
}

static double median_pair_ns(const struct clock *clock)
{
    double pairs_ns[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        const uint64_t start = clock_read(clock);
        pairs_ns[i] = (double)clock_between_ns(start, clock_read(clock));
    }
    qsort(pairs_ns, PAIRS, sizeof pairs_ns[0], compare_double_places);
    return pairs_ns[PAIRS / 2];
}

/* Unfenced, so that the reads are as near to each other as can be; goes on until the clock has moved or
 * failed: then 0. */
static uint64_t tick_ns(clockid_t id)
{
    uint64_t least = UINT64_MAX;
    uint64_t last = read_ns(id);
    for (uint64_t i = 1; i <= TICK_READS || (least == UINT64_MAX && !clock_failed()); i++) {
        const uint64_t now = read_ns(id);
        if (now < last)
            failure.back_ns = last - now;
        if (now > last && now - last < least)
            least = now - last;
        last = now;
        if (i % STILL_READS == 0)
            await_move(id);
    }
    return least < UINT64_MAX ? least : 0;
}

static bool is_cheap(const struct clock *clock)
{
    struct timespec now;
    return clock_gettime(clock->id, &now) == 0 && median_pair_ns(clock) < CHEAP_NS;
}

struct clock clock_calibrate(void)
{
    struct clock clock = {.id = CLOCK_MONOTONIC_RAW, .name = "CLOCK_MONOTONIC_RAW"};
    failure.back_ns = 0;
    failure.still = false;
    seen.last = 0;
    if (!is_cheap(&clock))
        clock = (struct clock){.id = CLOCK_MONOTONIC, .name = "CLOCK_MONOTONIC"};
    clock.tick_s = (double)tick_ns(clock.id) * 1e-9;
    clock.overhead_s = median_pair_ns(&clock) * 1e-9;
    looked = read_both(clock.id);
    return clock;
}
