/* SPDX-License-Identifier: MIT */
/* The sentences of an answer: which algorithm to use from which size on, whether workers pay, which tile is
 * safe. */
#include "report/advice.h"

#include "base/text.h"
#include "base/text_stream.h"
#include "report/cell_text.h"
#include "report/point_cells.h"

#include <math.h>
#include <string.h>

enum { CHOICES_MOST = 4, NAME = 160 };

/* "simd/windows up to 64Ki", "threads/chained 2w from 256Ki". */
static void print_choice(FILE *file, const struct best_problem *problem, size_t index, unsigned common)
{
    const struct best_choice *const choice = &problem->choices[index];
    char name[NAME], from[32], to[32];
    fputs(point_algorithm_text(&choice->row->point, common, name, sizeof name), file);
    text_format_count(from, sizeof from, choice->row->point.n);
    if (index + 1 == problem->choice_count) {
        fprintf(file, " from %s", from);
        return;
    }
    text_format_count(to, sizeof to, problem->sizes[choice[1].size - 1].rows[0]->point.n);
    if (index == 0)
        fprintf(file, " up to %s", to);
    else if (strcmp(from, to) == 0)
        fprintf(file, " at %s", from);
    else
        fprintf(file, " from %s to %s", from, to);
}

static void print_choices(FILE *file, const struct best_problem *problem, unsigned common)
{
    const size_t count = problem->choice_count, ends = CHOICES_MOST / 2;
    for (size_t i = 0; i < count; i++) {
        if (count > CHOICES_MOST && i >= ends && i + ends < count) {
            fputs(i == ends ? ", others in between" : "", file);
            continue;
        }
        fputs(i > 0 ? ", " : "", file);
        print_choice(file, problem, i, common);
    }
}

char *advice_text(const struct best_problem *problem, unsigned common)
{
    struct text_stream text;
    char name[NAME];
    text_stream_open(&text);
    fputs("Use ", text.file);
    if (problem->choice_count > 1)
        print_choices(text.file, problem, common);
    else
        fprintf(text.file, "%s%s",
                point_algorithm_text(&problem->choices[0].row->point, common, name, sizeof name),
                problem->size_count > 1 ? " at every size" : "");
    fputs(".", text.file);
    return text_stream_close(&text);
}

static void print_gain(FILE *file, const struct best_workers *found)
{
    const unsigned workers = (unsigned)found->workers;
    char from[32], to[32], last[32];
    text_format_count(from, sizeof from, found->from_n);
    text_format_count(to, sizeof to, found->to_n);
    text_format_count(last, sizeof last, found->last_n);
    if (found->from_n && found->to_n < found->last_n)
        fprintf(file, "%u workers pay off from %s to %s elements", workers, from, to);
    else if (found->from_n)
        fprintf(file, "%u workers pay off from %s elements", workers, from);
    else if (isnan(found->last.interval.low) || found->last.interval.high > 1)
        fprintf(file, "Whether %u workers pay off is not decided", workers);
    else
        fprintf(file, "%u workers do not pay off up to %s elements", workers, last);
    if (isfinite(found->last.value))
        fprintf(file, " (%.2fx at %s)", found->last.value, last);
    fputs(".\n", file);
}

char *gains_text(const struct best_workers *found, size_t count)
{
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < count; i++)
        print_gain(text.file, &found[i]);
    return text_stream_close(&text);
}

char *safest_text(const struct safe_tile *safe, size_t count)
{
    struct text_stream text;
    char loss[CELL_BYTES], n[32];
    text_stream_open(&text);
    for (; count > 0; count--, safe++) {
        fprintf(text.file, "Safest of %zu tiles: %s", safe->tiles, safe->name);
        if (isfinite(safe->ratio))
            fprintf(text.file, ", at worst %s at %s", cell_value_text(CELL_CHANGE, safe->ratio, loss),
                    text_format_count(n, sizeof n, safe->n));
        fputs(".\n", text.file);
    }
    return text_stream_close(&text);
}
