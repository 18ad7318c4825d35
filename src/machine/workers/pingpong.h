/* SPDX-License-Identifier: MIT */
/* How far the cores of the workers are from each other: the round trip of a cache line. */
#ifndef SCANBENCH_PINGPONG_H
#define SCANBENCH_PINGPONG_H

#include "machine/instruments/clock.h"
#include "machine/workers/team.h"

/* Seconds of a round trip between worker 0 and the furthest of the others, of which up to seven are asked; of
 * each the best of some bursts, so that an interruption does not count. At least two workers, each on a CPU
 * of its own. Takes some microseconds. */
double pingpong_s(struct team *team, unsigned workers, const struct clock *clock);

#endif
