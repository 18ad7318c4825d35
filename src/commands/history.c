/* SPDX-License-Identifier: MIT */
/* scanbench history: the best of each problem and size over several results, in their order. */
#include "analysis/moments.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "commands/commands.h"
#include "report/markdown.h"
#include "results/csv.h"
#include "results/results_read.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
        if (i == 0 || !moments_share_problem(moment - 1, moment))
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

static bool add_result(struct history *history, const char *named, const struct options *options,
                       struct error *error)
{
    struct result_file file;
    struct filter filter = {0};
    if ((options->filter && !filter_parse(&filter, options->filter, error)) ||
        !results_read(&file, named, error))
        return false;
    const bool ok = history_add(history, &file, &filter, error);
    result_file_close(&file);
    return ok;
}

bool command_history(const struct options *options, struct error *error)
{
    struct history history = {0};
    bool ok = options->arguments.count > 0 ||
              error_set(error, EXIT_USAGE, "history: expected the JSON of results, the oldest first");
    for (size_t i = 0; ok && i < options->arguments.count; i++)
        ok = add_result(&history, options->arguments.all[i], options, error);
    if (ok) {
        history_sort(&history);
        ok = show(&history, options, error);
    }
    free(history.moments);
    return ok;
}
