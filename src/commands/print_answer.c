/* SPDX-License-Identifier: MIT */
/* Printing the answer of a result, for the run that measured it and for `show`. */
#include "commands/print_answer.h"

#include "base/memory.h"
#include "commands/print_report.h"
#include "report/answer.h"
#include "report/records_relation.h"
#include "report/warnings.h"

#include <stdlib.h>
#include <string.h>

/* What an answer is printed of; all borrowed. */
struct answer_parts {
    const struct relation *answer;
    size_t count;
    const struct records_relation *records;
    const struct warnings_relation *warnings;
};

static bool print_parts(const struct answer_parts *parts, const struct options *options, struct error *error)
{
    const bool only_rows = options->format == FORMAT_CSV;
    struct relation *const list = memory_array(parts->count + 2, sizeof *list);
    size_t used = only_rows ? 0 : parts->count;
    memcpy(list, parts->answer, used * sizeof *list);
    /* Without an answer, as of limits alone, the rows are it. */
    if (options->all || only_rows || parts->count == 0)
        list[used++] = parts->records->relation;
    if (options->all && !only_rows && parts->warnings->relation.row_count > 0)
        list[used++] = parts->warnings->relation;
    const bool ok = print_report(&(struct relations){"scanbench-answer", list, used}, options, error);
    free(list);
    return ok;
}

char *answer_csv(const struct results *results, const struct machine *machine, const struct options *options)
{
    const struct records_source source = {results, machine, NULL, options->columns};
    struct records_relation records;
    records_relation_make(&records, &source);
    char *const text = report_text(&(struct relations){NULL, &records.relation, 1}, PRINT_CSV, NULL);
    records_relation_close(&records);
    return text;
}

bool print_answer(const struct answer_source *answered, const struct options *options, struct error *error)
{
    const struct records_source source = {answered->results, answered->machine, answered->filter,
                                          options->columns};
    struct records_relation records;
    struct warnings_relation warnings;
    size_t count;
    records_relation_make(&records, &source);
    struct results_answer *const answer = answer_create(answered->results, answered->filter, options->all);
    const struct relation *const relations = answer_relations(answer, &count);
    bool ok = records.relation.row_count > 0 || !answered->path ||
              error_set(error, EXIT_USAGE, "%s: no point to show%s", answered->path,
                        options->filter ? "; --filter leaves none" : "");
    warnings_relation_make(&warnings, answered->results, answered->filter);
    ok = ok && print_parts(&(struct answer_parts){relations, count, &records, &warnings}, options, error);
    answer_destroy(answer);
    records_relation_close(&records);
    return ok;
}
