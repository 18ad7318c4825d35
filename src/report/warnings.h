/* SPDX-License-Identifier: MIT */
/* What disturbed points, as a relation: a row a kind of trouble, and what to do about it. */
#pragma once

#include "report/relation.h"
#include "results/record.h"
#include "sweep/filter.h"

struct warning_row {
    const char *advice;
    char name[32];
    unsigned flag, grade; /* of the points that it is about; neither: those of one process */
    size_t points;
};

enum { WARNING_ROWS = GRADE_COUNT + FLAG_COUNT + 1 };

struct warnings_relation {
    struct warning_row rows[WARNING_ROWS];
    struct relation relation; /* without rows where all is good */
};

/* Of the records that meet the filter (NULL: all). Do not move it. */
void warnings_relation_make(struct warnings_relation *made, const struct results *results,
                            const struct filter *filter);
