/* SPDX-License-Identifier: MIT */
/* What the model counted, as CSV, JSON and a table. */
#pragma once

#include "analysis/counted_claims.h"

#include <stdio.h>

/* All borrowed. */
struct counts_report {
    const struct model_result *results;
    size_t count;
    const char *name, *config_text; /* of the config */
    size_t config_length;
    const struct counted_claims *claims;
    int argc;
    char **argv;
};

/* One row a kernel, phase and scope (group: the first full tile; run: all of it), and one for all kernels
 * together. Each returns a fresh text that the caller frees. */
char *counts_csv_text(const struct counts_report *report);
char *counts_json_text(const struct counts_report *report);

/* The table for people: a block a result, its verdict on top; rows and columns without counts are left
 * out. */
void counts_table_print(FILE *stream, const struct counts_report *report, bool color);
