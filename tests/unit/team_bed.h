/* SPDX-License-Identifier: MIT */
/* A team for all tests of a program, of WORKERS: whoever includes it defines that. */
#pragma once

#include "implementation/implementation.h"
#include "machine/workers/team.h"

#include "test.h"

static struct team *team;

static inline int team_setup(void **state)
{
    struct error error = {0};
    (void)state;
    team = team_create(NULL, WORKERS, &error);
    return team ? 0 : -1;
}

static inline int team_teardown(void **state)
{
    (void)state;
    team_destroy(team);
    return 0;
}

/* A worker of a run. */
static inline void run_worker(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}
