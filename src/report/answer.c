/* SPDX-License-Identifier: MIT */
/* The answer of results: which algorithm to use, where that changes, by how much it leads, and how far to
 * trust it. */
#include "report/answer.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/winners.h"

#include <stdlib.h>

enum { FAILURES_MOST = 5, SIZES_NAMED = 3 };

/* Each problem has a sentence of advice, one about workers, one about tiles, and its table. */
enum { OF_PROBLEM = 4, OTHERS = 3 };

struct results_answer {
    struct best best;
    struct problem_winners *winners; /* a problem each */
    const struct record **rows;      /* without a time */
    struct point_cells cells;
    struct columns columns;
    char note[64], *partial, *trust; /* texts are owned; NULL: none */
    struct relation failures;
    struct relation *relations;
    size_t count;
};

static const struct record *failed_record(const void *row)
{
    const struct record *const *const record = row;
    return *record;
}

/* By how bad they are; what was not reached is no failure. */
static const enum status by_badness[] = {STATUS_WRONG,       STATUS_CRASHED, STATUS_TIMEOUT,
                                         STATUS_IMPLAUSIBLE, STATUS_STARVED, STATUS_SKIPPED,
                                         STATUS_UNSUPPORTED};

static size_t collect(const struct results_answer *answer, const struct results *results,
                      const struct filter *filter)
{
    size_t count = 0;
    for (size_t s = 0; s < sizeof by_badness / sizeof by_badness[0]; s++)
        for (size_t i = 0; i < results->count; i++) {
            const struct record *const record = &results->records[i];
            if (record->status == by_badness[s] && (!filter || filter_matches(filter, &record->point)))
                answer->rows[count++] = record;
        }
    return count;
}

static enum tone tone_of_failure(const void *row)
{
    const enum status status = failed_record(row)->status;
    return status == STATUS_SKIPPED || status == STATUS_UNSUPPORTED ? TONE_UNSURE : TONE_BAD;
}

static void make_failures(struct results_answer *answer, size_t count, bool all)
{
    static const struct field_column list[] = {
        {"status", {.name = "status", .heading = "no time"}},
        {"message", {.name = "message", .heading = "reason"}},
    };
    const size_t shown = all || count <= FAILURES_MOST ? count : FAILURES_MOST;
    if (shown < count)
        snprintf(answer->note, sizeof answer->note, "(%zu points without a time left out: --all)",
                 count - shown);
    answer->cells = point_cells_of(answer->rows, sizeof answer->rows[0], shown, 0);
    point_cells_add(&answer->columns, &answer->cells);
    point_cells_add_fields(&answer->columns, &answer->cells, list, 2);
    point_cells_add_parameters(&answer->columns, &answer->cells);
    answer->failures = (struct relation){.name = "failures",
                                         RELATION_COLUMNS(answer->columns),
                                         RELATION_ROWS(answer->rows, shown),
                                         .headed_by = POINT_HEADS,
                                         .note = answer->note,
                                         .tone = tone_of_failure};
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

/* The sizes whose winners have a grade: "256Ki and 4Mi", or how many. */
static size_t name_sizes(const struct best *best, enum grade grade, char *text, size_t size)
{
    size_t count = 0, used = 0;
    text[0] = '\0';
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++) {
            const struct record *const record = best->problems[p].sizes[i].rows[0];
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
        if (best->rows[i]->stop_reason == STOP_SMOKE)
            return true;
    return false;
}

/* In another process code and data lie elsewhere in memory. */
static bool is_one_process(const struct best *best)
{
    for (size_t i = 0; i < best->row_count; i++)
        if (best->rows[i]->launch_count > 1 || point_on_ranks(&best->rows[i]->point))
            return false;
    return true;
}

static char *trust_text(const struct best *best)
{
    struct text_stream text;
    char sizes[96];
    if (best->problem_count == 0)
        return NULL;
    if (is_smoke(best))
        return memory_text("Trust: every result is right; a smoke run does not measure speed.");
    text_stream_open(&text);
    fprintf(text.file, "Trust: the ranking holds%s", is_any_undecided(best) ? " except at ~" : "");
    const size_t shaky = name_sizes(best, GRADE_SHAKY, sizes, sizeof sizes);
    if (shaky > 0)
        fprintf(text.file, "; the times at %s are shaky", sizes);
    const size_t unusable = name_sizes(best, GRADE_UNUSABLE, sizes, sizeof sizes);
    if (unusable > 0)
        fprintf(text.file, "; the times at %s are unusable: measure again", sizes);
    fprintf(text.file, "%s%s.", shaky + unusable == 0 ? "; the times are good" : "",
            is_one_process(best) ? "; all of one process, and another may differ by 15%" : "");
    return text_stream_close(&text);
}

static void add(struct results_answer *answer, const struct relation *relation)
{
    if (relation->row_count > 0 || (relation->note && *relation->note))
        answer->relations[answer->count++] = *relation;
}

struct results_answer *answer_create(const struct results *results, const struct filter *filter, bool all)
{
    struct results_answer *const answer = memory_array(1, sizeof *answer);
    best_make(&answer->best, results, filter);
    const size_t problems = answer->best.problem_count;
    answer->winners = memory_array(problems + 1, sizeof *answer->winners);
    answer->relations = memory_array(problems * OF_PROBLEM + OTHERS, sizeof *answer->relations);
    answer->partial = partial_text(results);
    answer->trust = trust_text(&answer->best);
    answer->rows = memory_array(results->count + 1, sizeof *answer->rows);
    make_failures(answer, collect(answer, results, filter), all);
    add(answer, &(struct relation){.single = true, .note = answer->partial});
    for (size_t i = 0; i < problems; i++) {
        winners_make(&answer->winners[i], &answer->best.problems[i], all);
        const size_t first = answer->count;
        add(answer, &answer->winners[i].advice);
        add(answer, &answer->winners[i].workers);
        add(answer, &answer->winners[i].tiles);
        add(answer, &answer->winners[i].table);
        answer->relations[first].apart = i > 0;
    }
    add(answer, &answer->failures);
    add(answer, &(struct relation){.single = true, .note = answer->trust});
    return answer;
}

void answer_destroy(struct results_answer *answer)
{
    for (size_t i = 0; i < answer->best.problem_count; i++)
        winners_close(&answer->winners[i]);
    columns_close(&answer->columns);
    free(answer->rows);
    free(answer->partial);
    free(answer->trust);
    best_close(&answer->best);
    free(answer->winners);
    free(answer->relations);
    free(answer);
}

const struct relation *answer_relations(const struct results_answer *answer, size_t *count)
{
    *count = answer->count;
    return answer->relations;
}
