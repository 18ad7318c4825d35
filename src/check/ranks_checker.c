/* SPDX-License-Identifier: MIT */
/* Checking implementations whose arrays are on ranks: all ranks take each case together, and each proves its
 * own part. */
#include "check/ranks_checker.h"

#include <unistd.h>

struct ranks_checker {
    struct ranks_bench *bench;
    const struct checker_options *options;
    struct checker_result *result;
    struct error *error;
    struct problem_key mapped; /* blocks of as many elements of that type are there, for ... */
    unsigned mapped_ranks;     /* bits 1 << ranks */
};

/* Have all ranks do something about a point. */
static bool command(const struct ranks_checker *checker, enum ranks_order_kind kind,
                    const struct point *point, const struct problem_key *key, struct ranks_answer *answer)
{
    const struct ranks_order order = ranks_order_make(kind, point, key);
    return ranks_command(checker->bench, &order, answer);
}

/* Take memory for the blocks of a problem, unless that is there. */
static bool map_blocks(struct ranks_checker *checker, const struct point *point,
                       const struct problem_key *key)
{
    struct ranks_answer answer;
    const bool same = checker->mapped.n == key->n && checker->mapped.dtype == key->dtype;
    if (!same && checker->mapped_ranks) {
        command(checker, ORDER_UNMAP, point, key, &answer);
        checker->mapped_ranks = 0;
    }
    checker->mapped = *key;
    if (checker->mapped_ranks & 1u << point->ranks)
        return true;
    checker->mapped_ranks |= 1u << point->ranks;
    return command(checker, ORDER_MAP, point, key, &answer) ||
           error_set(checker->error, EXIT_SYSTEM, "%s", answer.text);
}

static bool prove(const struct ranks_checker *checker, const struct point *point,
                  const struct problem_key *key, bool complement)
{
    struct ranks_order order = ranks_order_make(ORDER_PROVE, point, key);
    struct ranks_answer answer;
    order.complement = complement;
    if (ranks_command(checker->bench, &order, &answer))
        return true;
    checker_note_wrong(checker->result, complement ? "on the complement of the poison" : "on poison",
                       answer.text);
    return false;
}

static bool check_case(void *context, const struct point *point, enum case_data data)
{
    struct ranks_checker *const checker = context;
    struct problem_key key;
    struct ranks_answer answer;
    if (!case_problem(point, data, checker->options->seed, &key))
        return true;
    checker_begin_case(checker->options, checker->result, point, data);
    if (!map_blocks(checker, point, &key))
        return false;
    command(checker, ORDER_FILL, point, &key, &answer);
    if (command(checker, ORDER_PREPARE, point, &key, &answer))
        (void)(prove(checker, point, &key, false) && prove(checker, point, &key, true));
    else
        checker_note_wrong(checker->result, "when it is made ready", answer.text);
    command(checker, ORDER_FINISH, point, &key, &answer);
    return true;
}

bool ranks_checker_run(struct ranks_bench *bench, const struct implementation *implementation,
                       const struct checker_options *options, struct checker_result *result,
                       struct error *error)
{
    struct ranks_checker checker = {.bench = bench, .options = options, .result = result, .error = error};
    *result = (struct checker_result){.limit_s = 0};
    const struct case_extent extent = checker_extent(options);
    const bool ok = cases_walk(implementation, &extent, check_case, &checker);
    const struct ranks_order unmap = {.kind = ORDER_UNMAP};
    struct ranks_answer answer;
    ranks_command(bench, &unmap, &answer);
    alarm(0);
    return ok;
}
