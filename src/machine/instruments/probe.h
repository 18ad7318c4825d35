/* SPDX-License-Identifier: MIT */
/* A fixed amount of arithmetic: how fast this core is now, without counters. */
#ifndef SCANBENCH_PROBE_H
#define SCANBENCH_PROBE_H

#include "machine/instruments/clock.h"

enum { PROBE_ADDITIONS = 4096 };

/* Seconds that a chain of PROBE_ADDITIONS takes on the calling thread, each addition waiting for the one
 * before: a cycle each, so about a microsecond. */
double probe_core_s(const struct clock *clock);

#endif
