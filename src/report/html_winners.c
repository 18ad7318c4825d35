/* SPDX-License-Identifier: MIT */
/* The winners of a result as an HTML table. The rows of a size share the scale on which their samples are
 * drawn. */
#include "report/html_winners.h"

#include "base/text.h"
#include "report/html_text.h"
#include "report/ratio_text.h"

#include <math.h>

enum {
    TEXT = 320,
    STRIP_WIDTH = 200, /* of a strip, in units of its drawing */
    STRIP_HEIGHT = 14,
    MOST_TIES = 3, /* that are named */
};

/* The times that a strip has room for; slower samples are drawn at its end. */
struct scale {
    double low_s, high_s;
};

static double least_of(const struct best_row *row)
{
    return row->record->statistics.min;
}

static double most_of(const struct best_row *row)
{
    return row->record->statistics.max;
}

/* From the fastest of all to half as long again as the slower median: what is slower yet shows no ranking. */
static struct scale scale_of(const struct best_row *winner, const struct best_row *next)
{
    const double low = next != NULL ? fmin(least_of(winner), least_of(next)) : least_of(winner);
    const double high = next != NULL ? fmax(most_of(winner), most_of(next)) : most_of(winner);
    const double median = next != NULL ? fmax(winner->median_s, next->median_s) : winner->median_s;
    return (struct scale){low, fmax(fmin(high, 1.5 * median), low * 1.001)};
}

static double place_of(struct scale scale, double time_s)
{
    const double share = (time_s - scale.low_s) / (scale.high_s - scale.low_s);
    return 1 + fmin(share, 1) * (STRIP_WIDTH - 2);
}

/* A line for each sample, and a longer one at the median. */
static void write_strip(FILE *file, const struct best_row *row, struct scale scale)
{
    const struct record *const record = row->record;
    char low[32], high[32];
    size_t beyond = 0;
    fprintf(file, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\"><title>", STRIP_WIDTH,
            STRIP_HEIGHT);
    for (size_t i = 0; i < record->sample_count; i++)
        beyond += record->samples_s[i] > scale.high_s;
    fprintf(file, "%zu samples, %s to %s", record->sample_count,
            text_format_duration(low, sizeof low, least_of(row)),
            text_format_duration(high, sizeof high, most_of(row)));
    if (beyond > 0)
        fprintf(file, "; %zu beyond the right end", beyond);
    fputs("</title><path class=\"samples\" d=\"", file);
    for (size_t i = 0; i < record->sample_count; i++)
        fprintf(file, "M%.1f 4v6", place_of(scale, record->samples_s[i]));
    fprintf(file, "\"/><path class=\"median\" d=\"M%.1f 1v12\"/></svg>", place_of(scale, row->median_s));
}

/* Winners of a problem, and where they are written. */
struct winners {
    FILE *file;
    unsigned common; /* bits of the axes that the heading says */
};

static void write_name(const struct winners *winners, const struct best_row *row)
{
    char name[TEXT];
    html_text(winners->file, best_row_text_but(row, winners->common, name, sizeof name));
}

/* What cannot be told from the winner. */
static void write_ties(const struct winners *winners, const struct best_size *size)
{
    FILE *const file = winners->file;
    size_t ties = 0;
    for (size_t i = 1; i < size->finalist_count && ties < MOST_TIES; i++) {
        fputs(ties++ ? ", " : "<br><small>too close to call: ", file);
        write_name(winners, size->finalists[i].row);
    }
    if (size->finalist_count > MOST_TIES + 1)
        fprintf(file, " and %zu more", size->finalist_count - 1 - MOST_TIES);
    fputs(ties > 0 ? "</small>" : "", file);
}

static void write_loss(FILE *file, const struct best_row *winner, const struct best_row *next)
{
    const struct estimate loss = best_ratio(winner, next);
    char text[64];
    fprintf(file, "<small>%s</small>", ratio_text(&loss, text, sizeof text));
}

static void write_size(const struct winners *winners, const struct best_size *size)
{
    FILE *const file = winners->file;
    const struct best_row *const winner = size->rows, *const next = best_next(size);
    const struct record *const record = winner->record;
    const double rate = record_bytes_per_s(record) / 1e9;
    const struct scale scale = scale_of(winner, next);
    char shown[64];
    fputs("<tr>", file);
    html_number_cell(file, "n", (double)record->point.n,
                     text_format_count(shown, sizeof shown, record->point.n));
    fputs("<td data-head=\"fastest\"><b>", file);
    write_name(winners, winner);
    fputs("</b>", file);
    write_ties(winners, size);
    fputs("</td>", file);
    html_number_cell(file, "time", winner->median_s,
                     text_format_duration(shown, sizeof shown, winner->median_s));
    snprintf(shown, sizeof shown, "%.2f", rate);
    html_number_cell(file, "GB/s", rate, shown);
    snprintf(shown, sizeof shown, "%.0f %%", 100 * record->limit_ratio);
    html_number_cell(file, "of limit", record->limit_ratio, shown);
    fputs("<td data-head=\"next\">", file);
    if (next != NULL) {
        write_name(winners, next);
        write_loss(file, winner, next);
    }
    fputs("</td><td data-head=\"samples\">", file);
    write_strip(file, winner, scale);
    if (next != NULL)
        write_strip(file, next, scale);
    fputs("</td></tr>\n", file);
}

static void write_problem(FILE *file, const struct best_problem *problem)
{
    const struct winners winners = {file, best_common_axes(problem)};
    char text[TEXT];
    fputs("<h3>", file);
    html_text(file, best_common_text(problem, text, sizeof text));
    fputs("</h3>\n<div class=\"scroll\">\n<table class=\"winners\">\n<thead><tr><th class=\"number\">n</th>"
          "<th>fastest</th><th class=\"number\">time</th><th class=\"number\">GB/s</th>"
          "<th class=\"number\">of limit</th><th>next</th><th>samples of both</th></tr></thead>\n<tbody>\n",
          file);
    for (size_t i = 0; i < problem->size_count; i++)
        write_size(&winners, &problem->sizes[i]);
    fputs("</tbody>\n</table>\n</div>\n", file);
}

void html_winners(FILE *file, const struct best *best)
{
    fputs(
        "<h2>Winners</h2>\n<p>For each size the fastest, and the next that is slower beyond the margin. A "
        "line is a sample, the longer one their median; time grows to the right, on one scale a size.</p>\n",
        file);
    for (size_t i = 0; i < best->problem_count; i++)
        write_problem(file, &best->problems[i]);
}
