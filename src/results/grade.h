/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#ifndef SCANBENCH_GRADE_H
#define SCANBENCH_GRADE_H

#include "results/record.h"

enum { GRADE_SAMPLES = 20 /* the fewest that a grade but unusable is given for */ };

/* Good: at least GRADE_SAMPLES; the interval, widened for what successive samples share, is within what was
 * asked, or 2 % where less was; the halves agree. Of several launches: the interval that their medians tell
 * is, and so are most launches' own; what is printed has what each of them leaves open beside it. Moved: the
 * ratios to the limit in the same rounds hold so within 5 %, or the times do; one launch in five may be
 * apart. Unusable: neither, or a mixture whose quartiles are a quarter of the median apart, of several
 * launches in half of them. GRADE_NONE: it has no number. */
enum grade record_grade(const struct record *record);

#endif
