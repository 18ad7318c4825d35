/* SPDX-License-Identifier: MIT */
/* One error, filled where it happens and printed by main alone. */
#ifndef SCANBENCH_ERROR_H
#define SCANBENCH_ERROR_H

#include <stdbool.h>

/* The exit codes of the program, as interfaces promise them to scripts. */
enum exit_code {
    EXIT_OK = 0,
    EXIT_FINDING = 1,  /* a wrong result, a regression */
    EXIT_USAGE = 2,    /* command line or config */
    EXIT_SYSTEM = 3,   /* the system refuses: memory, CPUs, a missing program */
    EXIT_OUTPUT = 4,   /* output could not be written */
    EXIT_UNSTABLE = 5, /* --strict and unstable, or not comparable */
    EXIT_BUDGET = 124, /* --budget ran out */
    EXIT_INTERRUPT = 130,
    EXIT_TERMINATE = 143,
};

/* code is EXIT_OK until the first error_set; text is one line without a newline, without a program name. */
struct error {
    enum exit_code code;
    char text[1024];
};

/* Record an error unless one is recorded already (the deepest place is first and wins). Returns false always,
 * so that a function can end in `return error_set(error, …)`. error may not be null. */
bool error_set(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, with ": " and the text of errno appended; errno is read on entry. */
bool error_set_errno(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
