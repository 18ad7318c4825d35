/* SPDX-License-Identifier: MIT */
/* Another program that measures the same in turn: --against, and --turns on its side. */
#pragma once

#include "base/child.h"
#include "commands/line/options.h"
#include "measure/turns.h"
#include "sweep/plan.h"

struct against {
    const char *program; /* NULL: it started this one, or there is none */
    struct child child;
    bool active;
    struct turns turns;
};

/* Start the other program with the effective config, or take the channel of who started this one;
 * nothing where no turns are asked for. EXIT_USAGE, EXIT_SYSTEM. Caller closes; after a failure there is
 * nothing to close. */
bool against_open(struct against *against, const struct options *options, const struct config *config,
                  struct error *error);

/* Agree with it on the plan. EXIT_USAGE when it plans something else, EXIT_SYSTEM when it does not answer. */
bool against_agree(struct against *against, const struct plan *plan, struct error *error);

/* This side has measured: wait until the other has. EXIT_SYSTEM when it ended before. */
bool against_finish(struct against *against, struct error *error);

/* Wait for the end of a program that was started. EXIT_SYSTEM when that is no success. */
bool against_close(struct against *against, struct error *error);
