/* SPDX-License-Identifier: MIT */
/* A child process: its start, whether it has something to say, how long it is waited for, its end in words.
 */
#pragma once

#include "base/process.h"

#include <signal.h>
#include <stddef.h>

struct child {
    pid_t pid;
    bool ended;
    int status; /* once it has ended: as waitpid gives it */
};

/* Start a process that does this and exits with 0 where it returns; a crash ends it, as does the end of this
 * process. What it prints goes to standard error, as standard output is for programs to read. What streams
 * hold is written before. False leaves errno. Called by the only thread. */
bool child_start(struct child *child, void (*body)(void *context), void *context);

/* What a channel from a child shows within some seconds. */
enum child_heard {
    CHILD_SPEAKS, /* its end included */
    CHILD_SILENT,
    CHILD_INTERRUPTED, /* a signal came, of those that `unblocked` lets through; NULL: those of the thread */
};
enum child_heard child_hear(int channel, double timeout_s, const sigset_t *unblocked);

/* Wait for its end, at most so long; INFINITY: as long as it takes. Whether it has ended. */
bool child_await(struct child *child, double limit_s);

/* Kill it unless it has ended, and wait for its end. */
void child_kill(struct child *child);

/* How it ended, as a verb and what follows: "was killed by SIGSEGV (Segmentation fault)", "ended with exit
 * status 7". Returns text. */
char *child_end_text(const struct child *child, char *text, size_t size);
