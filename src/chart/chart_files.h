/* SPDX-License-Identifier: MIT */
/* The files of a chart: stamped like the result that it shows, with a link of the name alone. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The last part of a path. */
const char *chart_file_of(const char *path);

/* What the files of a result are called up to their part: "FOLDER/NAME"; and the time, "-20260131T120000Z",
 * that those have to which these link, "": none. Both owned. */
struct chart_files {
    char *stem, *stamp;
};

/* The stamp of the files of the JSON that somebody named, fresh: that of the stamped result that it links to;
 * "" where it is no such link. */
char *chart_stamp(const char *named);

/* Write the file of a part, "-ladder.svg": "FOLDER/NAME-ladder.svg", where there is a stamp as a link to
 * "FOLDER/NAME-TIME-ladder.svg". EXIT_OUTPUT. */
bool chart_file_write(const struct chart_files *files, const char *part, const char *text, size_t length,
                      struct error *error);
