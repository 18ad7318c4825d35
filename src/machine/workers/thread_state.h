/* SPDX-License-Identifier: MIT */
/* What code that is called must leave alone in the thread that calls it: how it rounds, which signals it
 * blocks, the CPUs it may run on. */
#pragma once

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>

enum { THREAD_CPU_WORDS = 128 }; /* 8192 CPUs */

struct thread_state {
    unsigned vector_control; /* x86: rounding, denormals and traps of SSE */
    unsigned short x87_control;
    int rounding; /* elsewhere */
    sigset_t blocked;
    unsigned long cpus[THREAD_CPU_WORDS];
};

/* Of the calling thread. */
void thread_state_take(struct thread_state *state);

/* Put back what has changed since. What it was, as words for people; NULL: nothing, or only the CPUs of one
 * that may bind its thread. */
const char *thread_state_restore(const struct thread_state *state, bool may_bind);
