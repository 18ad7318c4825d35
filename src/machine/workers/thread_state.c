/* SPDX-License-Identifier: MIT */
/* What code that is called must leave alone in the thread that calls it: how it rounds, which signals it
 * blocks, the CPUs it may run on. */
#include "machine/workers/thread_state.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* Of the control register, without the flags of what has happened. */
#define VECTOR_CONTROL 0xffc0u

static void take_arithmetic(struct thread_state *state)
{
#if defined(__x86_64__)
    state->vector_control = _mm_getcsr() & VECTOR_CONTROL;
    __asm__ volatile("fnstcw %0" : "=m"(state->x87_control));
#else
    state->rounding = fegetround();
#endif
}

void thread_state_take(struct thread_state *state)
{
    memset(state, 0, sizeof *state);
    take_arithmetic(state);
    pthread_sigmask(SIG_SETMASK, NULL, &state->blocked);
    sched_getaffinity(0, sizeof state->cpus, (cpu_set_t *)state->cpus);
}

static bool same_arithmetic(const struct thread_state *a, const struct thread_state *b)
{
    return a->vector_control == b->vector_control && a->x87_control == b->x87_control &&
           a->rounding == b->rounding;
}

static void put_arithmetic(const struct thread_state *state)
{
#if defined(__x86_64__)
    _mm_setcsr((_mm_getcsr() & ~VECTOR_CONTROL) | state->vector_control);
    __asm__ volatile("fldcw %0" : : "m"(state->x87_control));
#else
    fesetround(state->rounding);
#endif
}

static bool same_signals(const struct thread_state *a, const struct thread_state *b)
{
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(&a->blocked, signal) != sigismember(&b->blocked, signal))
            return false;
    return true;
}

const char *thread_state_restore(const struct thread_state *state, bool may_bind)
{
    const char *changed = NULL;
    struct thread_state now;
    thread_state_take(&now);
    if (memcmp(now.cpus, state->cpus, sizeof now.cpus) != 0) {
        sched_setaffinity(0, sizeof state->cpus, (const cpu_set_t *)state->cpus);
        changed = may_bind ? NULL : "the CPUs that its thread may run on";
    }
    if (!same_signals(&now, state)) {
        pthread_sigmask(SIG_SETMASK, &state->blocked, NULL);
        changed = "the signals that its thread blocks";
    }
    if (!same_arithmetic(&now, state)) {
        put_arithmetic(state);
        changed = "how its thread rounds";
    }
    return changed;
}
