/* SPDX-License-Identifier: MIT */
/* Reduction: one element, all inputs joined by the operator; of nothing, its identity. */
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    element_store(key->dtype, expected, 0, reference_reduce(key->op, key->dtype, input[0], key->n));
}

const struct primitive_info primitive_reduce = {
    .inputs = 1,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
};
