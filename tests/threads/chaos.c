/* SPDX-License-Identifier: MIT */
/* ThreadSanitizer sees each atomic operation as a call; the linker wraps some of these calls (--wrap). */
#include "chaos.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Compiled without the sanitizer, whose calls it would wrap too. */
static volatile bool running;
static unsigned long stalls;

static uint32_t draw(void)
{
    static _Thread_local uint64_t state;
    if (state == 0)
        state = (uintptr_t)&state | 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

/* Mostly none; at times long enough for every other thread to pass. */
static void stall(void)
{
    const uint32_t chance = draw() % 64;
    const struct timespec pause = {.tv_nsec = chance == 0 ? 1000000 : 20000};
    if (chance < 4)
        nanosleep(&pause, NULL);
    else if (chance < 16)
        sched_yield();
}

static void stall_behind(int order)
{
    if (order == __ATOMIC_RELEASE)
        __atomic_fetch_add(&stalls, 1, __ATOMIC_RELAXED);
    stall();
}

#define WRAP_STORE(bits)                                                                                  \
    void __real___tsan_atomic##bits##_store(volatile uint##bits##_t *, uint##bits##_t, int);              \
    void __wrap___tsan_atomic##bits##_store(volatile uint##bits##_t *, uint##bits##_t, int);              \
    void __wrap___tsan_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value, int order) \
    {                                                                                                     \
        if (running)                                                                                      \
            stall();                                                                                      \
        __real___tsan_atomic##bits##_store(at, value, order);                                             \
        if (running)                                                                                      \
            stall_behind(order);                                                                          \
    }
WRAP_STORE(32)
WRAP_STORE(64)

#define WRAP_ADD(bits)                                                                                       \
    uint##bits##_t __real___tsan_atomic##bits##_fetch_add(volatile uint##bits##_t *, uint##bits##_t, int);   \
    uint##bits##_t __wrap___tsan_atomic##bits##_fetch_add(volatile uint##bits##_t *, uint##bits##_t, int);   \
    uint##bits##_t __wrap___tsan_atomic##bits##_fetch_add(volatile uint##bits##_t *at, uint##bits##_t value, \
                                                          int order)                                         \
    {                                                                                                        \
        if (running)                                                                                         \
            stall();                                                                                         \
        const uint##bits##_t before = __real___tsan_atomic##bits##_fetch_add(at, value, order);              \
        if (running)                                                                                         \
            stall();                                                                                         \
        return before;                                                                                       \
    }
WRAP_ADD(32)
WRAP_ADD(64)

void chaos_start(void)
{
    running = true;
}

void chaos_stop(void)
{
    running = false;
}

unsigned long chaos_stalls(void)
{
    return __atomic_load_n(&stalls, __ATOMIC_RELAXED);
}
