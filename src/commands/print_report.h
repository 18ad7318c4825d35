/* SPDX-License-Identifier: MIT */
/* Printing a report as --format says. */
#pragma once

#include "commands/line/options.h"
#include "report/relation.h"

/* How wide a line of standard output is, and whether it has colours. */
struct print_look look_of(const struct options *options);

/* Print to standard output, or nothing with --format none. EXIT_OUTPUT. */
bool print_report(const struct relations *report, const struct options *options, struct error *error);
