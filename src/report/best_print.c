/* SPDX-License-Identifier: MIT */
/* What is best, as a table for people. */
#include "report/best_print.h"

#include "base/text.h"
#include "report/answer_print.h"

#include <math.h>
#include <string.h>

enum { TEXT = 320, COLUMNS = 80 };

static void print_ratio(FILE *stream, const struct paired_ratio *ratio)
{
    fprintf(stream, "  %+.1f %%", 100 * (ratio->ratio - 1));
    if (!isnan(ratio->interval.low))
        fprintf(stream, " [%+.1f, %+.1f]", 100 * (ratio->interval.low - 1), 100 * (ratio->interval.high - 1));
}

/* The longest name of a problem's finalists and tiles. */
static int name_width(const struct best_problem *problem)
{
    char name[TEXT];
    size_t width = 0;
    for (size_t i = 0; i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].finalist_count; k++) {
            const size_t length =
                strlen(best_row_text(problem->sizes[i].finalists[k].row, name, sizeof name));
            width = length > width ? length : width;
        }
    for (size_t i = 0; i < problem->tile_count; i++) {
        const size_t length = strlen(best_row_text(problem->tiles[i].row, name, sizeof name));
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_finalist(FILE *stream, const struct best_finalist *finalist, bool first, int width,
                           bool color)
{
    char n[32], name[TEXT], time[32];
    fprintf(stream, "  %8s %s %s%-*s%s  %9s",
            first ? text_format_count(n, sizeof n, finalist->row->row->record.point.n) : "",
            first ? " " : "=", first && color ? "\033[1m" : "", width,
            best_row_text(finalist->row, name, sizeof name), first && color ? "\033[0m" : "",
            text_format_duration(time, sizeof time, finalist->row->median_s));
    if (!first)
        print_ratio(stream, &finalist->ratio);
    putc('\n', stream);
}

static void print_sizes(FILE *stream, const struct best_problem *problem, int width, bool color,
                        uint64_t seed)
{
    for (size_t i = 0; i < problem->size_count; i++) {
        for (size_t k = 0; k < problem->sizes[i].finalist_count; k++)
            print_finalist(stream, &problem->sizes[i].finalists[k], k == 0, width, color);
        answer_print_next(stream, &problem->sizes[i], seed);
    }
}

static void print_crossing(FILE *stream, const struct best_choice *choice)
{
    char low[32], high[32], n[32];
    text_format_count(high, sizeof high, choice->row->row->record.point.n);
    if (isnan(choice->low_n))
        fprintf(stream, "  crosses below %s", high);
    else
        fprintf(stream, "  crosses between %s and %s",
                text_format_count(low, sizeof low, (uint64_t)choice->low_n), high);
    if (!isnan(choice->n))
        fprintf(stream, ", near %s", text_format_count(n, sizeof n, (uint64_t)(choice->n + 0.5)));
}

static void print_choices(FILE *stream, const struct best_problem *problem, int width)
{
    char n[32], name[TEXT];
    fputs("  what to use (kept while it cannot be told from the winner):\n", stream);
    for (size_t i = 0; i < problem->choice_count; i++) {
        const struct best_choice *const choice = &problem->choices[i];
        fprintf(stream, "    from %-7s %-*s",
                text_format_count(n, sizeof n, choice->row->row->record.point.n), i > 0 ? width : 0,
                best_row_text(choice->row, name, sizeof name));
        if (i > 0)
            print_crossing(stream, choice);
        putc('\n', stream);
    }
}

static void print_tile(FILE *stream, const struct best_tile *tile, int width)
{
    char n[32], name[TEXT];
    fprintf(stream, "    %-*s", width, best_row_text(tile->row, name, sizeof name));
    if (tile->regret > 0)
        fprintf(stream, "  at worst +%.1f %% at n=%s", 100 * tile->regret,
                text_format_count(n, sizeof n, tile->row->row->record.point.n));
    else
        fputs("  best at every size", stream);
    if (!isnan(tile->interval.low))
        fprintf(stream, " [%+.1f, %+.1f]", 100 * tile->interval.low, 100 * tile->interval.high);
    fprintf(stream, ", of %zu tiles at %zu sizes\n", tile->tiles, tile->sizes);
}

void best_print(FILE *stream, const struct best *best, bool color)
{
    char text[TEXT];
    for (size_t i = 0; i < best->problem_count; i++) {
        const struct best_problem *const problem = &best->problems[i];
        const int width = name_width(problem);
        fprintf(stream, "%s%s\n", i > 0 ? "\n" : "", best_problem_text(problem, text, sizeof text));
        print_sizes(stream, problem, width, color, best->seed);
        answer_print_workers(stream, problem, best->seed, COLUMNS);
        print_choices(stream, problem, width);
        if (problem->tile_count > 0)
            fputs("  the tile with the least loss at its worst size:\n", stream);
        for (size_t k = 0; k < problem->tile_count; k++)
            print_tile(stream, &problem->tiles[k], width);
    }
}
