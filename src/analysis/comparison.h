/* SPDX-License-Identifier: MIT */
/* Comparing two results row by row: which points became faster or slower, and how sure that is. */
#pragma once

#include "analysis/identity.h"
#include "statistics/verdict_rule.h"
#include "sweep/filter.h"

enum comparison_verdict {
    COMPARED_SAME,         /* the interval of the ratio lies within the margin */
    COMPARED_FASTER,       /* it lies beyond the margin */
    COMPARED_SLOWER,       /* likewise */
    COMPARED_INCONCLUSIVE, /* none of these */
    COMPARED_MISSING,      /* ok in base, not ok or not there in next */
    COMPARED_ADDED,        /* ok in next alone */
    COMPARED_UNMEASURED,   /* ok in neither */
    COMPARED_COUNT,
};
extern const char *const comparison_verdict_names[COMPARED_COUNT];

struct comparison_options {
    const struct filter *filter; /* NULL: all rows */
    struct variation variation;
    double threshold; /* the margin, a share; NAN: verdict_margin */
};

/* Ratios are next over base, so above 1 is slower. NAN where not both were measured. */
struct compared_row {
    const struct record *base, *next; /* either may be NULL; borrowed from the files */
    struct estimate ratio;            /* of times; interleaved of the same rounds; else of times over those of
                                         the limit in the same rounds, where both have one and nothing is varied */
    double machine_change; /* ratio of the times of the limit; NAN: the ratio is not over a limit */
    double margin;         /* a share */
    enum comparison_verdict verdict;
};

struct comparison {
    struct compared_row *rows; /* in base's order, then those of next alone */
    size_t count;
    size_t verdicts[COMPARED_COUNT];
    size_t compared;       /* measured in both */
    bool interleaved;      /* the runs were, and are compared round by round */
    bool varied;           /* the sides differ on purpose */
    double threshold;      /* as given */
    struct estimate mean;  /* geometric, of the ratios */
    double detectable;     /* the least change that the median row would show, a share */
    double machine_change; /* of the median row; NAN: of none */
};

/* Whether a row was measured in both. */
bool compared_row_is_measured(const struct compared_row *row);

/* The point that a row is about. */
const struct point *compared_point(const struct compared_row *row);

/* Whether both are sides of one run with --against, measured sample by sample on one machine: only their
 * programs differ. */
bool comparison_interleaved(const struct result_file *base, const struct result_file *next);

/* Match the rows by every axis that is not varied, and judge them. Files are borrowed. EXIT_USAGE when two
 * points of one file become one by what is varied; EXIT_UNSTABLE when no row is in both; EXIT_SYSTEM. Caller
 * closes; after a failure there is nothing to close. */
bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error);
void comparison_close(struct comparison *comparison);

/* What detects smaller changes than the comparison did, for a sentence. */
const char *comparison_remedy(const struct comparison *comparison);
