/* SPDX-License-Identifier: MIT */
/* Running another program without a shell, within a time limit. */
#pragma once

#include "base/error.h"

#include <sys/types.h>

enum process_end {
    PROCESS_EXITED,
    PROCESS_KILLED,  /* by a signal of somebody else */
    PROCESS_TIMEOUT, /* killed by us */
    PROCESS_MISSING, /* no such program in PATH */
};

struct process_result {
    enum process_end end;
    int status;          /* exit code, or the signal */
    char last_line[512]; /* of what it wrote to stderr, blank lines aside; "" for none */
};

/* fork, but the child gets the signal `ending` as soon as this process has ended, whatever ended it: nothing
 * outlives a run that was killed. -1 leaves errno. */
pid_t process_fork(int ending);

/* A descriptor that no child of process_fork gets, from now on until it is said that it is closed. */
void process_keep_descriptor(int descriptor);
void process_forget_descriptor(int descriptor);

/* Another program; all borrowed. */
struct process_program {
    const char *const *arguments; /* the first is looked for in PATH; NULL after the last */
    char *const *environment;     /* NULL: this process's own */
    int ending;                   /* the signal that it gets when this process has ended */
    int input, output, errors; /* its descriptors 0, 1 and 2; PROCESS_SAME, or PROCESS_NULL for /dev/null */
};
enum { PROCESS_SAME = -1, PROCESS_NULL = -2 };

/* Start it. Returns 0, or the errno of why it did not start. The caller waits for *child. */
int process_start(const struct process_program *program, pid_t *child);

/* Run arguments[0] from PATH with a NULL-terminated argument list, stdin and stdout on /dev/null, and wait
 * for its end, at most timeout_s; it is killed when this process is. True with the result filled whenever
 * that is known, whatever the exit code; EXIT_SYSTEM when the program is there but cannot be started. */
bool process_run(const char *const *arguments, double timeout_s, struct process_result *result,
                 struct error *error);

/* From now on processes whose parents have ended become children of this one, though they left their session.
 */
void process_adopt_orphans(void);

/* Kill all children of this process, those that become its own by that too. Needs /proc; called by the only
 * thread. */
void process_end_children(void);

/* Let the signals of a crash end this process, whatever was to handle them. */
void process_let_crashes_end(void);
