/* SPDX-License-Identifier: MIT */
/* Running another program without a shell, within a time limit. */
#ifndef SCANBENCH_PROCESS_H
#define SCANBENCH_PROCESS_H

#include "base/error.h"

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

/* Run arguments[0] from PATH with a NULL-terminated argument list, stdin and stdout on /dev/null, and wait
 * for its end, at most timeout_s. True with the result filled whenever that is known, whatever the exit code;
 * EXIT_SYSTEM when the program is there but cannot be started. */
bool process_run(const char *const *arguments, double timeout_s, struct process_result *result,
                 struct error *error);

/* Let the signals of a crash end this process, whatever was to handle them. */
void process_let_crashes_end(void);

#endif
