/* SPDX-License-Identifier: MIT */
/* How well the number of a point is known. */
#include "results/grade.h"

static const double good_most = 0.05, shaky_most = 0.15;

enum grade record_grade(const struct record *record)
{
    const double half = statistics_precision(&record->statistics);
    if (!record_measured(record))
        return GRADE_NONE;
    if (half <= good_most)
        return GRADE_GOOD;
    return half <= shaky_most ? GRADE_SHAKY : GRADE_UNUSABLE;
}
