/* SPDX-License-Identifier: MIT */
/* What recurrences and segmented scans of the families simd and threads share. */
#pragma once

#include "cpu/elements.h"

/* How a point is computed. */
struct pair_setup {
    const struct run *run;
    const struct pair_kernels *kernels;
    bool streams; /* beyond the caches, so that stores go past them unless the input is written over */
    size_t ahead; /* bytes by which the terms of a range are fetched early */
};
struct pair_setup pair_setup_of(const struct run *run);

/* Bytes that all workers together move. */
size_t pairs_bytes(const struct point *point);

/* Scan the elements that the scan comes to as its first … last − 1 onto carry, which then includes them. */
void pairs_scan_range(const struct pair_setup *setup, size_t first, size_t last, union element *carry);

/* What such elements make of a result before them, and what they make of this one. */
struct pair pairs_reduce_range(const struct pair_setup *setup, size_t first, size_t last);
union element pair_join(const struct pair_setup *setup, union element before, struct pair pair);

/* For the verifier, beside what each coefficient costs: sums with what precedes a value. */
size_t pairs_roundings(const struct point *point);
