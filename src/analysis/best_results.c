/* SPDX-License-Identifier: MIT */
/* What is best in results that are still in memory: they are read as those of a file are. */
#include "analysis/best_results.h"

#include "analysis/best_points.h"
#include "base/memory.h"
#include "statistics/placement.h"

#include <stdlib.h>

enum { SEED = 1 };

/* How many rounds each launch has: NULL of one. */
static size_t *launch_rounds(const struct record *record)
{
    size_t *const rounds = record->launch_count ? memory_array(record->launch_count, sizeof *rounds) : NULL;
    for (size_t i = 0; i < record->launch_count; i++)
        rounds[i] = record->launches[i].samples;
    return rounds;
}

static void borrow_rows(struct best_results *made, const struct results *results)
{
    struct result_file *const file = &made->file;
    *file = (struct result_file){.path = "", .rows = memory_array(results->count + 1, sizeof *file->rows)};
    made->records = memory_array(results->count + 1, sizeof(struct record *));
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        struct result_row *const row = &file->rows[file->row_count];
        if (!record_measured(record))
            continue;
        *row = (struct result_row){.implementation = *record->point.implementation,
                                   .record = *record,
                                   .rounds_s = record_rounds(record),
                                   .samples_s = record_rounds(record),
                                   .launch_rounds = launch_rounds(record),
                                   .launches = record->launch_count};
        row->sample_count = placement_drop(row->samples_s, record->sample_count);
        made->records[file->row_count++] = record;
    }
}

void best_results_make(struct best_results *made, const struct results *results)
{
    struct error nothing_measured = {0};
    borrow_rows(made, results);
    if (!best_make(&made->best, &made->file, NULL, SEED, &nothing_measured))
        made->best = (struct best){.seed = SEED};
}

void best_results_close(struct best_results *made)
{
    best_close(&made->best);
    for (size_t i = 0; i < made->file.row_count; i++) {
        free(made->file.rows[i].rounds_s);
        free(made->file.rows[i].samples_s);
        free(made->file.rows[i].launch_rounds);
    }
    free(made->file.rows);
    free(made->records);
    *made = (struct best_results){.records = NULL};
}

const struct record *best_results_record(const struct best_results *made, const struct best_row *row)
{
    return made->records[row->row - made->file.rows];
}
