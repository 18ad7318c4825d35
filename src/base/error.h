/* SPDX-License-Identifier: MIT */
/* One error, filled where it happens and printed by main alone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The exit codes of the program, as interfaces promise them to scripts. */
enum exit_code {
    EXIT_OK = 0,
    EXIT_FINDING = 1,  /* a wrong result, a regression */
    EXIT_USAGE = 2,    /* command line or config */
    EXIT_SYSTEM = 3,   /* the system refuses: memory, CPUs, a missing program */
    EXIT_OUTPUT = 4,   /* output could not be written */
    EXIT_UNSTABLE = 5, /* --strict and not good, or not comparable */
    EXIT_BUDGET = 124, /* --time ran out */
    EXIT_INTERRUPT = 130,
    EXIT_TERMINATE = 143,
};

/* code is EXIT_OK until the first error_set; text is one line without a newline, without a program name.
 * Whoever has to know a part of it asks the other members. */
struct error {
    enum exit_code code;
    bool located;    /* text starts with FILE:LINE:COLUMN: error:, as compilers say it */
    size_t expected; /* where in text begins what was expected instead; 0: that is not said */
    char text[1024];
};

/* A place in a file that a person wrote; line and column count from 1. */
struct error_place {
    const char *path;
    unsigned line, column;
};

/* Record an error unless one is recorded already (the deepest place is first and wins). Returns false always,
 * so that a function can end in `return error_set(error, …)`. error may not be null. */
bool error_set(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of what was given and what was expected instead: "WHAT; expected EXPECTED". */
bool error_set_expected(struct error *error, enum exit_code code, const char *expected, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));

/* The same at a place: EXIT_USAGE with "PATH:LINE:COLUMN: error: WHAT; expected EXPECTED". expected NULL: not
 * said. */
bool error_set_at(struct error *error, const struct error_place *place, const char *expected,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What was expected, or `otherwise` where that is not said; and how much of text comes before it. */
const char *error_expected(const struct error *error, const char *otherwise);
int error_what_length(const struct error *error);

/* As the first, with ": " and the text of errno appended; errno is read on entry. */
bool error_set_errno(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
