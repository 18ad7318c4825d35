/* SPDX-License-Identifier: MIT */
/* Printing the answer of a result, for the run that measured it and for `show`. */
#include "commands/print_answer.h"

#include "base/memory.h"
#include "commands/print_report.h"
#include "report/answer.h"
#include "report/evidence.h"
#include "report/records_relation.h"

#include <stdlib.h>
#include <string.h>

static bool print_both(const struct relation *answer, size_t count, const struct records_relation *records,
                       const struct options *options, struct error *error)
{
    const bool only_rows = options->format == FORMAT_CSV;
    struct relation *const list = memory_array(count + 1, sizeof *list);
    size_t used = only_rows ? 0 : count;
    memcpy(list, answer, used * sizeof *list);
    /* Without an answer, as of limits alone, the rows are it. */
    if (options->all || only_rows || count == 0)
        list[used++] = records->relation;
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
    size_t count;
    records_relation_make(&records, &source);
    struct results_answer *const answer = answer_create(answered->results, answered->filter, options->all);
    const struct relation *const relations = answer_relations(answer, &count);
    bool ok = records.relation.row_count > 0 || !answered->path ||
              error_set(error, EXIT_USAGE, "%s: no point to show%s", answered->path,
                        options->filter ? "; --filter leaves none" : "");
    ok = ok && print_both(relations, count, &records, options, error);
    if (ok && options->all && options->format == FORMAT_TABLE)
        evidence_print(stdout, answered->results, look_of(options).width);
    answer_destroy(answer);
    records_relation_close(&records);
    return ok;
}
