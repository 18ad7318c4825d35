/* SPDX-License-Identifier: MIT */
/* Judging what a config expects of exact counts, and of what becomes of kernels on device models. */
#pragma once

#include "analysis/claims.h"
#include "engine/model/model_point.h"

/* A claim holds when it holds of every run that it is about; of those that decide, the first is told. */
struct counted_claim {
    const struct expectation *expectation; /* borrowed from the config */
    const struct model_result *decides;    /* borrowed; NULL: it is about no run */
    double ours;                           /* of it: the count, or the ratio; NAN of verdicts */
    size_t cases, holding;
    enum claim_verdict verdict; /* never inconclusive: counts are exact */
};

struct counted_claims {
    struct counted_claim *claims; /* in config order */
    size_t count;
};

/* Judge every claim of the config that is about counts or verdicts. Caller closes. */
void counted_claims_judge(struct counted_claims *claims, const struct config *config,
                          const struct model_result *results, size_t count);
void counted_claims_close(struct counted_claims *claims);

/* Whether a claim of the config says that a run ends as it did. */
bool counted_claims_expect(const struct config *config, const struct model_result *result);

/* A count of a run as a claim asks for it: of the first full tile of the kernel that does the work, or of all
 * kernels of the run; NAN where there is none. */
double counted_value(const struct expectation *expectation, const struct model_result *result);

/* The kernel that does the work of a run: a scan's own, not the reduction before it; of others the first with
 * a full tile. NULL where there is none. */
const struct model_kernel *counted_kernel(const struct model_result *result);
