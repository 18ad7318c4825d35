/* SPDX-License-Identifier: MIT */
/* What is best, as a table for people. */
#include "report/best_print.h"

#include "base/text.h"
#include "report/answer_print.h"
#include "report/ratio_text.h"
#include "report/wrapped.h"

#include <math.h>
#include <string.h>

enum { TEXT = 320, COLUMNS = 80, NAME_AT = 13, TIME = 11 };

/* How a problem is printed: what its rows have in common is said once. */
struct layout_of_best {
    FILE *stream;
    unsigned common; /* bits of axes */
    int width;       /* of the longest name */
    bool color;
};

/* The longest name of a problem's finalists. */
static int name_width(const struct best_problem *problem, unsigned common)
{
    char name[TEXT];
    size_t width = 0;
    for (size_t i = 0; i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].finalist_count; k++) {
            const size_t length =
                strlen(best_row_text_but(problem->sizes[i].finalists[k].row, common, name, sizeof name));
            width = length > width ? length : width;
        }
    return (int)width;
}

static void print_finalist(const struct layout_of_best *layout, const struct best_finalist *finalist,
                           bool first)
{
    FILE *const stream = layout->stream;
    char n[32], name[TEXT], time[32], ratio[64] = "", rest[128];
    const int width = NAME_AT + layout->width + TIME > COLUMNS ? 0 : layout->width;
    best_row_text_but(finalist->row, layout->common, name, sizeof name);
    text_format_duration(time, sizeof time, finalist->row->median_s);
    if (!first)
        ratio_text(&finalist->ratio, ratio, sizeof ratio);
    fprintf(stream, "  %8s %s %s%-*s%s",
            first ? text_format_count(n, sizeof n, finalist->row->record->point.n) : "", first ? " " : "=",
            first && layout->color ? "\033[1m" : "", width, name, first && layout->color ? "\033[0m" : "");
    const int length = snprintf(rest, sizeof rest, "  %9s%s%s", time, ratio[0] ? " " : "", ratio);
    const int used = NAME_AT + ((int)strlen(name) > width ? (int)strlen(name) : width);
    if (used + length > COLUMNS)
        fprintf(stream, "\n%*s", NAME_AT, "");
    fprintf(stream, "%s\n", rest);
}

static void print_sizes(const struct layout_of_best *layout, const struct best_problem *problem)
{
    for (size_t i = 0; i < problem->size_count; i++) {
        for (size_t k = 0; k < problem->sizes[i].finalist_count; k++)
            print_finalist(layout, &problem->sizes[i].finalists[k], k == 0);
        answer_print_next(layout->stream, &problem->sizes[i], layout->common);
    }
}

/* ", crosses between 64Ki and 256Ki, near 163917" */
static void crossing_text(const struct best_choice *choice, char *text, size_t size)
{
    char low[32], high[32], n[32];
    int length;
    text_format_count(high, sizeof high, choice->row->record->point.n);
    if (isnan(choice->low_n))
        length = snprintf(text, size, ", crosses below %s", high);
    else
        length = snprintf(text, size, ", crosses between %s and %s",
                          text_format_count(low, sizeof low, (uint64_t)choice->low_n), high);
    if (!isnan(choice->n))
        length += snprintf(text + length, size - (size_t)length, ", near %s",
                           text_format_count(n, sizeof n, (uint64_t)(choice->n + 0.5)));
}

static void print_choices(const struct layout_of_best *layout, const struct best_problem *problem)
{
    char n[32], name[TEXT], crossing[160], line[2 * TEXT];
    fputs("  what to use (kept while it cannot be told from the winner):\n", layout->stream);
    for (size_t i = 0; i < problem->choice_count; i++) {
        const struct best_choice *const choice = &problem->choices[i];
        crossing[0] = '\0';
        if (i > 0)
            crossing_text(choice, crossing, sizeof crossing);
        snprintf(line, sizeof line, "    from %-7s %s%s",
                 text_format_count(n, sizeof n, choice->row->record->point.n),
                 best_row_text_but(choice->row, layout->common, name, sizeof name), crossing);
        wrapped_print(layout->stream, line, 17, COLUMNS);
    }
}

static void print_tile(const struct layout_of_best *layout, const struct best_tile *tile)
{
    char n[32], name[TEXT], interval[64] = "", worst[96] = "best at every size", line[2 * TEXT];
    if (tile->regret > 0)
        snprintf(worst, sizeof worst, "at worst +%.1f %% at n=%s", 100 * tile->regret,
                 text_format_count(n, sizeof n, tile->row->record->point.n));
    ratio_interval_text((struct interval){1 + tile->interval.low, 1 + tile->interval.high}, 1, interval,
                        sizeof interval);
    snprintf(line, sizeof line, "    %s: %s%s, of %zu tiles at %zu sizes",
             best_row_text_but(tile->row, layout->common, name, sizeof name), worst, interval, tile->tiles,
             tile->sizes);
    wrapped_print(layout->stream, line, 6, COLUMNS);
}

static void print_problem(struct layout_of_best *layout, const struct best_problem *problem)
{
    char text[TEXT];
    layout->common = best_common_axes(problem);
    layout->width = name_width(problem, layout->common);
    wrapped_print(layout->stream, best_common_text(problem, text, sizeof text), 2, COLUMNS);
    print_sizes(layout, problem);
    answer_print_workers(layout->stream, problem, COLUMNS);
    print_choices(layout, problem);
    if (problem->tile_count > 0)
        fputs("  the tile with the least loss at its worst size:\n", layout->stream);
    for (size_t k = 0; k < problem->tile_count; k++)
        print_tile(layout, &problem->tiles[k]);
}

void best_print(FILE *stream, const struct best *best, bool color)
{
    struct layout_of_best layout = {.stream = stream, .color = color};
    for (size_t i = 0; i < best->problem_count; i++) {
        fputs(i > 0 ? "\n" : "", stream);
        print_problem(&layout, &best->problems[i]);
    }
}
