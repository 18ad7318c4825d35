/* SPDX-License-Identifier: MIT */
/* The result that somebody names by either of its files. */
#ifndef SCANBENCH_RESULT_NAMED_H
#define SCANBENCH_RESULT_NAMED_H

#include "results/results_read.h"

enum { RESULT_PATH = 4096 };

/* Read a result by its JSON, or by its CSV, which has no samples: then by the JSON that it was written with.
 * The path of the JSON goes into `path`, which the file borrows. EXIT_USAGE. Caller closes; after a failure
 * there is nothing to close. */
bool result_named_read(struct result_file *file, const char *named, char path[RESULT_PATH],
                       struct error *error);

#endif
