/* SPDX-License-Identifier: MIT */
/* The claims of several results as one table: claim, source, on what, published, ours, verdict. */
#ifndef SCANBENCH_CLAIMS_TABLE_H
#define SCANBENCH_CLAIMS_TABLE_H

#include "base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Add those of a result, or of a result of counts, to a list. EXIT_USAGE with its path where it is none. */
bool claims_table_add(json_t *claims, const json_t *result, const char *path, struct error *error);

/* A line a claim, then how many hold. */
void claims_table_print(FILE *stream, const json_t *claims, bool color);

/* The same as CSV, which the caller frees. */
char *claims_table_csv(const json_t *claims);

#endif
