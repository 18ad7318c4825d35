/* SPDX-License-Identifier: MIT */
/* Dot product: one element, the sum of the products of two inputs. */
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    element_store(key->dtype, expected, 0, reference_dot(key->dtype, input[0], input[1], key->n));
}

const struct primitive_info primitive_dot = {
    .inputs = 2,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ_TWO,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
};
