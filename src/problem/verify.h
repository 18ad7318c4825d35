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

/* ---- What the primitives judge their outputs with: elements against elements, counts against counts.
 * Internal to the problem room (verify_elements.c) */

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

/* ---- Gridded data in parts (verify_gridded.c). Each worker may have one: all parts are added up, then all
 * are judged */

/* Whether a problem's data are judged so: gridded sums and dot products, but no recurrences. */
bool verify_has_parts(const struct problem_key *key);

/* An output of the problem, to be judged as verify_output does it in so many parts, 1 and more; closed by
 * gridded_close. The problem and the output are borrowed. */
struct gridded *gridded_open(const struct problem *problem, const void *output, size_t roundings,
                             unsigned parts);

/* Add up a part; where there is only one, nobody has to. Several threads may each have a part. */
void gridded_add_up(struct gridded *gridded, unsigned part);

/* Judge a part, once all are added up. Several threads may each have a part. */
void gridded_judge(struct gridded *gridded, unsigned part);

/* What verify_output finds and returns. */
bool gridded_close(struct gridded *gridded, struct finding *finding);

/* ---- The judge of recurrences that must be rounded. Internal to the problem room (verify_recurrence.c) */

/* Whether a recurrence of gridded data is right, as verify_output says; adds to a finding that is zeroed. */
bool verify_recurrence(const struct problem *problem, const void *output, size_t roundings,
                       struct finding *finding);
