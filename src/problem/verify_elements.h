/* SPDX-License-Identifier: MIT */
/* What the primitives judge their outputs with: elements against elements, counts against counts. Internal to
 * the problem room. */
#pragma once

#include "problem/verify.h"

/* Two runs of elements that should be the same; the finding speaks of elements base … of total. */
struct element_pairs {
    enum dtype dtype;
    const unsigned char *expected, *output;
    size_t base, count, total;
    bool any_nan; /* one NaN is as right as another */
};

/* Each adds to what is found already; true when nothing wrong is found at all. */
bool verify_equal(const struct element_pairs *pairs, struct finding *finding);

/* The first `count` elements of an output of the problem's output type against those expected. */
bool verify_elements(const struct problem *problem, const void *expected, const void *output, size_t count,
                     struct finding *finding);

bool verify_count(uint64_t expected, uint64_t count, struct finding *finding);

/* The output against what problem_solve wrote, all of it; the count is not looked at. */
bool verify_expected(const struct problem *problem, const void *output, uint64_t count,
                     struct finding *finding);

/* The same where the answer is the input. */
bool verify_input(const struct problem *problem, const void *output, uint64_t count, struct finding *finding);

/* The exclusive or of the bits of all elements of all inputs: what a limit that writes less than it reads
 * answers with, which proves that it read. */
uint64_t verify_fold(const struct problem *problem);
