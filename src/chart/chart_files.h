/* SPDX-License-Identifier: MIT */
/* The files of a chart: stamped like the result that it shows, with a link of the name alone. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The last part of a path. */
const char *chart_file_of(const char *path);

/* The stem of the files that belong to a result, "FOLDER/NAME", from the JSON that somebody named: of a link
 * to a stamped one, "FOLDER/NAME-TIME". Fresh; NULL where the JSON is no such link. */
char *chart_stamped(const char *named, const char *stem);

/* Where a file of a chart goes: "FOLDER/NAME", with the time of the result (NULL: none), and "-ladder.svg".
 */
struct chart_place {
    const char *stem, *stamped, *part;
};

/* Write a file of a chart, stamped where the result is, with a link of the name alone; *path becomes the name
 * to print, fresh, also after a failure. EXIT_OUTPUT. */
bool chart_file_write(const struct chart_place *place, const char *text, size_t length, char **path,
                      struct error *error);
