/* SPDX-License-Identifier: MIT */
/* Reduction: one element, all inputs joined by the operator; of nothing, its identity. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    element_write(key->dtype, expected, 0, reference_reduce(key->op, key->dtype, input[0], key->n));
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const struct problem_key *const key = &problem->key;
    const enum dtype output = dtype_output(key->dtype);
    if (count == 0)
        return;
    element_store(output, elements, 0, element_load(output, problem->expected, first));
    if (alteration->made)
        element_combine_all(key->op, key->dtype, elements, 1, alteration->joined);
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
