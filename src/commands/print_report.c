/* SPDX-License-Identifier: MIT */
/* Printing a report as --format says, and the answer of a result for the run that measured it and for `show`.
 */
#include "commands/commands.h"

#include "base/file.h"
#include "report/report.h"

#include <unistd.h>

enum { LINE_WIDTH = 80, LINE_WIDTH_MOST = 100 };

static struct print_look look_of(const struct options *options)
{
    const unsigned terminal = wrapped_width(STDOUT_FILENO);
    const unsigned width = terminal > LINE_WIDTH_MOST ? LINE_WIDTH_MOST : terminal;
    return (struct print_look){width > 0 ? width : LINE_WIDTH, options_color(options, STDOUT_FILENO)};
}

bool print_report(const struct report *report, const struct options *options, struct error *error)
{
    const struct print_look look = look_of(options);
    return options->format == FORMAT_NONE ||
           file_print(report_text(report, (enum printers)options->format, &look), error);
}

/* The caller closes it. Without an answer, the rows are it. */
static struct report report_of(const struct answer_source *answered, const struct options *options,
                               bool only_rows)
{
    struct report report = {.schema = "scanbench-answer"};
    if (!only_rows)
        report_add_answer(&report, answered->results, answered->filter, options->all);
    if (options->all || report.count == 0)
        report_add_records(&report,
                           &(struct records_source){answered->results, answered->filter, options->columns});
    if (options->all && !only_rows)
        report_add_warnings(&report, answered->results, answered->filter);
    return report;
}

char *answer_text(const struct answer_source *answered, const struct options *options, enum printers printer)
{
    struct report report = report_of(answered, options, printer == PRINT_CSV);
    char *const text = report_text(&report, printer, NULL);
    report_close(&report);
    return text;
}

/* Whether the filter leaves a point. */
static bool has_points(const struct answer_source *answered)
{
    for (size_t i = 0; i < answered->results->count; i++)
        if (filter_matches(answered->filter, &answered->results->records[i].point))
            return true;
    return false;
}

bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error)
{
    if (answered->path && !has_points(answered))
        return error_set(error, EXIT_USAGE, "%s: no point to show%s", answered->path,
                         options->filter ? "; --filter leaves none" : "");
    struct report report = report_of(answered, options, options->format == FORMAT_CSV);
    const bool ok = print_report(&report, options, error);
    report_close(&report);
    return ok;
}
