/* SPDX-License-Identifier: MIT */
/* What an answer cannot say: points without a time as relations, and how far to trust the others. */
#include "report/failures.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/winners.h"

#include <stdlib.h>
#include <string.h>

enum { FAILURES_MOST = 5, SIZES_NAMED = 3 };

static const struct record *failed_record(const void *row)
{
    const struct record *const *const record = row;
    return *record;
}

static const struct point *point_of_failure(const void *row)
{
    return &failed_record(row)->point;
}

static void get_status(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, status_names[failed_record(row)->status]);
}

static void get_message(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, failed_record(row)->message);
}

/* By how bad they are; what was not reached is no failure. */
static const enum status by_badness[] = {STATUS_WRONG,       STATUS_CRASHED, STATUS_TIMEOUT,
                                         STATUS_IMPLAUSIBLE, STATUS_STARVED, STATUS_SKIPPED,
                                         STATUS_UNSUPPORTED};

static size_t collect(const struct failures *failures, const struct results *results,
                      const struct filter *filter)
{
    size_t count = 0;
    for (size_t s = 0; s < sizeof by_badness / sizeof by_badness[0]; s++)
        for (size_t i = 0; i < results->count; i++) {
            const struct record *const record = &results->records[i];
            if (record->status == by_badness[s] && (!filter || filter_matches(filter, &record->point)))
                failures->rows[count++] = record;
        }
    return count;
}

static enum tone tone_of_failure(const void *row)
{
    const enum status status = failed_record(row)->status;
    return status == STATUS_SKIPPED || status == STATUS_UNSUPPORTED ? TONE_UNSURE : TONE_BAD;
}

static void make_failure_table(struct failures *failures, size_t count, bool all)
{
    static const struct column columns[] = {
        {.name = "status", .heading = "no time", .get = get_status},
        {.name = "message", .heading = "reason", .get = get_message},
    };
    const size_t shown = all || count <= FAILURES_MOST ? count : FAILURES_MOST;
    if (shown < count)
        snprintf(failures->note, sizeof failures->note, "(%zu points without a time left out: --all)",
                 count - shown);
    failures->cells = point_cells_of(failures->rows, sizeof failures->rows[0], shown, point_of_failure, 0);
    point_cells_add(&failures->columns, &failures->cells);
    columns_add(&failures->columns, columns, sizeof columns / sizeof columns[0]);
    point_cells_add_parameters(&failures->columns, &failures->cells);
    failures->table = (struct relation){.name = "failures",
                                        .columns = failures->columns.list,
                                        .column_count = failures->columns.count,
                                        .rows = failures->rows,
                                        .row_bytes = sizeof failures->rows[0],
                                        .row_count = shown,
                                        .headed_by = POINT_HEADS,
                                        .note = *failures->note ? failures->note : NULL,
                                        .tone = tone_of_failure};
}

static struct relation one_sentence(const char *text)
{
    static const struct column columns[] = {{.heading = "text", .size = 2}};
    return (struct relation){.columns = columns,
                             .column_count = 1,
                             .rows = text,
                             .row_count = *text != '\0',
                             .single = true,
                             .sentence = "{text}"};
}

static void say_partial(struct failures *failures, const struct results *results)
{
    size_t reached = 0;
    for (size_t i = 0; i < results->count; i++)
        reached +=
            results->records[i].status != STATUS_INTERRUPTED && results->records[i].status != STATUS_PENDING;
    if (!results->complete && reached < results->count)
        snprintf(failures->partial_text, sizeof failures->partial_text,
                 "Partial result: %zu of %zu points were reached.", reached, results->count);
    else if (!results->complete)
        snprintf(failures->partial_text, sizeof failures->partial_text,
                 "Partial result: processes of some points are missing.");
}

/* The sizes whose winners have a grade: "256Ki and 4Mi", or how many. */
static size_t name_sizes(const struct best *best, enum grade grade, char *text, size_t size)
{
    size_t count = 0, used = 0;
    text[0] = '\0';
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++) {
            const struct record *const record = best->problems[p].sizes[i].rows[0].record;
            char n[32];
            if (record->grade != grade || count++ >= SIZES_NAMED || used >= size)
                continue;
            text_format_count(n, sizeof n, record->point.n);
            used += (size_t)snprintf(text + used, size - used, "%s%s", count > 1 ? ", " : "", n);
        }
    if (count > SIZES_NAMED)
        snprintf(text, size, "%zu sizes", count);
    return count;
}

static bool is_any_undecided(const struct best *best)
{
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++)
            if (winner_of(&best->problems[p].sizes[i]).lead == LEAD_UNDECIDED)
                return true;
    return false;
}

static bool is_smoke(const struct best *best)
{
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i].record->stop_reason == STOP_SMOKE)
            return true;
    return false;
}

/* In another process code and data lie elsewhere in memory. */
static bool is_one_process(const struct best *best)
{
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i].record->launch_count > 1 || point_on_ranks(&best->rows[i].record->point))
            return false;
    return true;
}

static void say_trust(struct failures *failures, const struct best *best)
{
    char shaky[96], unusable[96];
    const size_t size = sizeof failures->trust_text;
    if (best->problem_count == 0)
        return;
    if (is_smoke(best)) {
        snprintf(failures->trust_text, size,
                 "Trust: every result is right; a smoke run does not measure speed.");
        return;
    }
    const bool undecided = is_any_undecided(best);
    const size_t shaky_count = name_sizes(best, GRADE_MOVED, shaky, sizeof shaky);
    const size_t unusable_count = name_sizes(best, GRADE_UNUSABLE, unusable, sizeof unusable);
    size_t used = (size_t)snprintf(failures->trust_text, size, "Trust: the ranking holds%s",
                                   undecided ? " except at ~" : "");
    if (shaky_count > 0)
        used +=
            (size_t)snprintf(failures->trust_text + used, size - used, "; the times at %s are shaky", shaky);
    if (unusable_count > 0)
        used += (size_t)snprintf(failures->trust_text + used, size - used,
                                 "; the times at %s are unusable: measure again", unusable);
    if (shaky_count + unusable_count == 0)
        used += (size_t)snprintf(failures->trust_text + used, size - used, "; the times are good");
    snprintf(failures->trust_text + used, size - used, "%s.",
             is_one_process(best) ? "; all of one process, and another may differ by 15%" : "");
}

void failures_make(struct failures *failures, const struct results *results, const struct filter *filter,
                   const struct best *best, bool all)
{
    *failures = (struct failures){.rows = memory_array(results->count + 1, sizeof *failures->rows)};
    make_failure_table(failures, collect(failures, results, filter), all);
    say_partial(failures, results);
    say_trust(failures, best);
    failures->partial = one_sentence(failures->partial_text);
    failures->trust = one_sentence(failures->trust_text);
}

void failures_close(struct failures *failures)
{
    columns_close(&failures->columns);
    free(failures->rows);
}
