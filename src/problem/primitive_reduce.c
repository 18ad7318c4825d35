/* SPDX-License-Identifier: MIT */
/* Reduction: one element, all inputs joined by the operator; of nothing, its identity. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    const union element sum = reference_reduce(key->op, key->dtype, input[0], key->n);
    (void)selected;
    reference_write(key, expected, sum);
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    (void)first;
    if (count > 0)
        alteration_join_one(problem, alteration, alteration->joined, elements);
}

const struct primitive_info primitive_reduce = {
    .inputs = 1,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .converts = true,
    .limit = PRIMITIVE_READ,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
