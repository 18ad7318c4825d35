/* SPDX-License-Identifier: MIT */
/* Inputs of problems, and the values in them. */
#pragma once

#include "key_bed.h"
#include "test.h"

static inline void *filled(const struct problem_key *key, unsigned stream)
{
    void *const input = malloc(problem_input_bytes(key, stream) + 1);
    assert_non_null(input);
    problem_fill(key, stream, input, 0, key->n);
    return input;
}

static inline bool is_float(enum dtype dtype)
{
    return dtype == DTYPE_F32 || dtype == DTYPE_F64;
}

static inline uint64_t bits_at(enum dtype dtype, const void *input, size_t index)
{
    return dtype_size(dtype) == 8 ? ((const uint64_t *)input)[index] : ((const uint32_t *)input)[index];
}

/* Exact but for large numbers of 64 bits. */
static inline double value_at(enum dtype dtype, const void *input, size_t index)
{
    return element_value(dtype, input, index);
}

static inline size_t extremum_at(const struct problem_key *key, const void *input)
{
    size_t at = 0;
    for (size_t i = 1; i < key->n; i++) {
        const double value = value_at(key->dtype, input, i), best = value_at(key->dtype, input, at);
        if (key->op == OP_MIN ? value < best : value > best)
            at = i;
    }
    return at;
}
