/* SPDX-License-Identifier: MIT */
/* The best of each problem and size over several results, in their order. */
#include "analysis/moments.h"

#include "base/memory.h"
#include "base/sort.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text of the JSON: "-" where it has none. */
static void take_text(const json_t *object, const char *key, char *text)
{
    const char *const value = json_string_value(json_object_get(object, key));
    snprintf(text, MOMENT_WORD, "%s", value && *value ? value : "-");
}

static void add_size(struct history *history, const struct best_problem *problem,
                     const struct best_size *size, const struct moment *result)
{
    const struct best_row *const row = size->finalists[0].row;
    const struct statistics *const statistics = &row->record->statistics;
    history->moments = memory_resize(history->moments, history->count + 1, sizeof *history->moments);
    struct moment *const moment = &history->moments[history->count++];
    *moment = *result;
    best_problem_text(problem, moment->problem, MOMENT_NAME);
    best_row_text(row, moment->algorithm, MOMENT_NAME);
    moment->n = row->record->point.n;
    moment->median_s = row->median_s;
    moment->low_s = statistics->ci_low;
    moment->high_s = statistics->ci_high;
    moment->ratio = NAN;
}

bool history_add(struct history *history, const struct result_file *file, const struct filter *filter,
                 struct error *error)
{
    struct best best;
    struct moment result = {.order = history->results};
    take_text(json_object_get(file->root, "tool"), "git", result.commit);
    take_text(json_object_get(json_object_get(file->root, "machine"), "state"), "utc", result.utc);
    best_make(&best, &file->results, filter);
    const bool ok = best_check(&best, file->path, error);
    history->results++;
    for (size_t p = 0; p < best.problem_count; p++)
        for (size_t i = 0; i < best.problems[p].size_count; i++)
            add_size(history, &best.problems[p], &best.problems[p].sizes[i], &result);
    best_close(&best);
    return ok;
}

bool moments_share_problem(const struct moment *a, const struct moment *b)
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

void history_sort(struct history *history)
{
    struct moment *const moments = history->moments;
    qsort(moments, history->count, sizeof *moments, compare_moments);
    for (size_t i = 1; i < history->count; i++)
        if (moments_share_problem(&moments[i - 1], &moments[i]))
            moments[i].ratio = moments[i].median_s / moments[i - 1].median_s;
}
