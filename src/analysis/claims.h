/* SPDX-License-Identifier: MIT */
/* Judging what a config expects by what was measured. */
#pragma once

#include "results/record.h"
#include "statistics/verdict_rule.h"
#include "sweep/config.h"

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_FAILS,        /* "does not hold here": an interval contradicts it */
    CLAIM_INCONCLUSIVE, /* an interval neither supports nor contradicts it */
    CLAIM_UNMEASURED,   /* there is no problem in which both sides were measured */
    CLAIM_VERDICTS,
};
extern const char *const claim_verdict_names[CLAIM_VERDICTS];

/* One problem in which both sides were measured, or the only one and its limit. */
struct claim_case {
    const struct record *left, *right; /* the fastest of each side; borrowed from the results */
    struct estimate ratio; /* the time of the right one over that of the left one; EXPECT_REACHES: the left
                              one's share of its limit, right is NULL */
    enum claim_verdict verdict;
};

/* What a claim says of what one engine ran, beside the code of the CPU itself: each engine is a claim of its
 * own. It holds when it holds in every case, and fails when it fails in one. */
struct claim {
    const struct expectation *expectation; /* borrowed from the config */
    enum engines on;                       /* ENGINE_NONE: the CPU's own code alone */
    struct claim_case *cases;
    size_t case_count;
    size_t verdicts[CLAIM_VERDICTS]; /* of the cases */
    enum claim_verdict verdict;
};

struct claims {
    struct claim *claims; /* in config order, those of an expectation in the order of engines */
    size_t count;
};

/* Judge every claim of the config that is about times: one that nothing was measured for is there once.
 * Caller closes. */
void claims_judge(struct claims *claims, const struct config *config, const struct results *results);
void claims_close(struct claims *claims);
