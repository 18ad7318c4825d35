/* SPDX-License-Identifier: MIT */
/* Problems: the sizes of their parts, and the answer the reference gives. */
#include "problem/problem.h"

#include "problem/reference.h"

#include <assert.h>

static bool is_scan(enum primitive primitive)
{
    return primitive == PRIMITIVE_SCAN || primitive == PRIMITIVE_TILED_SCAN;
}

bool problem_gridded(const struct problem_key *key)
{
    const bool combines = is_scan(key->primitive) || key->primitive == PRIMITIVE_REDUCE;
    const bool adds = combines && (key->op == OP_NONE || key->op == OP_SUM);
    return dtype_is_float(key->dtype) && (adds || key->primitive == PRIMITIVE_DOT);
}

bool problem_special(const struct problem_key *key)
{
    const bool combines = is_scan(key->primitive) || key->primitive == PRIMITIVE_REDUCE;
    return problem_gridded(key) || (combines && dtype_is_float(key->dtype) && key->op == OP_PRODUCT);
}

size_t problem_input_bytes(const struct problem_key *key)
{
    return key->n * dtype_size(key->dtype);
}

size_t problem_output_bytes(const struct problem_key *key)
{
    switch (key->primitive) {
    case PRIMITIVE_REDUCE:
    case PRIMITIVE_DOT:
    case PRIMITIVE_READ:
    case PRIMITIVE_READ_TWO:
        return dtype_size(key->dtype);
    case PRIMITIVE_TALLY:
        return 0;
    default:
        return key->n * dtype_size(key->dtype);
    }
}

size_t problem_expected_bytes(const struct problem_key *key)
{
    const bool is_limit = primitive_limit(key->primitive) == key->primitive;
    return is_limit || key->data == DATA_GRIDDED ? 0 : problem_output_bytes(key);
}

static void solve_scan(const struct problem_key *key, const void *input, void *expected)
{
    const size_t size = dtype_size(key->dtype), tile = key->tile > 0 ? key->tile : key->n;
    const union element initial = problem_initial(key);
    for (size_t first = 0; first < key->n; first += tile) {
        const size_t count = key->n - first < tile ? key->n - first : tile;
        reference_scan(key->op, key->dtype, (const unsigned char *)input + first * size,
                       (unsigned char *)expected + first * size, count, key->mode != MODE_EXCLUSIVE, initial);
    }
}

void problem_solve(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], void *expected,
                   size_t *selected)
{
    *selected = 0;
    if (key->primitive == PRIMITIVE_TALLY)
        *selected = reference_count(key->dtype, input[0], key->n);
    else if (problem_expected_bytes(key) == 0)
        return;
    else if (key->primitive == PRIMITIVE_COMPACT)
        *selected = reference_compact(key->dtype, input[0], expected, key->n);
    else if (key->primitive == PRIMITIVE_REDUCE)
        element_store(key->dtype, expected, 0, reference_reduce(key->op, key->dtype, input[0], key->n));
    else if (key->primitive == PRIMITIVE_DOT)
        element_store(key->dtype, expected, 0, reference_dot(key->dtype, input[0], input[1], key->n));
    else
        solve_scan(key, input[0], expected);
}
