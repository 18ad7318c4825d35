/* SPDX-License-Identifier: MIT */
/* What results say: the best points, claims, comparisons, and what was measured where. */
#pragma once

#include "engine/model/model_point.h"
#include "results/record.h"
#include "results/result_file.h"
#include "results/results.h"
#include "statistics/verdict_rule.h"
#include "sweep/config.h"
#include "sweep/filter.h"

/* ---- What is best in a result: by size, from which size on, the tile shape that is never far off, and
 * whether * more workers pay (best_points.c) */

/* The measured records of one size; borrowed. */
struct best_size {
    const struct record *const *rows; /* the fastest first */
    size_t row_count;
};

/* From this size on a record's algorithm and parameters are used: they won, or could not be told from what
 * won. */
struct best_choice {
    const struct record *row; /* at the first of its sizes */
    size_t size;              /* the index of that size */
};

/* The threads per group and values per thread of an algorithm whose worst loss over all sizes is least. */
struct best_tile {
    const struct record *row; /* the chosen tile at the size of its worst loss */
    double regret;            /* the worst loss, a share of the best tile's time */
    size_t tiles;             /* that were measured at all sizes */
    size_t sizes;
};

struct best_problem {
    struct best_size *sizes; /* ascending */
    size_t size_count;
    size_t row_count; /* of all sizes, one size after the other from sizes[0].rows on */
    struct best_choice *choices;
    size_t choice_count;
    struct best_tile *tiles; /* one for each algorithm with several tiles, by its other parameters */
    size_t tile_count;
};

struct best {
    const struct record **rows; /* by problem, size and time */
    size_t row_count;
    struct best_problem *problems;
    size_t problem_count;
};

/* Find what is best among the measured records that meet the filter (NULL: all), limits too or not: no
 * problems where there are none. The results are borrowed. Caller closes. */
void best_make(struct best *best, const struct results *results, const struct filter *filter, bool limits);
void best_close(struct best *best);

/* EXIT_USAGE where there are none. */
bool best_check(const struct best *best, const char *path, struct error *error);

/* Whether two points are equal on all axes but those with these bits, and of one implementation. */
bool best_same(const struct record *a, const struct record *b, unsigned but);

/* The first row of a size that is as `row` but for n and these axes; NULL where it has none. */
const struct record *best_row_at(const struct best_size *size, const struct record *row, unsigned but);

/* The time of next over that of base, of rows of one problem and size: the value is that of their medians, so
 * that it contradicts neither; the interval is of the rounds that both have, and holds the value. */
struct estimate best_ratio(const struct record *base, const struct record *next);

/* What the rule says of next beside base by this ratio. */
enum verdict best_judge(const struct estimate *ratio);

/* Whether a row of a size cannot be told from its winner: too few samples exclude nothing. */
bool best_ties(const struct best_size *size, const struct record *row);

enum { BEST_WORKERS = 16 };

/* The fastest with so many workers against the fastest with one, whatever their algorithms. */
struct best_workers {
    uint64_t workers;
    uint64_t from_n, to_n; /* the most sizes in a row at which they are faster by the rule; 0: nowhere */
    uint64_t last_n;       /* the largest size that has both */
    struct estimate last;  /* the time with one over theirs there */
};

/* For each number of workers above one that a problem has, ascending, where a size has one worker too.
 * Returns how many, at most BEST_WORKERS. */
size_t best_find_workers(const struct best_problem *problem, struct best_workers *found);

/* ---- Judging what a config expects by what was measured (claims.c) */

enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_FAILS,        /* "does not hold here": an interval contradicts it */
    CLAIM_INCONCLUSIVE, /* an interval neither supports nor contradicts it */
    CLAIM_UNMEASURED,   /* there is no problem in which both sides were measured */
    CLAIM_INAPPLICABLE, /* nothing ran where the claim is about: the machine cannot answer it */
    CLAIM_VERDICTS,
};
extern const char *const claim_verdict_names[CLAIM_VERDICTS];

/* What decides a claim: the greatest of what decides its cases, but samples where more of them would only
 * show that a case holds, and another is open for something else. */
enum claim_reason {
    REASON_NONE,    /* nothing: it was not measured, or is exact */
    REASON_MACHINE, /* what was measured, whichever variant the claim is judged by */
    REASON_VARIANT, /* the variant: with the other one the verdict is another, or it is not as published */
    REASON_CLOSE,   /* it is open: the number is within 1 % of where the verdict changes */
    REASON_SAMPLES, /* it is open: the interval is too wide, of this variant or of the other */
    REASON_SIZES,   /* it is open: sizes beyond those measured would decide */
    CLAIM_REASONS,
};
extern const char *const claim_reason_names[CLAIM_REASONS]; /* "", "machine", … */

/* One problem and size in which both sides were measured, or the only one and its limit; of a crossover, and
 * of sides with sizes of their own, one problem and all of its sizes. */
