/* SPDX-License-Identifier: MIT */
/* The links NAME.csv and NAME.json to the newest run of a name, and what killed runs of it left. */
#pragma once

#include "base/error.h"

/* Whether both links can be made or replaced in a folder, as far as that can be known before: EXIT_OUTPUT
 * with what is in the way. */
bool newest_check(const char *folder, const char *name, struct error *error);

/* Point the one of an ending (".json") at the run of a stem ("results/NAME-TIME"), which is beside it, by one
 * rename: a reader finds the whole run before, or the whole new one. Called with the folder locked.
 * EXIT_OUTPUT, then it leads where it did. */
bool newest_link(const char *name, const char *stem, const char *ending, struct error *error);

/* Remove what killed runs of a name left beside the stem: temporary files, and journals without a line.
 * Called with the folder locked, as all are who make such files. */
void newest_clean(const char *name, const char *stem);
