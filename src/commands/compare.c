/* SPDX-License-Identifier: MIT */
/* scanbench compare: what became faster or slower between two results, row by row. */
#include "base/inert.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_same_file(const char *left, const char *right)
{
    struct stat one, other;
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static void warn(const struct options *options, const struct result_file *base,
                 const struct result_file *next)
{
    char warnings[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES];
    const size_t count = run_differences(base, next, RUN_WARNED, warnings);
    if (options->quiet)
        return;
    if (is_same_file(base->path, next->path))
        print_line(stderr, "scanbench: warning: both are the same result, %s", base->path);
    for (size_t i = 0; i < count; i++)
        print_line(stderr, "scanbench: warning: %s", warnings[i]);
    provenance_tell_builds(base, next);
    for (size_t i = 0; i < 2; i++) {
        const struct result_file *const file = i ? next : base;
        provenance_warn(file);
        if (!file->results.complete)
            print_line(stderr, "scanbench: warning: %s is of a run that was cut short", file->path);
    }
}

/* Rows that a verdict is about, and the first of them. */
struct failing {
    const struct compared_row *first;
    size_t count;
};

static void add_failing(struct failing *failing, const struct compared_row *row)
{
    if (!failing->count++)
        failing->first = row;
}

/* Slower by more than the share that is allowed, or than the margin: for sure, or perhaps. */
static void find_failing(const struct comparison *comparison, double allowed, struct failing *slower,
                         struct failing *perhaps)
{
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared_row *const row = &comparison->rows[i];
        const double margin = fmax(allowed, row->margin);
        const bool measured = compared_row_is_measured(row);
        if (row->verdict == COMPARED_MISSING ||
            (measured && verdict_judge(row->ratio.interval, margin) == VERDICT_SLOWER))
            add_failing(slower, row);
        else if (measured && !(row->ratio.interval.high <= 1 + margin))
            add_failing(perhaps, row);
    }
}

static const char *change_text(const struct compared_row *row, char *text, size_t size)
{
    const struct interval interval = row->ratio.interval;
    snprintf(text, size, "missing");
    if (row->verdict == COMPARED_INCONCLUSIVE && !isfinite(interval.low))
        snprintf(text, size, "too few samples");
    else if (row->verdict == COMPARED_INCONCLUSIVE)
        snprintf(text, size, "between %+.1f %% and %+.1f %%", 100 * (interval.low - 1),
                 100 * (interval.high - 1));
    else if (row->verdict != COMPARED_MISSING)
        snprintf(text, size, "%+.1f %%", 100 * (row->ratio.value - 1));
    return text;
}

/* Gains and what did not change never fail. */
static bool check_regressions(const struct comparison *comparison, double allowed, struct error *error)
{
    struct failing slower = {0}, perhaps = {0};
    char text[256], change[64];
    find_failing(comparison, allowed, &slower, &perhaps);
    if (slower.count)
        return error_set(error, EXIT_FINDING, "%zu of %zu points slower or missing, first %s: %s",
                         slower.count, comparison->count,
                         point_text(compared_point(slower.first), text, sizeof text),
                         change_text(slower.first, change, sizeof change));
    if (perhaps.count)
        return error_set(error, EXIT_UNSTABLE,
                         "%zu of %zu points may be slower than allowed, first %s: %s; %s detects less",
                         perhaps.count, comparison->count,
                         point_text(compared_point(perhaps.first), text, sizeof text),
                         change_text(perhaps.first, change, sizeof change), comparison_remedy(comparison));
    return true;
}

/* Caller closes. */
static bool make_comparison(struct comparison *comparison, const struct result_file *base,
                            const struct result_file *next, const struct options *options,
                            struct error *error)
{
    struct filter filter;
    struct comparison_options asked = {
        .filter = &filter,
        .variation = {.keys = options->ignored.all, .count = options->ignored.count},
        .threshold = options->threshold,
    };
    if (!side_filter(&filter, options->filter, base, error))
        return false;
    if (!variation_make(&asked.variation, error) ||
        (!comparison_interleaved(base, next) && !identity_match(base, next, &asked.variation, error)))
        return false;
    warn(options, base, next);
    return comparison_make(comparison, base, next, &asked, error);
}

/* Results beside their base: a column each where there are several. */
struct compared_files {
    struct result_file base, next[COMPARISONS_MOST];
    struct comparison comparisons[COMPARISONS_MOST];
    const char *paths[COMPARISONS_MOST];
    size_t read, count; /* how many were read, and compared */
};

static bool add_file(struct compared_files *files, const char *path, const struct options *options,
                     struct error *error)
{
    struct result_file *const next = &files->next[files->count];
    if (!side_read(next, path, error))
        return false;
    files->read++;
    files->paths[files->count] = path;
    if (!make_comparison(&files->comparisons[files->count], &files->base, next, options, error))
        return false;
    files->count++;
    return true;
}

/* Programs get all points, people those that changed. */
static bool show_files(const struct compared_files *files, const struct options *options, struct error *error)
{
    const bool all = options->all || options->format == FORMAT_CSV || options->format == FORMAT_JSON;
    struct report report = {.schema = files->count == 1 ? "scanbench-comparison" : "scanbench-comparisons"};
    if (files->count == 1)
        report_add_comparison(&report, &files->comparisons[0], &files->base, &files->next[0], all);
    else
        report_add_comparisons(&report, &files->base, files->comparisons, files->paths, files->count);
    const bool ok = print_report(&report, options, error);
    report_close(&report);
    return ok;
}

static void close_files(struct compared_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        comparison_close(&files->comparisons[i]);
    for (size_t i = 0; i < files->read; i++)
        result_file_close(&files->next[i]);
    result_file_close(&files->base);
}

bool compare_results(const char *const *paths, size_t count, const struct options *options,
                     struct error *error)
{
    struct compared_files *const files = memory_array(1, sizeof *files);
    bool ok = side_read(&files->base, paths[0], error);
    if (ok) {
        for (size_t i = 1; ok && i < count; i++)
            ok = add_file(files, paths[i], options, error);
        ok = ok && show_files(files, options, error);
        for (size_t i = 0; ok && options->fail_on_regression && i < files->count; i++)
            ok = check_regressions(&files->comparisons[i], options->fail_above, error);
        close_files(files);
    }
    free(files);
    return ok;
}

bool command_compare(const struct options *options, struct error *error)
{
    const size_t given = options->arguments.count;
    if (given < 2 || given > COMPARISONS_MOST + 1)
        return error_set(error, EXIT_USAGE,
                         "compare: %zu file%s given; expected two to %d results, the base first", given,
                         given == 1 ? "" : "s", COMPARISONS_MOST + 1);
    return compare_results(options->arguments.all, given, options, error);
}
