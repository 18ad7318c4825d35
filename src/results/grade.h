/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#ifndef SCANBENCH_GRADE_H
#define SCANBENCH_GRADE_H

#include "results/record.h"

enum { GRADE_SAMPLES = 20 /* the fewest that a grade but unusable is given for */ };

/* Good: at least GRADE_SAMPLES; the interval, widened for what successive samples share and across launches
 * where there are several, is within what was asked, or 2 % where less was; the halves, or the launches,
 * agree. Moved: the ratios to the limit in the same rounds hold so within 5 %, or the times do. Unusable:
 * neither, or a mixture whose quartiles are a quarter of the median apart. GRADE_NONE: it has no number. */
enum grade record_grade(const struct record *record);

#endif
