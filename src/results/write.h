/* SPDX-License-Identifier: MIT */
/* Result files: fresh ones for every run, and links to the newest. */
#ifndef SCANBENCH_WRITE_H
#define SCANBENCH_WRITE_H

#include "results/results_json.h"

/* A fresh "<directory>/<name>-<UTC time>", with -2, -3 … behind it where a run of the same second has that:
 * the path of a run's files without their ending. EXIT_OUTPUT. */
bool report_stem(const char *directory, const char *name, char *stem, size_t size, struct error *error);

/* Write <stem>.csv and .json, then point <name>.csv and <name>.json beside them at them. EXIT_OUTPUT. */
bool report_write(const struct results *results, const struct report_context *context, const char *stem,
                  struct error *error);

#endif
