/* SPDX-License-Identifier: MIT */
/* Divisions that round up. */
#pragma once

#include <stddef.h>

/* The least number of parts of `by` that hold n. */
static inline size_t divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

/* The least multiple of `of` that is not below n. */
static inline size_t round_up(size_t n, size_t of)
{
    return divide_up(n, of) * of;
}
