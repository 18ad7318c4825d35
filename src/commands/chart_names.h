/* SPDX-License-Identifier: MIT */
/* What charts are called: stamped like the result that they show, with a link of the name alone. */
#ifndef SCANBENCH_CHART_NAMES_H
#define SCANBENCH_CHART_NAMES_H

#include "commands/chart.h"

/* The stem of the files that belong to a result, "FOLDER/NAME", from the CSV that somebody named: of a link
 * to a stamped one, "FOLDER/NAME-TIME". Fresh; NULL where the CSV is no such link. */
char *chart_stamped(const char *named, const char *stem);

/* Let `path` lead to `stamped`, which is beside it, where it is not there or a link to another chart of the
 * same name; what else is there is written as file_write does. EXIT_OUTPUT. */
bool chart_link(const char *stamped, const char *path, const char *stem, struct error *error);

#endif