struct claim_case {
    const struct record *left, *right; /* the fastest of each side; borrowed from the results */
    struct estimate found; /* the time of the right one over that of the left one; EXPECT_REACHES: the left
                              one's share of its limit or of the peak, right is NULL; of sides with sizes
                              of their own, the times of an element; EXPECT_CROSSOVER: the
                              size from which on the left one wins, in the interval from the last size at
                              which the right one does to the first at which the left one does, NAN: no such
                              size */
    enum claim_verdict verdict;
    enum claim_reason reason; /* but for the variant */
    bool may_fail;            /* it lacks samples, and more would show that it fails */
};

/* Of times: what it says of what one engine ran, beside the code of the CPU itself; each engine is a claim of
 * its own. It holds when it holds in every case, and fails when it fails in one. Of counts and verdicts: it
 * holds when it holds of every run that it is about; of those that decide, the first is told. */
struct claim {
    const struct expectation *expectation; /* borrowed from the config */
    bool is_best;               /* of times: judged by the best of the same idea, not as published */
    enum claim_verdict verdict; /* of counts never inconclusive: they are exact */
    enum claim_reason reason;   /* of times */
    size_t case_count;
    size_t verdicts[CLAIM_VERDICTS];    /* of the cases, or runs */
    enum engines on;                    /* of times; ENGINE_NONE: the CPU's own code alone */
    struct claim_case *cases;           /* of times */
    const struct model_result *decides; /* of counts; borrowed; NULL: it is about no run */
    double ours;                        /* of that run: the count, or the ratio; NAN of verdicts */
    double published;                   /* the expectation's, or what its formula comes to at that run */
};

struct claims {
    struct claim *claims; /* in config order, those of an expectation in the order of engines, and each as
                             published before by the best */
    size_t count;
};

/* Judge every claim of the config that is about times: one that nothing was measured for is there once.
 * peak_of: what the memory of a device can move, in bytes a second, NAN where it is not known. Caller closes.
 */
void claims_judge(struct claims *claims, const struct config *config, const struct results *results,
                  double (*peak_of)(uint64_t device));
void claims_close(struct claims *claims);

/* ---- Judging what a config expects of exact counts, and of what becomes of kernels on device models
 * (counted_claims.c) */

/* Judge every claim of the config that is about counts or verdicts, in config order. Caller closes. */
void counted_claims_judge(struct claims *claims, const struct config *config,
                          const struct model_result *results, size_t count);

/* Whether a claim of the config says that a run ends as it did. */
bool counted_claims_expect(const struct config *config, const struct model_result *result);

/* The kernel that does the work of a run: a scan's own, not the reduction before it; of others the first with
 * a full tile. NULL where there is none. */
const struct model_kernel *counted_kernel(const struct model_result *result);

/* ---- Whether two results may be compared: what must match between their machines and builds, and what only
 * * warns (identity.c) */

/* What --ignore names: "machine", members of the identity, and axes or "algorithm", by which rows then need
 * not match. */
struct variation {
    const char *const *keys; /* borrowed */
    size_t count;
    unsigned axes;  /* AXIS_BITs among them */
    bool algorithm; /* is among them */
};

/* Check that each of its keys is a member of an identity, "machine", an axis or "algorithm", and note which.
 * EXIT_USAGE with "did you mean". */
bool variation_make(struct variation *variation, struct error *error);

/* False with EXIT_UNSTABLE and the first member that differs and is not ignored. Pages and cache are matched
 * row by row instead: each is an axis. */
bool identity_match(const struct result_file *base, const struct result_file *next,
                    const struct variation *variation, struct error *error);

enum { RUN_DIFFERENCES = 16, RUN_DIFFERENCE_BYTES = 256 };

/* A line for each fact of a kind that differs: RUN_WARNED, of the machine's state, what may move times ("mhz
 * was 1 and is 2"); RUN_BUILT, how the programs were built otherwise ("flags \"-O2\" and \"-O3\""). What one
 * of them lacks counts for nothing. Returns how many. */
size_t run_differences(const struct result_file *base, const struct result_file *next,
                       enum run_difference difference, char lines[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES]);

/* ---- Comparing two results row by row: which points became faster or slower, and how sure that is
 * (comparison.c) */

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

/* ---- What a result was measured on, in a few words: the host, devices of engines, or both (measured_on.c)
 */

/* "A CPU, 16 cores  ·  A GPU, 132 multiprocessors, driver 1.2", fresh: the host where anything was measured
 * on it, or nothing anywhere, then the devices, in their order. "" where the result says nothing. */
char *measured_on_text(const struct result_file *result);

/* What compiled what was measured: "gcc 12.2.0", or where all of it ran on devices that of the first one,
 * "NVRTC 13.0"; NULL where the result says nothing. */
const char *measured_on_compiler(const struct result_file *result);
