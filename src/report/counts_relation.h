/* SPDX-License-Identifier: MIT */
/* What the model counted, as relations. */
#pragma once

#include "analysis/counted_rows.h"
#include "report/point_cells.h"

/* For programs each run, and each phase of a kernel, which is also for people who ask for all. For people a
 * line a point on a model, then why some are not ok, and what it comes to. */
enum counts_relations { COUNTS_RUNS, COUNTS_PHASES, COUNTS_LINES, COUNTS_RELATIONS };

struct counts_relation {
    struct relation relations[COUNTS_RELATIONS];
    struct point_cells cells;
    struct columns of_runs, of_phases;
    char *finding;
};

/* The rows are borrowed until the close; do not move it before that. */
void counts_relation_make(struct counts_relation *made, const struct counted_rows *rows);
void counts_relation_close(struct counts_relation *made);
