/* SPDX-License-Identifier: MIT */
/* The answer of results: which algorithm to use, where that changes, by how much it leads, and how far to
 * trust it. */
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report_state.h"

enum { FAILURES_MOST = 5, SIZES_NAMED = 3 };

/* By how bad they are; what was not reached is no failure. */
static const enum status by_badness[] = {STATUS_WRONG,       STATUS_CRASHED, STATUS_TIMEOUT,
                                         STATUS_IMPLAUSIBLE, STATUS_SKIPPED, STATUS_UNSUPPORTED};

static enum tone tone_of_failure(const void *row)
{
    const struct record *const record = row_target(row);
    const enum status status = record->status;
    return status == STATUS_SKIPPED || status == STATUS_UNSUPPORTED ? TONE_UNSURE : TONE_BAD;
}

static void add_failures(struct report *report, const struct results *results, const struct filter *filter,
                         bool all)
{
    static const struct column list[] = {
        {.field = "status", .name = "status", .heading = "no time"},
        {.field = "message", .name = "message", .heading = "reason"},
    };
    const struct record **const rows = report_keep(report, memory_array(results->count + 1, sizeof *rows));
    size_t count = 0;
    for (size_t s = 0; s < sizeof by_badness / sizeof by_badness[0]; s++)
        for (size_t i = 0; i < results->count; i++)
            if (results->records[i].status == by_badness[s] &&
                filter_matches(filter, &results->records[i].point))
                rows[count++] = &results->records[i];
    const size_t shown = all || count <= FAILURES_MOST ? count : FAILURES_MOST;
    struct columns columns = columns_of_points(report, rows, sizeof *rows, shown, 0);
    columns_add_points(&columns);
    COLUMNS_ADD(&columns, list);
    columns_add_parameters(&columns);
    char *const note =
        shown < count ? memory_format("(%zu more without a time: --all)", count - shown) : NULL;
    const struct relation failures = {.name = "failures",
                                      RELATION_COLUMNS(report, columns),
                                      RELATION_ROWS(rows, shown),
                                      .headed_by = POINT_HEADS,
                                      .note = report_keep(report, note),
                                      .tone = tone_of_failure};
    if (shown > 0)
        report_add(report, failures);
}

static char *partial_text(const struct results *results)
{
    size_t reached = 0;
    for (size_t i = 0; i < results->count; i++)
        reached +=
            results->records[i].status != STATUS_INTERRUPTED && results->records[i].status != STATUS_PENDING;
    if (results->complete)
        return NULL;
    return reached < results->count
               ? memory_format("Partial result: %zu of %zu points were reached.", reached, results->count)
               : memory_text("Partial result: processes of some points are missing.");
}

/* Where winners have a grade: "at 256Ki, 4Mi", or how many sizes or, of several tables, rows. */
static size_t name_sizes(const struct best *best, enum grade grade, char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++) {
            const struct record *const record = best->problems[p].sizes[i].rows[0];
            char n[32];
            if (record->grade == grade && count++ < SIZES_NAMED)
                text_add(text, size, "%s%s", count > 1 ? ", " : "at ",
                         text_format_count(n, sizeof n, record->point.n));
        }
    if (best->problem_count > 1)
        snprintf(text, size, "in %zu row%s", count, count == 1 ? "" : "s");
    else if (count > SIZES_NAMED)
        snprintf(text, size, "at %zu sizes", count);
    return count;
}

/* In another process code and data lie elsewhere in memory. */
static bool is_one_process(const struct best *best)
{
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i]->launch_count > 1 || point_on_ranks(&best->rows[i]->point))
            return false;
    return true;
}

static bool is_oversubscribed(const struct best *best)
{
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i]->flags & FLAG_OVERSUBSCRIBED)
            return true;
    return false;
}

static char *trust_text(const struct best *best, bool is_undecided)
{
    struct text_stream text;
    char sizes[96];
    if (best->problem_count == 0)
        return NULL;
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i]->stop_reason == STOP_SMOKE)
            return memory_text("Trust: every result is right; a smoke run does not measure speed.");
    text_stream_open(&text);
    fprintf(text.file, "Trust: the ranking holds%s", is_undecided ? " except at ~" : "");
    const size_t shaky = name_sizes(best, GRADE_SHAKY, sizes, sizeof sizes);
    if (shaky > 0)
        fprintf(text.file, "; the times %s are shaky", sizes);
    const size_t unusable = name_sizes(best, GRADE_UNUSABLE, sizes, sizeof sizes);
    if (unusable > 0)
        fprintf(text.file, "; the times %s are unusable: measure again", sizes);
    fprintf(text.file, "%s%s%s.", shaky + unusable == 0 ? "; the times are good" : "",
            is_oversubscribed(best) ? "; rows with more workers than CPUs mean little" : "",
            is_one_process(best) ? "; all of one process, and another may differ by 15%" : "");
    return text_stream_close(&text);
}

/* Whether nothing was measured but what limits measure: then they are no limits of others, and ranked too. */
static bool is_of_limits(const struct results *results, const struct filter *filter)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        const enum primitive primitive = point->implementation->primitive;
        if (record_measured(&results->records[i]) && filter_matches(filter, point) &&
            primitive_limit(primitive) != primitive)
            return false;
    }
    return true;
}

void report_add_answer(struct report *report, const struct results *results, const struct filter *filter,
                       bool all)
{
    struct best best;
    bool is_undecided = false;
    report_add_note(report, partial_text(results));
    best_make(&best, results, filter, is_of_limits(results, filter));
    for (size_t i = 0; i < best.problem_count; i++) {
        const size_t first = report->count;
        is_undecided |= report_add_winners(report, &best.problems[i], all);
        report->relations[first].apart = i > 0;
    }
    add_failures(report, results, filter, all);
    report_add_note(report, trust_text(&best, is_undecided));
    best_close(&best);
}
