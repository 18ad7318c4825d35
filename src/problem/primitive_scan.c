/* SPDX-License-Identifier: MIT */
/* Scan: element i of the output is what precedes, joined with all inputs up to i, or before i, by the
 * operator. */
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    reference_scan(key, input[0], expected, key->n, problem_initial(key));
}

const struct primitive_info primitive_scan = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .bytes = verify_expected_bytes,
};
