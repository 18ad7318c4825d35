/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#pragma once

#include "problem/problem.h"

/* What was found first, as one line for people: "element 17 of 1000: expected 42, got 41". */
struct finding {
    size_t index;
    size_t wrong; /* how many elements differ */
    double error; /* gridded data: the largest |error| of all elements on the grid, in units of u·Σ|x|, right
                     or wrong */
    char text[256];
};

/* True when the output, and for primitives with a count the count, are the problem's answer: bit for bit, for
 * an unordered compaction as a multiset, any NaN for a NaN of DATA_NAN; gridded data within min(γ_d,
 * 10·√d·u)·Σ|x|, with d = roundings on the longest path (γ_d = d·u/(1 − d·u)) and the sum over the elements
 * (products) that the output may depend on. Of a recurrence Σ|x| has each term times
 * the coefficients on its way, and |error| ≤ 1.01·u·Σ(2m + d)|x| with m coefficients there: a product and a
 * sum for each of them, and `roundings` for sums with what precedes it. Elements after the count of a
 * compaction are not looked at; count is ignored where the primitive has none. Always fills the finding's
 * error, and all of it when false.
 */
bool verify_output(const struct problem *problem, const void *output, uint64_t count, size_t roundings,
                   struct finding *finding);

/* Fill output bytes with the poison pattern, or its complement: two values that no exact problem produces
 * everywhere. An element never written differs under one of them. */
void verify_poison(void *output, size_t bytes, bool complement);

/* The poison of a count. */
uint64_t verify_poison_count(bool complement);
