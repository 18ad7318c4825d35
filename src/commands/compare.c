/* SPDX-License-Identifier: MIT */
/* scanbench compare: what became faster or slower between two results, row by row. */
#include "base/inert.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "commands/print_report.h"
#include "commands/provenance.h"
#include "report/comparison_relation.h"
#include "results/result_named.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void warn(const struct options *options, const struct result_file *base,
                 const struct result_file *next)
{
    char warnings[STATE_WARNINGS][STATE_WARNING_BYTES];
    const size_t count = state_warnings(base, next, warnings);
    if (options->quiet)
        return;
    for (size_t i = 0; i < count; i++)
        print_line(stderr, "scanbench: warning: %s", warnings[i]);
    provenance_tell_builds(base, next);
    provenance_warn(base);
    provenance_warn(next);
    if (!base->results.complete)
        print_line(stderr, "scanbench: warning: %s is of a run that was cut short", base->path);
    if (!next->results.complete)
        print_line(stderr, "scanbench: warning: %s is of a run that was cut short", next->path);
}

/* Programs get all points, people those that changed. */
static bool show(const struct comparison *comparison, const struct result_file *base,
                 const struct result_file *next, const struct options *options, struct error *error)
{
    struct comparison_relation made;
    const bool all = options->all || options->format == FORMAT_CSV || options->format == FORMAT_JSON;
    comparison_relation_make(&made, comparison, base, next, all);
    const struct relations report = {"scanbench-comparison", made.relations, COMPARISON_RELATIONS};
    const bool ok = print_report(&report, options, error);
    comparison_relation_close(&made);
    return ok;
}

static bool is_bad(const struct compared_row *row, double least)
{
    return row->verdict == COMPARED_LOST || (row->verdict == COMPARED_SLOWER && row->ratio > 1 + least);
}

/* Gains and what did not change never fail. */
static bool check_regressions(const struct comparison *comparison, double least, struct error *error)
{
    const struct compared_row *first = NULL;
    size_t bad = 0;
    char text[256];
    for (size_t i = 0; i < comparison->count; i++)
        if (is_bad(&comparison->rows[i], least) && !bad++)
            first = &comparison->rows[i];
    if (!bad)
        return true;
    point_text(compared_point(first), text, sizeof text);
    if (first->verdict == COMPARED_LOST)
        return error_set(error, EXIT_FINDING, "%zu of %zu points slower or lost, first %s: lost", bad,
                         comparison->count, text);
    return error_set(error, EXIT_FINDING, "%zu of %zu points slower or lost, first %s: %+.1f %%", bad,
                     comparison->count, text, 100 * (first->ratio - 1));
}

static const char *advice(const struct compared_row *row, const struct comparison *comparison)
{
    if (!(row->degrees > 0))
        return "of one launch: set measure.launches=5";
    return comparison->in_turn ? "set more measure.launches" : "use run --against";
}

/* Where the noise is above the bound, a regression would not be seen. */
static bool check_noise(const struct comparison *comparison, struct error *error)
{
    const struct compared_row *first = NULL;
    size_t noisy = 0;
    char text[256];
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared_row *const row = &comparison->rows[i];
        if (row->verdict == COMPARED_UNRESOLVED && row->floor > comparison->bound && !noisy++)
            first = row;
    }
    return !noisy ||
           error_set(
               error, EXIT_UNSTABLE,
               "%zu of %zu points are too noisy to tell, first %s: noise %.1f %% above --bound %.1f %%; %s",
               noisy, comparison->count, point_text(compared_point(first), text, sizeof text),
               100 * first->floor, 100 * comparison->bound, advice(first, comparison));
}

static bool compare_files(const struct result_file *base, const struct result_file *next,
                          const struct options *options, struct error *error)
{
    struct filter filter = {0};
    struct comparison comparison;
    struct comparison_options asked = {
        .filter = &filter,
        .variation = {.keys = options->vary.all, .count = options->vary.count},
        .bound = options->bound,
        .floor = options->floor,
        .seed = options->seed_set ? options->seed : 1,
    };
    if (options->filter && !filter_parse(&filter, options->filter, error))
        return false;
    if (!variation_make(&asked.variation, base, next, error) ||
        !identity_match(base, next, &asked.variation, error))
        return false;
    warn(options, base, next);
    if (!comparison_make(&comparison, base, next, &asked, error))
        return false;
    bool ok = show(&comparison, base, next, options, error);
    if (ok && options->fail_on_regression)
        ok = check_regressions(&comparison, options->fail_above, error) && check_noise(&comparison, error);
    comparison_close(&comparison);
    return ok;
}

bool command_compare(const struct options *options, struct error *error)
{
    char base_path[RESULT_PATH], next_path[RESULT_PATH];
    struct result_file base, next;
    if (options->arguments.count != 2)
        return error_set(error, EXIT_USAGE,
                         "compare: %zu file%s given; expected two results, BASE.json and NEW.json",
                         options->arguments.count, options->arguments.count == 1 ? "" : "s");
    if (!result_named_read(&base, options->arguments.all[0], base_path, error))
        return false;
    bool ok = result_named_read(&next, options->arguments.all[1], next_path, error);
    if (ok) {
        ok = compare_files(&base, &next, options, error);
        result_file_close(&next);
    }
    result_file_close(&base);
    return ok;
}
