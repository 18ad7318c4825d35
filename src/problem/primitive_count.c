/* SPDX-License-Identifier: MIT */
/* Count: how many elements are > 0. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)expected;
    *selected = reference_count(key->dtype, input[0], key->n);
}

static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    (void)output;
    return verify_count(problem->selected, count, finding);
}

static uint64_t altered_count(const struct problem *problem, const struct alteration *alteration)
{
    const enum dtype dtype = problem->key.dtype;
    if (!alteration->made)
        return problem->selected;
    return problem->selected + (element_value(dtype, &alteration->is, 0) > 0) -
           (element_value(dtype, &alteration->was, 0) > 0);
}

const struct primitive_info primitive_count = {
    .inputs = 1,
    .output = OUTPUT_NONE,
    .counts = true,
    .limit = PRIMITIVE_READ,
    .fill = FILL_SELECTABLE,
    .solve = solve,
    .verify = verify,
    .altered_count = altered_count,
};
