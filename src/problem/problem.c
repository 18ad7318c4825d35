/* SPDX-License-Identifier: MIT */
/* Problems: the sizes of their parts, and the answer the reference gives. */
#include "problem/problem.h"

#include "base/divide.h"
#include "problem/reference.h"

/* What terms are joined by: OP_NONE is a sum. */
static bool joins_by(const struct problem_key *key, enum op op)
{
    const bool same = key->op == op || (key->op == OP_NONE && op == OP_SUM);
    return primitive_info(key->primitive)->fill == FILL_TERMS && same;
}

bool problem_has_heads(const struct problem_key *key)
{
    return primitive_info(key->primitive)->second == SECOND_HEADS;
}

bool problem_gridded(const struct problem_key *key)
{
    return dtype_is_float(key->dtype) && joins_by(key, OP_SUM);
}

bool problem_special(const struct problem_key *key)
{
    return problem_gridded(key) || (dtype_is_float(key->dtype) && joins_by(key, OP_PRODUCT));
}

size_t problem_rows(const struct problem_key *key)
{
    return key->row > 0 ? divide_up(key->n, key->row) : 1;
}

size_t problem_row_elements(const struct problem_key *key)
{
    return key->row > 0 && key->row < key->n ? key->row : key->n;
}

double problem_bytes(const struct problem_key *key, size_t selected)
{
    const struct primitive_info *const info = primitive_info(key->primitive);
    const bool one_each = info->output == OUTPUT_FIXED && info->has_rows && problem_rows(key) > 1;
    return primitive_bytes(key->primitive, key->dtype, key->n, selected) +
           (one_each ? (double)problem_output_bytes(key) : 0);
}

size_t problem_input_bytes(const struct problem_key *key, unsigned stream)
{
    return key->n * primitive_input_size(key->primitive, key->dtype, stream);
}

size_t problem_all_input_bytes(const struct problem_key *key)
{
    size_t bytes = 0;
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++)
        bytes += problem_input_bytes(key, stream);
    return bytes;
}

enum dtype problem_output_dtype(const struct problem_key *key)
{
    return primitive_output_dtype(primitive_info(key->primitive), key->dtype);
}

size_t problem_output_count(const struct problem_key *key)
{
    const struct primitive_info *const info = primitive_info(key->primitive);
    switch (info->output) {
    case OUTPUT_NONE:
        return 0;
    case OUTPUT_FIXED:
        return info->output_count * (info->has_rows ? problem_rows(key) : 1); /* not of a limit beside it */
    case OUTPUT_ALL:
    case OUTPUT_SELECTED:
        return key->n;
    }
    return 0;
}

size_t problem_output_bytes(const struct problem_key *key)
{
    return problem_output_count(key) * dtype_size(problem_output_dtype(key));
}

size_t problem_expected_bytes(const struct problem_key *key)
{
    const struct primitive_info *const info = primitive_info(key->primitive);
    const size_t sums = problem_output_count(key) * dtype_size(dtype_accumulator(key->dtype));
    if (!info->solve || key->data == DATA_GRIDDED)
        return 0;
    return info->converts && reference_rounds(key->dtype) ? reference_sums_at(key) + sums
                                                          : problem_output_bytes(key);
}

void problem_solve(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], void *expected,
                   size_t *selected)
{
    const struct primitive_info *const info = primitive_info(key->primitive);
    *selected = 0;
    if (info->solve && key->data != DATA_GRIDDED)
        info->solve(key, input, expected, selected);
}
