/* SPDX-License-Identifier: MIT */
/* Ranges of a run's arrays. */
#pragma once

#include "cpu/kernels.h"
#include "implementation/implementation.h"

/* The run's input and output from an element on. */
const void *input_from(const struct run *run, size_t first);
void *output_from(const struct run *run, size_t first);

/* Elements first … last − 1 of a run, and how many bytes ahead of use their input is fetched; 0: not at all.
 */
struct element_range {
    size_t first, last, ahead;
};

/* Where elements lie that a scan comes to as its first … last − 1: reversed, counted from the end. */
struct element_range range_in_order(const struct run *run, const struct element_range *range);

/* Scan a range of the run's arrays, as range_in_order, in the point's mode onto carry, which then includes
 * it; reads and writes no other element. Reversed, there is one style. With rows, which are not reversed,
 * carry is what precedes the next element in its row. */
void scan_range(const struct run *run, enum scan_style style, const struct element_range *steps,
                union element *carry);

/* Reduce rows first … last − 1 of the run's input, each to its place in the output. */
void reduce_rows(const struct run *run, reduce_kernel *kernel, enum read_mode reading,
                 const struct element_range *rows);

/* A partial result with two cache lines to itself, since neighbours are prefetched in pairs. Scratch is
 * aligned to one line, so that this is a distance, not an alignment. */
struct partial {
    union element value;
    char apart[2 * CACHE_LINE - sizeof(union element)];
};

/* Of one for each worker. */
size_t partials_bytes(const struct point *point);

/* What code for an instruction set requires, and unroll_supports, for people. */
#define NEEDS_ISA "a CPU with the isa"
#define ISA_AND_UNROLL NEEDS_ISA "\nunroll is 1, 2, 4 or 8"
