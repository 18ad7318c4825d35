/* SPDX-License-Identifier: MIT */
/* What a run found, in sentences. */
#include "report/answer_print.h"

#include "analysis/best_points.h"
#include "analysis/best_workers.h"
#include "base/text.h"
#include "report/ratio_text.h"
#include "report/wrapped.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 320, LINE = 2048, WIDTH = 80, INDENT = 11, NAMED = 2 };

struct sentence {
    char text[LINE];
    size_t length;
};

static void __attribute__((format(printf, 2, 3))) add(struct sentence *line, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(line->text + line->length, LINE - line->length, format, values);
    va_end(values);
    if (length > 0)
        line->length += (size_t)length < LINE - line->length ? (size_t)length : LINE - 1 - line->length;
}

/* 1.25x [1.22, 1.29] */
static void add_factor(struct sentence *line, const struct estimate *ratio)
{
    char text[128];
    add(line, "%s", ratio_factor_text(ratio, text, sizeof text));
}

struct answer_view {
    FILE *stream;
    unsigned width;
    bool color;
    unsigned common; /* bits of the axes that are said once */
};

static char *row_text(const struct answer_view *answer, const struct best_row *row, char *text)
{
    return best_row_text_but(row, answer->common, text, TEXT);
}

/* What cannot be told from the fastest; what was measured too seldom for that is counted. */
static void add_ties(struct sentence *line, const struct answer_view *answer, const struct best_size *size)
{
    size_t named = 0, more = 0, few = 0;
    char name[TEXT], ratio[64];
    for (size_t i = 1; i < size->finalist_count; i++) {
        const struct best_finalist *const tie = &size->finalists[i];
        if (best_has_few(tie->row) || ratio_is_vague(tie->ratio.interval)) {
            few++;
            continue;
        }
        if (named == NAMED) {
            more++;
            continue;
        }
        add(line, "%s%s%s", named++ ? ", " : "; too close to call: ", row_text(answer, tie->row, name),
            ratio_text(&tie->ratio, ratio, sizeof ratio));
    }
    if (more)
        add(line, " and %zu more", more);
    if (few)
        add(line, "; %zu measured too seldom to tell", few);
}

/* The fastest beside the next that lost for sure. */
static void add_next(struct sentence *line, const struct best_size *size, const struct best_row *next,
                     unsigned common)
{
    const struct estimate ratio = best_ratio(size->rows, next);
    char name[TEXT];
    add_factor(line, &ratio);
    add(line, " as fast as %s", best_row_text_but(next, common, name, sizeof name));
}

static void add_lead(struct sentence *line, const struct answer_view *answer, const struct best_size *size)
{
    const struct best_row *const next = best_next(size);
    if (best_has_few(size->rows)) {
        add(line, "; the fastest of %zu, by too few samples to be sure", size->row_count);
        return;
    }
    add_ties(line, answer, size);
    if (!next)
        return;
    add(line, "; ");
    add_next(line, size, next, answer->common);
}

static void print_line_of(const struct answer_view *answer, const struct sentence *line)
{
    wrapped_print(answer->stream, line->text, INDENT, answer->width);
}

static void print_size(const struct answer_view *answer, const struct best_size *size)
{
    char n[32], name[TEXT], time[32];
    struct sentence line = {.length = 0};
    add(&line, "%9s  %s %s", text_format_count(n, sizeof n, size->rows->record->point.n),
        row_text(answer, size->rows, name), text_format_duration(time, sizeof time, size->rows->median_s));
    add_lead(&line, answer, size);
    print_line_of(answer, &line);
}

/* Up to a size from which one has enough of the memory. */
static void add_stretch(struct sentence *line, const struct best_workers *found)
{
    char from[32], last[32], to[32];
    text_format_count(from, sizeof from, found->from_n);
    text_format_count(to, sizeof to, found->to_n);
    text_format_count(last, sizeof last, found->last_n);
    add(line, "%9s  %u workers pay ", "", (unsigned)found->workers);
    if (found->from_n == found->to_n)
        add(line, "at %s alone", from);
    else
        add(line, "from %s to %s", from, to);
    add(line, "; at %s they are ", last);
    add_factor(line, &found->last);
    add(line, " as fast as one");
}

