/* SPDX-License-Identifier: MIT */
/* Reduction: one element, all inputs joined by the operator, or one for each row; of nothing, its identity.
 */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <string.h>

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    const size_t size = dtype_size(key->dtype), row = problem_row_elements(key);
    (void)selected;
    for (size_t r = 0; r < problem_rows(key); r++) {
        const size_t left = key->n - r * row;
        reference_write(key, expected, r,
                        reference_reduce(key->op, key->dtype,
                                         (const unsigned char *)input[0] + r * row * size,
                                         left < row ? left : row));
    }
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const size_t size = dtype_size(dtype_output(problem->key.dtype)), place = alteration->place;
    memcpy(elements, (const unsigned char *)problem->expected + first * size, count * size);
    if (alteration->made && place >= first && place < first + count)
        alteration_join_one(problem, alteration, alteration->joined, place,
                            (unsigned char *)elements + (place - first) * size);
}

const struct primitive_info primitive_reduce = {
    .inputs = 1,
    .has_rows = true,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .converts = true,
    .limit = PRIMITIVE_READ,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
