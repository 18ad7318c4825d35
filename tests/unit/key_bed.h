/* SPDX-License-Identifier: MIT */
/* Problems of every kind. */
#pragma once

#include "problem/problem.h"

#define EACH_DTYPE(dtype) (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++)

static inline struct problem_key key_of(enum primitive primitive, enum dtype dtype, enum op op, size_t n)
{
    return (struct problem_key){
        .primitive = primitive,
        .dtype = dtype,
        .op = op,
        .mode = MODE_INCLUSIVE,
        .data = DATA_EXACT,
        .n = n,
        .row = primitive == PRIMITIVE_TILED_SCAN ? 100 : 0,
        .selectivity = 0.5,
        .seed = 42,
    };
}
