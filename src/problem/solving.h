/* SPDX-License-Identifier: MIT */
/* What ranges of elements come to, and the reference by ranges, each another worker's: the same bits as
 * problem_solve finds in one loop. */
#pragma once

#include "problem/problem.h"

/* What a range of elements comes to: of scans and reductions all joined by the operator, of dot products the
 * sum of the products, in the accumulator; of compactions and counts how many are > 0. */
struct fold {
    union element value;
    uint64_t selected;
    bool begins; /* a segmented scan: a segment begins in it, and value is the sum since */
};

/* Of none, of n from each input, and of one range and the next: not of recurrences and segmented scans. */
struct fold fold_none(const struct problem_key *key);
struct fold fold_elements(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], size_t n);
struct fold fold_both(const struct problem_key *key, struct fold first, struct fold second);

/* Whether problem_solve can be done by parts, and n is worth it: exact data without rows. */
bool solving_has_parts(const struct problem_key *key);

/* problem_solve by parts. Every worker folds its part; once all have, every worker writes its part. The
 * arguments are borrowed until it is closed. */
struct solving *solving_open(const struct problem_key *key, const void *const input[PROBLEM_INPUTS],
                             void *expected, unsigned parts);
void solving_fold(struct solving *solving, unsigned part);
void solving_write(struct solving *solving, unsigned part);
void solving_close(struct solving *solving, size_t *selected);
