/* SPDX-License-Identifier: MIT */
/* A problem: seeded input and the expected answer, made once, then read-only. */
#ifndef SCANBENCH_PROBLEM_H
#define SCANBENCH_PROBLEM_H

#include "base/buffer.h"
#include "problem/primitive.h"

/* Classes of data. All of them are functions of (seed, index) alone, so that any worker can fill any range.
 */
enum data {
    /* Integers: full range, modulo 2^w. Floats: non-zero integers with Σ|x| ≤ 2^24 (f32), so that every order
     * of additions is exact and bit equality is required; beyond 2^24 elements only those with index %
     * problem_covers == cover are non-zero, and the covers together reach every element. */
    DATA_EXACT,
    /* One non-zero element, at index `cover`; all others are zero. */
    DATA_STRUCTURE,
    /* f32: k·2^-24 with |k| < 2^24; verified within the rounding bound against an integer reference. */
    DATA_GRIDDED,
};

struct problem_key {
    enum primitive primitive;
    enum dtype dtype;
    enum op op;
    enum mode mode; /* MODE_NONE for primitives without */
    enum data data;
    size_t n;
    size_t cover; /* see enum data */
    uint64_t seed;
};

struct problem {
    struct problem_key key;
    const void *input;    /* n elements, borrowed: filled by problem_fill over 0…n before use */
    const void *expected; /* problem_expected_bytes, borrowed: written by problem_solve */
};

/* How many covers reach every element of an exact problem: 1 for integers and up to 2^24 floats. */
size_t problem_covers(enum dtype dtype, size_t n);

/* Write the elements first … last−1 of the key's input to input + first. Touches nothing else, so that each
 * worker can fill, and so first touch, its own part. */
void problem_fill(const struct problem_key *key, void *input, size_t first, size_t last);

/* Compute the expected answer from the input with the reference: one loop, strict order (DATA_GRIDDED:
 * partial sums in int64, in units of 2^-24, then stored by value as the nearest double: expected holds n
 * doubles). The answer of a copy is its input: nothing is written. */
void problem_solve(const struct problem_key *key, const void *input, void *expected);

/* Bytes that problem_solve writes; 0 for a copy. */
size_t problem_expected_bytes(const struct problem_key *key);

/* Bytes of the output that an implementation writes. */
size_t problem_output_bytes(const struct problem_key *key);

#endif
