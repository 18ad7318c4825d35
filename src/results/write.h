/* SPDX-License-Identifier: MIT */
/* Result files: fresh ones for every run, and links to the newest. */
#pragma once

#include "results/journal.h"

/* The kinds of files that a run may write, by their endings; the first is the JSON. */
enum { REPORT_ENDINGS = 5 };
extern const char *const report_endings[REPORT_ENDINGS]; /* ".json", ".csv", ".md", ".html", ".tex" */

/* Whether the files of a run of so many points could be written to a folder, as far as that can be known
 * before it is measured: what is in the way of the links, and no room. endings: of exports, bits 1 << an
 * index of report_endings. EXIT_OUTPUT. */
bool report_check(const char *folder, const struct config *config, size_t points, unsigned endings,
                  struct error *error);

/* Create the journal of a fresh run, which claims the path of its files without their ending:
 * "<folder>/<name>-<UTC time>", with -2, -3 … after it where a run of the same second has that. Remove what
 * killed runs of the name left. EXIT_OUTPUT, EXIT_SYSTEM. */
bool report_begin(struct journal *journal, const char *folder, const struct results *results,
                  const struct report_context *context, struct error *error);

/* How far writing came. */
enum report_stage {
    REPORT_NOTHING,
    REPORT_JSON, /* <stem>.json is whole */
    REPORT_ALL,  /* and, where asked for, <name>.json beside it leads there; and so do all exports */
};

/* Write the texts of a run, each to <stem> and the ending of its place, NULL: none: the JSON, then the link
 * to it, if it is to be the newest result of its name; then exports, which nothing reads back, and their
 * links. What an earlier run of the stem wrote whole and complete stays as it is. EXIT_OUTPUT unless all is
 * done. */
enum report_stage report_write(char *const texts[REPORT_ENDINGS], const char *name, const char *stem,
                               bool newest, struct error *error);
