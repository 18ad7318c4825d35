/* SPDX-License-Identifier: MIT */
/* Printing a report as --format says, and the answer of a result for the run that measured it and for `show`.
 */
#include "commands/print_report.h"

#include "base/memory.h"
#include "report/answer.h"
#include "report/records_relation.h"
#include "report/warnings.h"
#include "report/wrapped.h"

#include <stdlib.h>
#include <unistd.h>

enum { LINE_WIDTH = 80, LINE_WIDTH_MOST = 100 };

static struct print_look look_of(const struct options *options)
{
    const unsigned terminal = wrapped_width(STDOUT_FILENO);
    const unsigned width = terminal > LINE_WIDTH_MOST ? LINE_WIDTH_MOST : terminal;
    return (struct print_look){width > 0 ? width : LINE_WIDTH, options_color(options, STDOUT_FILENO)};
}

bool print_report(const struct relations *report, const struct options *options, struct error *error)
{
    const struct print_look look = look_of(options);
    return options->format == FORMAT_NONE ||
           report_print(report, (enum printers)options->format, &look, error);
}

/* What an answer is made of. */
struct answer_parts {
    struct records_relation records;
    struct warnings_relation warnings;
    struct results_answer *answer;
    struct relation *list;
    struct relations relations;
};

static void add_part(struct answer_parts *parts, const struct relation *relation)
{
    parts->list[parts->relations.count++] = *relation;
}

static void parts_make(struct answer_parts *parts, const struct answer_source *answered,
                       const struct options *options, bool only_rows)
{
    const struct records_source source = {answered->results, answered->machine, answered->filter,
                                          options->columns};
    size_t count;
    records_relation_make(&parts->records, &source);
    warnings_relation_make(&parts->warnings, answered->results, answered->filter);
    parts->answer = answer_create(answered->results, answered->filter, options->all);
    const struct relation *const relations = answer_relations(parts->answer, &count);
    parts->list = memory_array(count + 2, sizeof *parts->list);
    parts->relations = (struct relations){"scanbench-answer", parts->list, 0};
    for (size_t i = 0; !only_rows && i < count; i++)
        add_part(parts, &relations[i]);
    /* Without an answer, as of limits alone, the rows are it. */
    if (options->all || only_rows || count == 0)
        add_part(parts, &parts->records.relation);
    if (options->all && !only_rows && parts->warnings.relation.row_count > 0)
        add_part(parts, &parts->warnings.relation);
}

static void parts_close(struct answer_parts *parts)
{
    free(parts->list);
    answer_destroy(parts->answer);
    records_relation_close(&parts->records);
}

char *answer_text(const struct answer_source *answered, const struct options *options, enum printers printer)
{
    struct answer_parts parts;
    parts_make(&parts, answered, options, printer == PRINT_CSV);
    char *const text = report_text(&parts.relations, printer, NULL);
    parts_close(&parts);
    return text;
}

bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error)
{
    struct answer_parts parts;
    parts_make(&parts, answered, options, options->format == FORMAT_CSV);
    const bool ok = (parts.records.relation.row_count > 0 || !answered->path ||
                     error_set(error, EXIT_USAGE, "%s: no point to show%s", answered->path,
                               options->filter ? "; --filter leaves none" : "")) &&
                    print_report(&parts.relations, options, error);
    parts_close(&parts);
    return ok;
}
