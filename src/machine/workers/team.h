/* SPDX-License-Identifier: MIT */
/* Persistent pinned workers that run one function together, and their barrier. */
#pragma once

#include "base/error.h"
#include "base/span.h"
#include "machine/topology.h"

#include <stddef.h>
#include <stdint.h>

struct team; /* opaque: owns its threads */

/* What every worker runs: worker is 0 … team_size − 1. The calling thread is worker 0. */
typedef void team_function(void *argument, unsigned worker);

/* Start `size` − 1 threads; the calling thread becomes worker 0. Each is pinned to places[i].cpu, the binding
 * read back; with places NULL nobody is pinned (a simulated topology, tests with more workers than CPUs).
 * Only one team may run at a time in a process. A worker without work spins for some microseconds, then
 * sleeps. EXIT_SYSTEM when a thread or a binding is refused; then nothing is left running. Caller destroys.
 */
struct team *team_create(const struct place *places, unsigned size, struct error *error);
void team_destroy(struct team *team);

unsigned team_size(const struct team *team);

/* Run function(argument, worker) on the first `active` workers (1 … team_size); returns when all of them have
 * returned. The others sleep. Called by worker 0 only. */
void team_run(struct team *team, unsigned active, team_function *function, void *argument);

/* All active workers wait until all have arrived; memory written before is visible after. With one it returns
 * at once. Only inside team_run. Spins; yields the CPU when there are more workers than CPUs. */
void team_barrier(struct team *team, unsigned worker);

/* A number that is the same for all active workers between two barriers, and in the life of a process for no
 * others: it tells what this call has written from what is left of those before. Only inside team_run. */
uint64_t team_epoch(const struct team *team, unsigned worker);

/* The CPU each worker last ran on in team_run, for the check that none moved. */
unsigned team_cpu(const struct team *team, unsigned worker);

/* Worker w's part of n items, as near equal as can be, every boundary but n a multiple of `grain`. */
struct span team_part(size_t n, size_t grain, unsigned worker, unsigned size);
