/* SPDX-License-Identifier: MIT */
/* What is best in a result: by size, from which size on, the tile shape that is never far off, and whether
 * more workers pay. */
#pragma once

#include "results/record.h"
#include "sweep/filter.h"

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

/* Find what is best among the measured records that meet the filter (NULL: all), limits aside: no problems
 * where there are none. The results are borrowed. Caller closes. */
void best_make(struct best *best, const struct results *results, const struct filter *filter);
void best_make_of_all(struct best *best, const struct results *results); /* limits too */
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

/* The value of best_ratio. */
double best_times(const struct record *base, const struct record *next);

/* What the rule says of next beside base by this ratio. */
enum verdict best_judge(const struct estimate *ratio);

/* Whether a row of a size cannot be told from its winner: too few samples exclude nothing. */
bool best_ties(const struct best_size *size, const struct record *row);

enum { BEST_WORKERS = 16 };

/* The fastest with so many workers against the fastest with one, whatever their algorithms. */
struct best_workers {
    uint64_t workers;
    uint64_t from_n, to_n; /* the largest sizes in a row at which they are faster by the rule; 0: nowhere */
    uint64_t last_n;       /* the largest size that has both */
    struct estimate last;  /* the time with one over theirs there */
};

/* For each number of workers above one that a problem has, ascending, where a size has one worker too.
 * Returns how many, at most BEST_WORKERS. */
size_t best_find_workers(const struct best_problem *problem, struct best_workers *found);
