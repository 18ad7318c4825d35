/* SPDX-License-Identifier: MIT */
/* What the model counted as rows: a run, a phase of a kernel, and the worst run of a point on a model. */
#pragma once

#include "engine/model/model_point.h"
#include "results/record.h"

/* A run or a phase of one of its kernels; all is borrowed from the result. */
struct counted_row {
    const struct point *point;
    const struct model_result *result;
    const char *model, *order, *verdict, *message, *kernel, *scope;
    enum phase phase;
    struct counts counts;       /* of the phase; of a run, those of all its kernels */
    double useful_adds;         /* NAN: none are defined */
    const struct record *timed; /* the point on a real device; NULL: none */
    /* Of a run alone, in its first full tile or over all tiles; NAN where there was none. */
    double words_per_element, conflicts, barriers, atomics, steps, adds, adds_per_useful, shared_per_element,
        instructions_per_load, time_s, limit_ratio, relative_error;
};

/* Borrowed rows in the order of the results. */
struct counted_rows {
    struct counted_row *runs, *phases, *lines;
    size_t run_count, phase_count, line_count, right_count; /* right: lines without a finding */
};

/* With times of the same algorithms at the largest size that was measured, on whatever device (NULL: none).
 * Then the fastest line of a problem comes first. */
void counted_rows_make(struct counted_rows *rows, const struct model_result *results, size_t count,
                       const struct results *with);
void counted_rows_close(struct counted_rows *rows);

/* What the model does not depend on, and where it ran: AXIS_BITs. */
#define UNCOUNTED_AXES                                                                           \
    (AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_PAGES) | AXIS_BIT(AXIS_CACHE) | \
     AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_RANKS))
