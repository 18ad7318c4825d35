/* SPDX-License-Identifier: MIT */
/* Implementations that tests make up: what they have in common, and one that is right. */
#pragma once

#include "implementation/implementation.h"

/* A scan of u32 sums of elements first … last − 1 onto a carry, exclusive where the point does not say
 * inclusive. Returns the carry after them. */
static inline uint32_t scan_range(const struct run *run, size_t first, size_t last, uint32_t carry)
{
    const uint32_t *const in = run->input;
    uint32_t *const out = run->output;
    for (size_t i = first; i < last; i++) {
        const uint32_t value = in[i];
        out[i] = run->point->scan_mode == MODE_INCLUSIVE ? carry + value : carry;
        carry += value;
    }
    return carry;
}

static inline void scan_sums(const struct run *run)
{
    scan_range(run, 0, run->point->n, 0);
}

/* A scan of u32 sums, exclusive or not, for one thread. */
static inline struct implementation made_up_scan(const char *name, void (*run)(const struct run *))
{
    return (struct implementation){
        .name = name,
        .summary = "for a test",
        .source = "scanbench",
        .primitive = PRIMITIVE_SCAN,
        .family = FAMILY_SERIAL,
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE),
        .dtypes = 1u << DTYPE_U32,
        .ops = 1u << OP_SUM,
        .run = run,
    };
}

/* A point of that or another implementation, with its arrays in pages of 4 KiB. */
static inline struct point made_up_point(const struct implementation *implementation, size_t n)
{
    return (struct point){
        .implementation = implementation,
        .dtype = DTYPE_U32,
        .op = OP_SUM,
        .scan_mode = MODE_EXCLUSIVE,
        .n = n,
        .pages = PAGES_4K,
        .cache = CACHE_HOT,
    };
}

static inline size_t serial_roundings(const struct point *point)
{
    return point->n;
}
