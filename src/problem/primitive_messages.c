/* SPDX-License-Identifier: MIT */
/* Messages, the limit of an exclusive scan over ranks: n words go around, so that one rank alone gets its
 * own. */
#include "problem/verify_elements.h"

static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    (void)count;
    return verify_elements(problem, problem->input[0], output, problem->key.n, finding);
}

static size_t bytes(const struct problem *problem, uint64_t count, const void **expected)
{
    (void)count;
    *expected = problem->input[0];
    return problem_input_bytes(&problem->key);
}

const struct primitive_info primitive_messages = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_MESSAGES,
    .fill = FILL_ANY,
    .verify = verify,
    .bytes = bytes,
};
