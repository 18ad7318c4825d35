/* SPDX-License-Identifier: MIT */
/* Dot product: one element, the sum of the products of two inputs. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    reference_write(key, expected, 0, reference_dot(key->dtype, input[0], input[1], key->n));
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const enum dtype dtype = problem->key.dtype;
    union element joined = alteration->joined;
    (void)first;
    if (alteration->made)
        joined = element_combine(OP_PRODUCT, dtype, joined,
                                 element_read(dtype, problem->input[1], alteration->index));
    if (count > 0)
        alteration_join_one(problem, alteration, joined, 0, elements);
}

const struct primitive_info primitive_dot = {
    .inputs = 2,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .converts = true,
    .limit = PRIMITIVE_READ_TWO,
    .fill = FILL_TERMS,
    .second = SECOND_FACTORS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
