/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#ifndef SCANBENCH_VERIFY_H
#define SCANBENCH_VERIFY_H

#include "problem/problem.h"

#include <stdbool.h>

/* What was found first, as one line for people: "element 17 of 1000: expected 42, got 41". */
struct finding {
    size_t index;
    size_t wrong; /* how many elements differ */
    char text[256];
};

/* True when the output is the problem's answer: bit for bit for exact and structure data, within
 * min(γ_d, 10·√d·u)·Σ|x| for gridded data, with d = roundings on the longest path (γ_d = d·u/(1 − d·u)) and
 * the sum over the elements up to and with the output's own.
 * Otherwise fills the finding. */
bool verify_output(const struct problem *problem, const void *output, size_t roundings,
                   struct finding *finding);

/* Fill output bytes with the poison pattern, or its complement: two values that no exact problem produces
 * everywhere. An element never written differs under one of them. */
void verify_poison(void *output, size_t bytes, bool complement);

#endif
