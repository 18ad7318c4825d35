/* SPDX-License-Identifier: MIT */
/* The rows of two results, matched: what a comparison is of. */
#ifndef SCANBENCH_COMPARED_ROWS_H
#define SCANBENCH_COMPARED_ROWS_H

#include "analysis/identity.h"
#include "sweep/filter.h"

enum comparison_verdict {
    COMPARED_SAME,       /* the interval of the ratio lies within the bound */
    COMPARED_FASTER,     /* the interval lies beyond the noise floor, and so says the rank test */
    COMPARED_SLOWER,     /* likewise */
    COMPARED_UNRESOLVED, /* none of these */
    COMPARED_LOST,       /* ok in base, not ok or not there in next */
    COMPARED_NEW,        /* ok in next alone */
    COMPARED_UNMEASURED, /* ok in neither */
    COMPARED_COUNT,
};
extern const char *const comparison_verdict_names[COMPARED_COUNT];

struct comparison_options {
    const struct filter *filter; /* NULL: all rows */
    struct variation variation;
    double bound; /* a change up to this share is "same"; 0.02 */
    double floor; /* noise between runs, a share; NAN: estimated from controls */
    uint64_t seed;
};

/* Times are of a call; ratio is next over base, so above 1 is slower. NAN where not both were measured. */
struct compared_row {
    const struct record *base, *next; /* either may be NULL; borrowed from the files */
    double base_s, next_s;            /* medians */
    double ratio;
    struct interval interval; /* 95 %, of the ratio */
    double error, degrees;    /* standard error of the ratio's logarithm across launches, and its degrees of
                                 freedom; 0: of one launch */
    double control_change;    /* what the controls changed by, a share */
    double floor;         /* what counts as noise in this row: that, and what launches differ by, a share */
    double p, p_adjusted; /* that next differs from base by more than the floor; adjusted by Holm */
    enum comparison_verdict verdict;
};

struct comparison {
    struct compared_row *rows; /* in base's order, then those of next alone */
    size_t count;
    size_t verdicts[COMPARED_COUNT];
    size_t compared;  /* measured in both */
    size_t by_launch; /* of these, with an interval across launches */
    bool in_turn;     /* both runs took turns, and are compared round by round */
    double bound;
    double floor;           /* of all controls; the rows have their own */
    bool floor_given;       /* by the options, and the rows' too */
    size_t controls;        /* that it was estimated from; 0: it was given, or is the least */
    double mean;            /* geometric, of the ratios; NAN when none */
    struct interval spread; /* its 95 % interval over rows */
};

/* Match the rows of two files, which are borrowed, by every axis that is not varied. EXIT_USAGE when two
 * points of one file become one by what is varied, or none is left; EXIT_UNSTABLE when no row is in both. The
 * rows are the caller's to free, also after a failure. */
bool compared_rows_match(struct comparison *comparison, const struct result_file *base,
                         const struct result_file *next, const struct comparison_options *options,
                         struct error *error);

/* Whether a row was measured in both. */
bool compared_row_is_measured(const struct compared_row *row);

/* The point that a row is about. */
const struct point *compared_point(const struct compared_row *row);

#endif
