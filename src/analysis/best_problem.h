/* SPDX-License-Identifier: MIT */
/* What is best in a result, problem by problem: its rows, and what is found among them. */
#pragma once

#include "results/record.h"

/* A measured record; borrowed. */
struct best_row {
    const struct record *record;
    double median_s;
    double times; /* as long as the winner of its size, by best_times */
};

/* A winner, or a row that cannot be told from it. */
struct best_finalist {
    const struct best_row *row;
    struct estimate ratio; /* its time over that of the winner; 1 for the winner */
};

struct best_size {
    const struct best_row *rows; /* all of this size, the winner first, then by best_times */
    size_t row_count;
    struct best_finalist *finalists; /* the winner first */
    size_t finalist_count;
};

/* From this size on a row's algorithm and parameters are used: they won, or could not be told from what won.
 */
struct best_choice {
    const struct best_row *row; /* at the first of its sizes */
    size_t size;                /* the index of that size */
    /* Where it takes over from the choice before it: between low_n, the greatest size at which that one was
     * faster, and its own first size; n is where lines through both cross. NAN for the first choice, and
     * where nothing tells. */
    double low_n, n;
};

/* The threads per group and values per thread of an algorithm whose worst loss over all sizes is least. */
struct best_tile {
    const struct best_row *row; /* the chosen tile at the size of its worst loss */
    double regret;              /* the worst loss, a share of the best tile's time */
    struct interval interval;   /* 95 % of it; NAN twice when it is 0 or not told */
    size_t tiles;               /* that were measured at all sizes */
    size_t sizes;
};

struct best_problem {
    struct best_size *sizes; /* ascending */
    size_t size_count;
    struct best_choice *choices;
    size_t choice_count;
    struct best_tile *tiles; /* one for each algorithm with several tiles, by its other parameters */
    size_t tile_count;
};

struct best {
    struct best_row *rows; /* by problem and size, and within a size as best_size has them */
    size_t row_count;
    struct best_problem *problems;
    size_t problem_count;
};

/* Whether two points are equal on all axes but those with these bits, and of one implementation. */
bool best_same(const struct best_row *a, const struct best_row *b, unsigned but);

/* The row of a size that is as `row` but for n; NULL where it has none. */
const struct best_row *best_row_at(const struct best_size *size, const struct best_row *row);

/* The time of next over that of base, of rows of one problem and size: the value is that of their medians, so
 * that it contradicts neither; the interval is of the rounds that both have, and holds the value. */
struct estimate best_ratio(const struct best_row *base, const struct best_row *next);

/* What the rule says of next beside base by this ratio. */
enum verdict best_judge(const struct estimate *ratio);

/* Whether a row has too few samples for an interval. */
bool best_has_few(const struct best_row *row);

/* The value of best_ratio. */
double best_times(const struct best_row *base, const struct best_row *next);

/* "scan u32 sum exclusive": the axes of a problem but its size. Returns text. */
char *best_problem_text(const struct best_problem *problem, char *text, size_t size);
