/* SPDX-License-Identifier: MIT */
/* The results that a command is given: a file, several of one config as one with more processes; where they
 * come from. */
#pragma once

#include "results/result_file.h"

/* Read the result that is meant by a word: the file of that name, else results/NAME.json; with NULL the
 * newest that results/ has a link to. "A,B" is one result: the processes of all. They have to be of one
 * config, machine and build, and are compared with others as runs apart. EXIT_USAGE, EXIT_UNSTABLE. Caller
 * closes; after a failure there is nothing to close. */
bool side_read(struct result_file *file, const char *named, struct error *error);

/* The same of one word, which may mean exact counts too. */
bool side_read_any(struct result_file *file, const char *named, struct error *error);

/* Warn where the file was edited after it was written. */
void provenance_warn(const struct result_file *file);

/* Say in what the programs that measured two results were built otherwise; nothing where in nothing. */
void provenance_tell_builds(const struct result_file *base, const struct result_file *next);

/* The same of two files by their paths; nothing where one of them is no result. */
void provenance_tell_paths(const char *base, const char *next);
