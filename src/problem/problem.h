/* SPDX-License-Identifier: MIT */
/* A problem: seeded input and the expected answer, made once, then read-only. */
#pragma once

#include "base/buffer.h"
#include "problem/primitive.h"

#include <stdbool.h>

/* Classes of data. All of them are functions of (seed, stream, index) alone, so that any worker can fill any
 * range. "Outstanding" is what an answer depends on: a non-zero element for sums and dot products (in the
 * first stream; the second has no zeros), the least or the largest element, a factor that is not 1, an
 * element > 0. */
enum data {
    /* Every order of operations gives the same bits, so bit equality is required.
     * - Sums, copies, reads: integers of full range, modulo 2^w; floats are non-zero integers with
     *   Σ|x| ≤ 2^24 (f32) or 2^53 (f64). Dot products: the same for Σ|xy|; the second stream of integers is
     *   odd. Where there are more elements than that, only those with index % problem_covers == cover are
     *   non-zero in the first stream.
     * - Minimum, maximum: values that change the running answer at 7 of 8 elements; the extremum of a
     *   reduction is the last element in cover 0, the first in cover 1, anywhere in the others. Each row is
     *   less extreme than the one before, which it hides from no answer; of reductions in odd covers more.
     *   No NaN, no −0.0, no subnormals.
     * - Products: odd integers; floats are −1 (cover 0) or ±1 (cover 1), and ±2 or ±½ alternately at up to 64
     *   places.
     * - Recurrences: x[i] = s[i]·y[i] and a[i] = s[i]/s[i−1], y the integers of a sum and each s one of ±1,
     * ±2, ±4, ±8, so that h[i] = s[i]·Σy: every order gives the same bits, the first element reaches the
     * last, and two that change places change the answer.
     * - Segmented scans: the integers of a sum; of heads a share of 1/2 to 1/8192, another one every 1024
     *   elements; at selectivity 0 there are none, at 1 every element is one.
     * - Compact, count: an element is > 0 with probability `selectivity`; otherwise it is zero or negative,
     *   −0.0 or NaN. */
    DATA_EXACT,
    /* One outstanding element, at index `cover`; none when that is not below n. Of a segmented scan the only
     * head, among the integers of a sum. */
    DATA_STRUCTURE,
    /* The same, the outstanding element being a NaN or an infinity. See problem_special: where the answer is
     * not a number, any NaN is right. */
    DATA_NAN,
    DATA_INFINITY,
    /* Compact and count: every second element is outstanding, of segmented scans a head, from index cover % 2
     * on. */
    DATA_ALTERNATING,
    /* See problem_gridded. f32: k·2^-24 with |k| < 2^24, f64: k·2^-52 with |k| < 2^52; the factors of a dot
     * product have half the bits, so that products are such numbers. Verified within the rounding bound
     * against integers. A recurrence has a[i] of either sign with ½ ≤ |a| < 1, see verify_output. */
    DATA_GRIDDED,
};

struct problem_key {
    enum primitive primitive;
    enum dtype dtype;
    enum op op;     /* OP_NONE for primitives without */
    enum mode mode; /* MODE_NONE for primitives without */
    enum data data;
    size_t n;
    size_t cover; /* see enum data */
    size_t row; /* scan, tiled scan, reduce: elements after which it starts anew; the last row may be shorter;
                   0: never */
    double selectivity; /* compact, count, partial copy: the share of elements > 0, or copied */
    bool prefixed;      /* scan without rows, recurrence: starts with problem_initial, not the identity */
    bool reversed;      /* scan, recurrence: from the last element, of rows of each, to the first */
    uint64_t seed;
};

enum { PROBLEM_INPUTS = 2 };

struct problem {
    struct problem_key key;
    /* n elements each, borrowed: filled by problem_fill over 0…n before use. */
    const void *input[PROBLEM_INPUTS];
    const void *expected; /* borrowed: written by problem_solve */
    size_t selected;      /* compact, count: how many elements are > 0, as problem_solve found */
    uint64_t fold;  /* limits that read: the exclusive or of the bits of all elements, where one asks for
                       the answer after an alteration */
    bool unordered; /* compact: the elements may come in any order */
};

/* Whether the second input says where segments begin. */
bool problem_has_heads(const struct problem_key *key);

/* Whether gridded data exist for the key's primitive, dtype and operator: sums and dot products of floats. */
bool problem_gridded(const struct problem_key *key);

/* Whether NaN and infinity are data for the key's primitive, dtype and operator: sums, products and dot
 * products of floats. (Which of two elements a minimum is, where one is not a number, depends on the order.)
 */
bool problem_special(const struct problem_key *key);

/* How many covers make an exact problem complete: together they reach every element of a sum or dot product;
 * the least and largest element is at so many places; products of floats have 2; 1 for all others. */
size_t problem_covers(const struct problem_key *key);

/* Write the elements first … last−1 of a stream (0 … primitive_inputs − 1) of the key's input to input +
 * first. Touches nothing else, so that each worker can fill, and so first touch, its own part. */
void problem_fill(const struct problem_key *key, unsigned stream, void *input, size_t first, size_t last);

/* What precedes the first element of a scan or recurrence: the operator's identity, or if the key is prefixed
 * a value that keeps the promise of its data class. */
union element problem_initial(const struct problem_key *key);

/* Compute the expected answer from the input with the reference: one loop, strict order. Selected becomes the
 * number of elements > 0 of a compaction or count, else 0. Nothing else is written where
 * problem_expected_bytes is 0. */
void problem_solve(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], void *expected,
                   size_t *selected);

/* How many rows: 1 without; and how many elements of the key's n a row has, but the last. */
size_t problem_rows(const struct problem_key *key);
size_t problem_row_elements(const struct problem_key *key);

/* primitive_bytes of the problem, of which so many elements are selected; of a reduction of rows what it
 * writes too. */
double problem_bytes(const struct problem_key *key, size_t selected);

/* Bytes of an input stream. */
size_t problem_input_bytes(const struct problem_key *key, unsigned stream);

/* Bytes of all of them. */
size_t problem_all_input_bytes(const struct problem_key *key);

/* Bytes that problem_solve writes: as many as the output has; 0 where verify_output judges by the input alone
 * (limits, gridded data). */
size_t problem_expected_bytes(const struct problem_key *key);

/* The type of the output's elements, how many an implementation may write (n for scans and copies, room for n
 * for compactions, one for each row of a reduction, for dot products and reads, none for a count), and their
 * bytes. */
enum dtype problem_output_dtype(const struct problem_key *key);
size_t problem_output_count(const struct problem_key *key);
size_t problem_output_bytes(const struct problem_key *key);
