/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#ifndef SCANBENCH_GRADE_H
#define SCANBENCH_GRADE_H

#include "results/record.h"

/* By half the interval over the median alone. */
enum grade record_grade(const struct record *record);

#endif
