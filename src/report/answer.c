/* SPDX-License-Identifier: MIT */
/* The answer of results: which algorithm to use, where that changes, by how much it leads, and how far to
 * trust it. */
#include "report/answer.h"

#include "base/memory.h"
#include "report/failures.h"
#include "report/winners.h"

#include <stdlib.h>

/* Each problem has a sentence of advice, one about workers, one about tiles, and its table. */
enum { OF_PROBLEM = 4, OTHERS = 3 };

struct results_answer {
    struct best best;
    struct problem_winners *winners; /* a problem each */
    struct failures failures;
    struct relation *relations;
    size_t count;
};

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
    failures_make(&answer->failures, results, filter, &answer->best, all);
    add(answer, &answer->failures.partial);
    for (size_t i = 0; i < problems; i++) {
        winners_make(&answer->winners[i], &answer->best.problems[i], all);
        const size_t first = answer->count;
        add(answer, &answer->winners[i].advice);
        add(answer, &answer->winners[i].workers);
        add(answer, &answer->winners[i].tiles);
        add(answer, &answer->winners[i].table);
        answer->relations[first].apart = i > 0;
    }
    add(answer, &answer->failures.table);
    add(answer, &answer->failures.trust);
    return answer;
}

void answer_destroy(struct results_answer *answer)
{
    for (size_t i = 0; i < answer->best.problem_count; i++)
        winners_close(&answer->winners[i]);
    failures_close(&answer->failures);
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
