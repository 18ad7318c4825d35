/* SPDX-License-Identifier: MIT */
/* The links NAME.csv and NAME.json to the newest run of a name, and what killed runs of it left. */
#ifndef SCANBENCH_NEWEST_H
#define SCANBENCH_NEWEST_H

#include "base/error.h"

/* Whether both links can be made or replaced in a folder, as far as that can be known before: EXIT_OUTPUT
 * with what is in the way. */
bool newest_check(const char *folder, const char *name, struct error *error);

/* Point both at the run of a stem ("results/NAME-TIME"), which is beside them, by one rename: no reader
 * and no kill finds them at two runs. They lead through the folder .NAME beside them. Called with the folder
 * locked. EXIT_OUTPUT, then they lead where they did. */
bool newest_link(const char *name, const char *stem, struct error *error);

/* Remove what killed runs of a name left beside the stem: temporary files, and journals without a line.
 * Called with the folder locked, as all are who make such files. */
void newest_clean(const char *name, const char *stem);

#endif
