/* SPDX-License-Identifier: MIT */
/* Several results as one CSV, whose last column, result, says of which each row is. */
#ifndef SCANBENCH_JOINED_CSV_H
#define SCANBENCH_JOINED_CSV_H

#include "base/error.h"

#include <stddef.h>

struct csv_part {
    const char *path;
    const char *name; /* what the column result says of its rows */
};

/* The rows of all parts with the columns of all, by name, "-" where a part lacks one; fresh, NULL with
 * EXIT_USAGE where one cannot be read or has more columns than there are. */
char *csv_join(const struct csv_part *parts, size_t count, struct error *error);

#endif
