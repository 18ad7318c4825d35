/* SPDX-License-Identifier: MIT */
/* Threads that sleep between calls: a call wakes all of them, and whoever calls sleeps until all are done. A
 * team spins instead, which starts sooner. */
#pragma once

#include "base/error.h"

struct run;
struct sleepers; /* opaque: owns its threads */

/* The work of worker run->worker. */
typedef void sleepers_function(const struct run *run);

/* Start a thread for each worker of a run but the first, pinned as its places say. EXIT_SYSTEM when a thread
 * is refused; then nothing is left running. Caller destroys. */
struct sleepers *sleepers_create(const struct run *run, struct error *error);
void sleepers_destroy(struct sleepers *sleepers);

/* Call the function for every worker of the run, the first on the calling thread; returns when all have
 * returned. */
void sleepers_run(struct sleepers *sleepers, const struct run *run, sleepers_function *function);
