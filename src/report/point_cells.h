/* SPDX-License-Identifier: MIT */
/* The columns of rows that have a point: its problem, size, algorithm and parameters. */
#pragma once

#include "report/relation.h"
#include "results/record.h"

/* What the columns of points need to know; their `of`. */
struct point_cells {
    const struct machine *machine; /* of the records; NULL: unknown */
    unsigned hidden;               /* AXIS_BITs of what no column has */
    unsigned common;               /* of what all rows that have it share, which the problem says */
    char common_text[128];         /* " avx512 2w" */
};

/* Of these rows, which are row_count of row_bytes each; no column or text has the axes that are hidden. A row
 * begins with a pointer to its point, or to a record, which begins with one. */
struct point_cells point_cells_of(const void *rows, size_t row_bytes, size_t row_count, unsigned hidden);

/* A column of rows that begin with a pointer to a record. */
struct field_column {
    const char *field;   /* its value; NULL: the column has its own */
    struct column looks; /* of CELL_TEXT, and without a name or heading: as the field is */
};
void point_cells_add_fields(struct columns *columns, const struct point_cells *cells,
                            const struct field_column *list, size_t count);

/* Add the columns for programs: a field each of what belongs to the point alone. */
void point_cells_add_parameters(struct columns *columns, const struct point_cells *cells);

/* Add those for people: the problem, which heads the rows, the size, and the algorithm with what tells it
 * from others.
 */
void point_cells_add(struct columns *columns, const struct point_cells *cells);

enum { POINT_HEADS = 1 }; /* columns of point_cells_add that head the rows */

/* "scan u32 sum exclusive, cold cache": the problem of a point but for its size. */
char *point_problem_text(const struct point *point, char *text, size_t size);

/* "threads/chained T=256 2w": the algorithm with the parameters that are not common. */
char *point_algorithm_text(const struct point *point, unsigned common, char *text, size_t size);
