/* SPDX-License-Identifier: MIT */
/* Comparing two results row by row: which points became faster or slower, and how sure that is. */
#ifndef SCANBENCH_COMPARISON_H
#define SCANBENCH_COMPARISON_H

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
    const struct result_row *base, *next; /* either may be NULL; borrowed from the files */
    double base_s, next_s;                /* medians */
    double ratio;
    struct interval interval; /* 95 %, of the ratio */
    double floor;             /* what counts as noise in this row, a share */
    double p, p_adjusted;     /* that next differs from base by more than the floor; adjusted by Holm */
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
    size_t controls;        /* that it was estimated from; 0: it was given, or is the least */
    double mean;            /* geometric, of the ratios; NAN when none */
    struct interval spread; /* its 95 % interval over rows */
};

/* Noise between two runs that is assumed where no controls tell it, and never fallen below. */
#define COMPARISON_FLOOR_LEAST 0.01

/* Match the rows by every axis that is not varied, and judge them. Files are borrowed. EXIT_USAGE when two
 * points of one file become one by what is varied; EXIT_UNSTABLE when no row is in both; EXIT_SYSTEM. Caller
 * closes; after a failure there is nothing to close. */
bool comparison_make(struct comparison *comparison, const struct result_file *base,
                     const struct result_file *next, const struct comparison_options *options,
                     struct error *error);
void comparison_close(struct comparison *comparison);

/* The point that a row is about. */
const struct point *compared_point(const struct compared_row *row);

/* Set the noise floor of every row and of the comparison: the one of the options, or one estimated from
 * controls, the same code in both runs: the limits, and the fixed arithmetic of the rounds. It is the greater
 * of what both changed: the median change and 2.5 standard deviations over those with as many workers (over
 * all where these are fewer than five); at least what the controls of the row's own block changed; at least
 * COMPARISON_FLOOR_LEAST. The least is taken where anything is varied, since there is no control then, and
 * where the runs took turns, since what happened between them is in the pairs. */
void comparison_floor(struct comparison *comparison, const struct comparison_options *options);

#endif
