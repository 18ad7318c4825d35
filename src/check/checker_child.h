/* SPDX-License-Identifier: MIT */
/* Checking in a child process: a crash or a hang is a finding too, compiling and running apart. */
#pragma once

#include "check/checker.h"
#include "measure/ranks_open.h"

/* What the ranks of a check meet with; all borrowed. */
struct checker_ranks {
    const struct machine *machine;
    const struct ranks_identity *identity;
};

/* What a child checks, one after the other; all borrowed. */
struct checker_work {
    const struct implementation *const *implementations;
    size_t count;
    const struct checker_options *options;
    const struct checker_ranks *ranks; /* NULL: in the child alone */
    /* Called for each as soon as it is done. */
    void (*finished)(void *context, size_t index, const struct checker_result *result);
    void *context;
};

/* Check in a child, and tell what is done. Called without threads running. False when the system refuses what
 * is needed (EXIT_SYSTEM). What crashes or hangs is a finding, and the last one: the rest is not checked;
 * `done`, how many were, then says so. */
bool checker_child_run(const struct checker_work *work, size_t *done, struct error *error);