static void print_workers(const struct answer_view *answer, const struct best_workers *found)
{
    char from[32], last[32];
    struct sentence line = {.length = 0};
    text_format_count(last, sizeof last, found->last_n);
    if (found->from_n && found->to_n < found->last_n) {
        add_stretch(&line, found);
        print_line_of(answer, &line);
        return;
    }
    if (found->from_n)
        add(&line, "%9s  %u workers pay from %s on: ", "", (unsigned)found->workers,
            text_format_count(from, sizeof from, found->from_n));
    else if (isnan(found->last.interval.low) || found->last.interval.high > 1)
        add(&line, "%9s  whether %u workers pay at %s is too close to call: ", "", (unsigned)found->workers,
            last);
    else
        add(&line, "%9s  %u workers do not pay up to %s: ", "", (unsigned)found->workers, last);
    add_factor(&line, &found->last);
    add(&line, " as fast as one at %s", last);
    print_line_of(answer, &line);
}

/* The tile of the algorithm whose tile is nearest to the winner of the largest size. */
static const struct best_tile *fastest_tile(const struct best_problem *problem)
{
    const struct best_size *const last = &problem->sizes[problem->size_count - 1];
    const struct best_tile *fastest = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < problem->tile_count; i++) {
        const struct best_row *const row = best_row_at(last, problem->tiles[i].row);
        if (row && row->times < least) {
            least = row->times;
            fastest = &problem->tiles[i];
        }
    }
    return fastest;
}

static void print_tile(const struct answer_view *answer, const struct best_tile *tile)
{
    char n[32], name[TEXT];
    struct sentence line = {.length = 0};
    add(&line, "%9s  best of %zu tiles: %s, ", "", tile->tiles, row_text(answer, tile->row, name));
    if (tile->regret > 0)
        add(&line, "at worst %+.1f %%, at %s", 100 * tile->regret,
            text_format_count(n, sizeof n, tile->row->record->point.n));
    else
        add(&line, "the fastest of them at %s", tile->sizes > 1 ? "each size" : "this size");
    print_line_of(answer, &line);
}

void answer_print_next(FILE *stream, const struct best_size *size, unsigned common)
{
    const struct best_row *const next = best_next(size);
    struct sentence line = {.length = 0};
    if (!next || best_has_few(size->rows))
        return;
    add(&line, "%*s", INDENT, "");
    add_next(&line, size, next, common);
    wrapped_print(stream, line.text, INDENT, WIDTH);
}

void answer_print_workers(FILE *stream, const struct best_problem *problem, unsigned width)
{
    const struct answer_view answer = {.stream = stream, .width = width};
    struct best_workers workers[BEST_WORKERS];
    const size_t count = best_find_workers(problem, workers);
    for (size_t i = 0; i < count; i++)
        print_workers(&answer, &workers[i]);
}

static bool says_something(const struct best_problem *problem)
{
    for (size_t i = 0; i < problem->size_count; i++)
        if (problem->sizes[i].row_count > 1)
            return true;
    return false;
}

static void print_problem(struct answer_view *answer, const struct best_problem *problem)
{
    char text[TEXT + 16];
    answer->common = best_common_axes(problem);
    strcat(best_common_text(problem, text, TEXT), ": the fastest");
    fputs(answer->color ? "\033[1m" : "", answer->stream);
    wrapped_print(answer->stream, text, 0, answer->width);
    fputs(answer->color ? "\033[0m" : "", answer->stream);
    for (size_t i = 0; i < problem->size_count; i++)
        print_size(answer, &problem->sizes[i]);
    answer_print_workers(answer->stream, problem, answer->width);
    const struct best_tile *const tile = fastest_tile(problem);
    if (tile)
        print_tile(answer, tile);
    fputc('\n', answer->stream);
}

void answer_print(FILE *stream, const struct results *results, bool color, unsigned width)
{
    struct best best;
    best_make(&best, results, NULL);
    struct answer_view answer = {stream, width > 0 ? width : WIDTH, color, 0};
    for (size_t i = 0; i < best.problem_count; i++)
        if (says_something(&best.problems[i]))
            print_problem(&answer, &best.problems[i]);
    best_close(&best);
}
