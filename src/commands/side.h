/* SPDX-License-Identifier: MIT */
/* A result, or several of one config as one with more processes. */
#pragma once

#include "results/result_file.h"

/* Read "A.json", or "A.json,B.json" as one result: the processes of all. They have to be of one config,
 * machine and build, and are compared with others as runs apart. EXIT_USAGE, EXIT_UNSTABLE. Caller closes;
 * after a failure there is nothing to close. */
bool side_read(struct result_file *file, const char *named, struct error *error);

enum { SIDE_PATH = 4096 };

/* The result that is meant by a word: the file of that name, else results/NAME.json; with NULL the newest
 * that results/ has a link to. Returns the word or path (SIDE_PATH bytes); NULL with EXIT_USAGE where none is
 * there. */
const char *side_find(const char *named, char *path, struct error *error);
