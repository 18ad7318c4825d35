/* SPDX-License-Identifier: MIT */
/* scanbench check: every implementation on awkward sizes, without timing. */
#include "check/checker.h"
#include "commands/commands.h"
#include "commands/select.h"
#include "sweep/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tally {
    size_t implementations, cases, wrong;
};

static bool wanted_isa(const struct options *options, enum isa *isa, struct error *error)
{
    *isa = ISA_NONE;
    for (enum isa i = ISA_NONE + 1; options->isa && i < ISA_COUNT; i++)
        if (strcmp(options->isa, isa_names[i]) == 0)
            *isa = i;
    if (*isa != ISA_NONE && !isa_available(*isa))
        return error_set(error, EXIT_USAGE, "--isa %s is not available %s", options->isa, isa_lacking(*isa));
    return true;
}

static void print_result(const struct options *options, const struct implementation *implementation,
                         const struct checker_result *result)
{
    if (options->quiet && !result->wrong)
        return;
    const bool color = options_color(options, STDOUT_FILENO);
    const char *const paint = !color ? "" : result->wrong ? "\033[31m" : "\033[32m";
    const char *const verdict = result->wrong ? "WRONG" : result->cases ? "ok" : "nothing to run here";
    printf("%-36s %-10s %8zu cases  %s%s%s", implementation->name, primitive_names[implementation->primitive],
           result->cases, paint, verdict, color ? "\033[0m" : "");
    if (result->wrong)
        printf(" (%zu): %s", result->wrong, result->finding);
    putchar('\n');
    fflush(stdout);
}

static bool check_one(const struct options *options, const struct implementation *implementation,
                      struct tally *tally, struct error *error)
{
    struct filter filter = {0};
    struct checker_options checking = {
        .smoke = options->smoke, .filter = &filter, .seed = options->seed_set ? options->seed : 1};
    struct checker_result result;
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    if (!wanted_isa(options, &checking.isa, error) ||
        !checker_run_isolated(implementation, &checking, &result, error))
        return false;
    print_result(options, implementation, &result);
    tally->implementations++;
    tally->cases += result.cases;
    tally->wrong += result.wrong > 0;
    return true;
}

bool command_check(const struct options *options, struct error *error)
{
    const struct implementation **chosen;
    const size_t count = select_implementations(options, &chosen, error);
    struct tally tally = {0};
    bool ok = count > 0;
    for (size_t i = 0; ok && i < count; i++)
        ok = check_one(options, chosen[i], &tally, error);
    free(chosen);
    if (!ok)
        return false;
    if (!options->quiet)
        printf("%zu implementations, %zu cases, %zu wrong\n", tally.implementations, tally.cases,
               tally.wrong);
    return !tally.wrong || error_set(error, EXIT_FINDING, "%s", "");
}
