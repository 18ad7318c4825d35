/* SPDX-License-Identifier: MIT */
/* How a worker waits for what another one writes. */
#pragma once

#include <sched.h>

enum { SPINS_BEFORE_YIELD = 1000 };

/* Between two looks; after many the CPU is left to others, for whom there may be no other. */
static inline void wait_briefly(unsigned *spins)
{
    if (++*spins > SPINS_BEFORE_YIELD) {
        sched_yield();
        return;
    }
#if defined __x86_64__
    __builtin_ia32_pause();
#else
    __asm__ volatile("yield");
#endif
}
