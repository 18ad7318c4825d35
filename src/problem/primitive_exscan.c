/* SPDX-License-Identifier: MIT */
/* Exclusive scan over ranks, of a vector of n words on each, and the messages that bound it. What is before
 * the first rank, and so all that one alone knows of, is the identity. */
#include "problem/verify.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)input, (void)selected;
    for (size_t i = 0; i < key->n; i++)
        element_store(key->dtype, expected, i, op_identity(key->op, key->dtype));
}

const struct primitive_info primitive_exscan = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_MESSAGES,
    .fill = FILL_ANY,
    .solve = solve,
    .verify = verify_expected,
};
