/* SPDX-License-Identifier: MIT */
/* scanbench history: the best of each problem and size over several results, in their order. */
#include "analysis/best_points.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "commands/commands.h"
#include "report/markdown.h"
#include "results/csv.h"
#include "results/results_read.h"
#include "json/json_load.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 320, WORD = 64 };

/* The best of a problem and size in one result. */
struct moment {
    char problem[NAME], algorithm[NAME], commit[WORD], utc[WORD];
    uint64_t n;
    size_t order; /* of the result */
    double median_s, low_s, high_s;
    double ratio; /* to the moment before; NAN for the first */
};

struct history {
    struct moment *moments;
    size_t count;
};

/* A text of the JSON: "-" where it has none. */
static void take_text(const json_t *object, const char *key, char *text)
{
    const char *const value = json_string_value(json_object_get(object, key));
    snprintf(text, WORD, "%s", value && *value ? value : "-");
}

static void add_size(struct history *history, const struct best_problem *problem,
                     const struct best_size *size, const struct moment *result)
{
    const struct best_row *const row = size->finalists[0].row;
    const struct statistics *const statistics = &row->record->statistics;
    history->moments = memory_resize(history->moments, history->count + 1, sizeof *history->moments);
    struct moment *const moment = &history->moments[history->count++];
    *moment = *result;
    best_problem_text(problem, moment->problem, NAME);
    best_row_text(row, moment->algorithm, NAME);
    moment->n = row->record->point.n;
    moment->median_s = row->median_s;
    moment->low_s = statistics->ci_low;
    moment->high_s = statistics->ci_high;
    moment->ratio = NAN;
}

static bool add_result(struct history *history, const struct options *options, size_t order,
                       struct error *error)
{
    struct result_file file;
    struct filter filter = {0};
    struct best best;
    if ((options->filter && !filter_parse(&filter, options->filter, error)) ||
        !results_read(&file, options->arguments.all[order], error))
        return false;
    struct moment result = {.order = order};
    take_text(json_object_get(file.root, "tool"), "git", result.commit);
    take_text(json_object_get(json_object_get(file.root, "machine"), "state"), "utc", result.utc);
    best_make(&best, &file.results, &filter);
    const bool ok = best_check(&best, options->arguments.all[order], error);
    for (size_t p = 0; p < best.problem_count; p++)
        for (size_t i = 0; i < best.problems[p].size_count; i++)
            add_size(history, &best.problems[p], &best.problems[p].sizes[i], &result);
    best_close(&best);
    result_file_close(&file);
    return ok;
}

static bool same_problem(const struct moment *a, const struct moment *b)
{
    return a->n == b->n && strcmp(a->problem, b->problem) == 0;
}

static int compare_moments(const void *left, const void *right)
{
    const struct moment *const a = left, *const b = right;
    int order = strcmp(a->problem, b->problem);
    if (!order)
        order = compare_numbers(a->n, b->n);
    return order ? order : compare_numbers(a->order, b->order);
}

static void put_in_order(struct history *history)
{
    struct moment *const moments = history->moments;
    qsort(moments, history->count, sizeof *moments, compare_moments);
    for (size_t i = 1; i < history->count; i++)
        if (same_problem(&moments[i - 1], &moments[i]))
            moments[i].ratio = moments[i].median_s / moments[i - 1].median_s;
}

static char *history_csv(const struct history *history)
{
    struct text_stream stream;
    text_stream_open(&stream);
    fputs("problem,n,commit,utc,algorithm,time_median_s,time_ci_low_s,time_ci_high_s,ratio,order\n",
          stream.file);
    for (size_t i = 0; i < history->count; i++) {
        const struct moment *const moment = &history->moments[i];
        const double numbers[] = {moment->median_s, moment->low_s, moment->high_s, moment->ratio};
        csv_write_text(stream.file, moment->problem);
        fprintf(stream.file, ",%" PRIu64 ",", moment->n);
        csv_write_text(stream.file, moment->commit);
        putc(',', stream.file);
        csv_write_text(stream.file, moment->utc);
        putc(',', stream.file);
        csv_write_text(stream.file, moment->algorithm);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            putc(',', stream.file);
            csv_write_number(stream.file, numbers[k]);
        }
        fprintf(stream.file, ",%zu\n", moment->order + 1);
    }
    return text_stream_close(&stream);
}

/* "  2026-11-22T17:06:50Z  1a2b3c4  1.23 us [1.20 us, 1.25 us]  -3.1 %", and below it the algorithm. */
static void print_moment(const struct moment *moment)
{
    char time[32], low[32], high[32], interval[80] = "", change[32] = "";
    if (!isnan(moment->low_s) && !isnan(moment->high_s))
        snprintf(interval, sizeof interval, " [%s, %s]", text_format_duration(low, sizeof low, moment->low_s),
                 text_format_duration(high, sizeof high, moment->high_s));
    if (!isnan(moment->ratio))
        snprintf(change, sizeof change, "  %+.1f %%", 100 * (moment->ratio - 1));
    print_line(stdout, "  %-20.20s  %-14.14s  %s%s%s", moment->utc, moment->commit,
               text_format_duration(time, sizeof time, moment->median_s), interval, change);
    print_line(stdout, "    %s", moment->algorithm);
}

static void print_history(const struct history *history)
{
    char n[32];
    for (size_t i = 0; i < history->count; i++) {
        const struct moment *const moment = &history->moments[i];
        if (i == 0 || !same_problem(moment - 1, moment))
            print_line(stdout, "%s n=%s", moment->problem, text_format_count(n, sizeof n, moment->n));
        print_moment(moment);
    }
}

static bool show(const struct history *history, const struct options *options, struct error *error)
{
    if (options->format == FORMAT_CSV)
        return file_print(history_csv(history), error);
    if (options->format == FORMAT_MARKDOWN)
        return file_print(markdown_of_csv(history_csv(history)), error);
    if (options->format == FORMAT_JSON)
        return error_set(error, EXIT_USAGE, "history: --format json; expected table, csv, markdown or none");
    if (options->format == FORMAT_TABLE)
        print_history(history);
    return true;
}

bool command_history(const struct options *options, struct error *error)
{
    struct history history = {0};
    bool ok = options->arguments.count > 0 ||
              error_set(error, EXIT_USAGE, "history: expected the JSON of results, the oldest first");
    for (size_t i = 0; ok && i < options->arguments.count; i++)
        ok = add_result(&history, options, i, error);
    if (ok) {
        put_in_order(&history);
        ok = show(&history, options, error);
    }
    free(history.moments);
    return ok;
}
