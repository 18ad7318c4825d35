/* SPDX-License-Identifier: MIT */
/* The files of a chart: stamped like the result that it shows, with a link of the name alone. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The last part of a path. */
const char *chart_file_of(const char *path);

/* "-20260131T120000Z", fresh: the time of the stamped result that the JSON which somebody named links to; ""
 * where it is no such link. */
char *chart_stamp(const char *named);

/* Write a file of a chart and link the path to it: "FOLDER/NAME-ladder.svg" to a stamped one,
 * "FOLDER/NAME-TIME-ladder.svg"; or only the path where both are the same. EXIT_OUTPUT. */
bool chart_file_write(const char *path, const char *stamped, const char *text, size_t length,
                      struct error *error);
