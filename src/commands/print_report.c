/* SPDX-License-Identifier: MIT */
/* Printing a report as --format says. */
#include "commands/print_report.h"

#include "report/wrapped.h"

#include <unistd.h>

enum { LINE_WIDTH = 80, LINE_WIDTH_MOST = 100 };

struct print_look look_of(const struct options *options)
{
    const unsigned terminal = wrapped_width(STDOUT_FILENO);
    const unsigned width = terminal > LINE_WIDTH_MOST ? LINE_WIDTH_MOST : terminal;
    return (struct print_look){width > 0 ? width : LINE_WIDTH, options_color(options, STDOUT_FILENO)};
}

bool print_report(const struct relations *report, const struct options *options, struct error *error)
{
    static const enum printers printer_of[] = {
        [FORMAT_TABLE] = PRINT_TABLE,       [FORMAT_CSV] = PRINT_CSV,     [FORMAT_JSON] = PRINT_JSON,
        [FORMAT_MARKDOWN] = PRINT_MARKDOWN, [FORMAT_LATEX] = PRINT_LATEX, [FORMAT_HTML] = PRINT_HTML,
    };
    const struct print_look look = look_of(options);
    return options->format == FORMAT_NONE || report_print(report, printer_of[options->format], &look, error);
}
