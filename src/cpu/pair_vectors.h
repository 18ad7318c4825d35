/* SPDX-License-Identifier: MIT */
/* Pairs of a factor and a term in the lanes of registers: what precedes a pair is multiplied by its factor,
 * or masked by it in a segmented scan, and its term is added. */
#pragma once

#include "cpu/kernels.h"
#include "cpu/operator.h"
#include "cpu/tuning.h"

struct pairs {
    vector factor, term;
};

static ALWAYS_INLINE vector masked(vector mask, vector value)
{
    return (vector)((lane_bits)mask & (lane_bits)value);
}

/* One factor after another; and what it makes of a value. */
static ALWAYS_INLINE vector times(enum pair_kind kind, vector factor, vector value)
{
    return kind == PAIR_SEGMENTS ? masked(factor, value) : factor * value;
}

static ALWAYS_INLINE vector joined(enum pair_kind kind, vector before, struct pairs pairs)
{
    return times(kind, pairs.factor, before) + pairs.term;
}

/* Both as one. */
static ALWAYS_INLINE struct pairs pairs_join(enum pair_kind kind, struct pairs before, struct pairs pairs)
{
    return (struct pairs){times(kind, before.factor, pairs.factor), joined(kind, before.term, pairs)};
}

static ALWAYS_INLINE vector no_factor(enum pair_kind kind)
{
    return kind == PAIR_SEGMENTS ? vector_broadcast(elem_of_bits(~(elem_bits)0)) : vector_broadcast(1);
}

/* Where the array has the `count` elements that follow the first `done` in the order of the scan. */
static ALWAYS_INLINE size_t place_of(enum pair_kind kind, size_t n, size_t done, size_t count)
{
    return kind == PAIR_REVERSE ? n - done - count : done;
}

/* Fetch early, where the range asks for it, the `count` pairs that come so far after those at `at`. */
static ALWAYS_INLINE void pairs_fetch(enum pair_kind kind, const struct pair_range *range, size_t at,
                                      size_t count)
{
    enum { LINE = 64 };
    const ptrdiff_t ahead = (ptrdiff_t)(range->ahead / sizeof(elem)) * (kind == PAIR_REVERSE ? -1 : 1);
    const size_t size = kind == PAIR_SEGMENTS ? 1 : sizeof(elem);
    if (ahead == 0)
        return;
    for (size_t i = 0; i < count * sizeof(elem); i += LINE)
        prefetch_far((const char *)((const elem *)range->terms + at + ahead) + i);
    for (size_t i = 0; i < count * size; i += LINE)
        prefetch_far((const char *)range->factors + ((ptrdiff_t)at + ahead) * (ptrdiff_t)size + i);
}

/* Past the caches or not; `to` is aligned to a vector where it is. */
static ALWAYS_INLINE void pairs_store(bool stream, elem *to, vector result)
{
    if (stream)
        vector_stream(to, result);
    else
        vector_store(to, result);
}
