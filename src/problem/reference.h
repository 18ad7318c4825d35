/* SPDX-License-Identifier: MIT */
/* The reference: each primitive by its definition, slow and obvious, in strict order. */
#pragma once

#include "base/span.h"
#include "problem/problem.h"

#include <stdbool.h>

/* Arrays hold n elements of the dtype, outputs of its output type; what is joined is in its accumulator. Sums
 * and products of integers are modulo 2^w; those of floats are the answer only where every partial result is
 * exact. OP_NONE is a sum. */

/* A scan of n elements by the key's operator, of its type, in its mode and direction, whatever its size:
 * element i of the output combines `initial` with the inputs before i (reversed: after i), and with i itself
 * unless the mode is exclusive. */
void reference_scan(const struct problem_key *key, const void *input, void *output, size_t n,
                    union element initial);

/* The same of a type that rounds, the sums as they are in the accumulator. */
void reference_sums(const struct problem_key *key, const void *input, void *sums, size_t n,
                    union element initial);

/* Whether sums of a type are rounded when they are written: f16 and bf16. Behind their expected output, from
 * a byte on, are the sums themselves, in the accumulator: from them follows what is right where an input is
 * another. */
bool reference_rounds(enum dtype dtype);
size_t reference_sums_at(const struct problem_key *key);

/* Of such an expected output some elements, had each sum been that much more. `output` receives them, the
 * first at its beginning. */
void reference_rounded(const struct problem_key *key, const void *expected, struct span which,
                       union element more, void *output);

/* Write what a row, or all elements, come to as an element of an expected output. */
void reference_write(const struct problem_key *key, void *expected, size_t index, union element value);

/* All n elements combined; the identity when there are none. */
union element reference_reduce(enum op op, enum dtype dtype, const void *input, size_t n);

/* The sum of the products of x and y. */
union element reference_dot(enum dtype dtype, const void *x, const void *y, size_t n);

/* The key's recurrence: h[i] = a[i]·h[i − 1] + x[i], with the inputs x and a and `initial` before the first
 * element; reversed h[i + 1], with `initial` after the last. Products and sums are rounded one by one. */
void reference_recurrence(const struct problem_key *key, const void *const input[PROBLEM_INPUTS],
                          void *output, union element initial);

/* The sums of the first input up to each element, from the last head on: the bytes of the second that are not
 * 0. `initial` is the sum before the first element. */
void reference_segments(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], void *output,
                        union element initial);

/* How many elements are > 0: NaN and −0.0 are not. */
size_t reference_count(enum dtype dtype, const void *input, size_t n);

/* The elements > 0 in order, and how many they are; the output has room for n, and holds anything after
 * them. */
size_t reference_compact(enum dtype dtype, const void *input, void *output, size_t n);

/* The exclusive or of the bits of all elements. */
uint64_t reference_fold(enum dtype dtype, const void *input, size_t n);
