/* SPDX-License-Identifier: MIT */
/* Reduction: one element, all inputs joined by the operator; of nothing, its identity. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    element_store(key->dtype, expected, 0, reference_reduce(key->op, key->dtype, input[0], key->n));
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const struct problem_key *const key = &problem->key;
    union element answer = element_load(key->dtype, problem->expected, first);
    if (alteration->made)
        answer = element_combine(key->op, key->dtype, answer, alteration->joined);
    if (count > 0)
        element_store(key->dtype, elements, 0, answer);
}

const struct primitive_info primitive_reduce = {
    .inputs = 1,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
