/* SPDX-License-Identifier: MIT */
/* A fixed amount of arithmetic: how fast this core is now, without counters. */
#pragma once

#include "machine/instruments/clock.h"

enum { PROBE_ADDITIONS = 4096, PROBE_WIDTH = 4 };

/* Seconds that a chain of PROBE_ADDITIONS takes on the calling thread, each addition waiting for the one
 * before: a cycle each, so about a microsecond. */
double probe_core_s(const struct clock *clock);

/* Seconds that PROBE_WIDTH such chains of PROBE_ADDITIONS take side by side: where somebody else computes on
 * the core's other thread, they compete with him for places, which one chain alone does not. */
double probe_wide_s(const struct clock *clock);
