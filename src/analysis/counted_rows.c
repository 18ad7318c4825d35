/* SPDX-License-Identifier: MIT */
/* What the model counted as rows: a run, a phase of a kernel, and the worst run of a point on a model. */
#include "analysis/counted_rows.h"

#include "analysis/counted_claims.h"
#include "base/memory.h"
#include "implementation/implementation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_counts(struct counts *sum, const struct counts *counts)
{
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
        uint64_t *const to = &sum->of[counter];
        const uint64_t from = counts->of[counter];
        if (counter == COUNTER_SHARED_WORDS)
            *to = from > *to ? from : *to;
        else
            *to += from;
    }
}

static struct counted_row row_of(const struct model_result *result, const char *kernel, const char *scope,
                                 enum phase phase)
{
    return (struct counted_row){.point = &result->point,
                                .result = result,
                                .model = result->device->name,
                                .order = order_names[result->order],
                                .verdict = model_verdict_names[result->verdict],
                                .message = result->message,
                                .kernel = kernel,
                                .scope = scope,
                                .phase = phase,
                                .useful_adds = NAN,
                                .words_per_element = NAN,
                                .conflicts = NAN,
                                .barriers = NAN,
                                .atomics = NAN,
                                .steps = NAN,
                                .adds = NAN,
                                .adds_per_useful = NAN,
                                .shared_per_element = NAN,
                                .instructions_per_load = NAN,
                                .time_s = NAN,
                                .limit_ratio = NAN,
                                .relative_error = NAN};
}

/* What a run did over all tiles. */
static void measure_run(struct counted_row *row)
{
    const double n = (double)row->point->n, tile = (double)point_tile(row->point);
    const double loads = (double)row->counts.of[COUNTER_DEVICE_LOADS];
    row->words_per_element = (loads + (double)row->counts.of[COUNTER_DEVICE_STORES]) / n;
    row->atomics = tile > 0 ? (double)row->counts.of[COUNTER_ATOMICS] / ceil(n / tile) : NAN;
    if (loads > 0)
        row->instructions_per_load =
            row->result->device->simd_width * (double)row->counts.of[COUNTER_MEMORY_INSTRUCTIONS] / loads;
}

/* What the kernel that does the work did in its first full tile. */
static void measure_tile(struct counted_row *row, const struct model_kernel *kernel)
{
    const uint64_t *const of = kernel->group[PHASE_TOTAL].of;
    const double tile = (double)point_tile(row->point);
    const double useful = model_useful_adds(row->point, kernel, PHASE_TOTAL);
    row->conflicts = (double)of[COUNTER_BANK_CONFLICTS];
    row->barriers = (double)of[COUNTER_BARRIERS];
    row->steps = (double)of[COUNTER_STEPS];
    row->adds = (double)of[COUNTER_ADDS];
    row->adds_per_useful = useful > 0 ? row->adds / useful : NAN;
    if (tile > 0)
        row->shared_per_element =
            ((double)of[COUNTER_SHARED_LOADS] + (double)of[COUNTER_SHARED_STORES]) / tile;
}

static struct counted_row run_of(const struct model_result *result, const struct record *timed)
{
    struct counted_row row = row_of(result, "all", "run", PHASE_TOTAL);
    const struct model_kernel *const kernel = counted_kernel(result);
    for (size_t i = 0; i < result->report.kernels; i++)
        add_counts(&row.counts, &result->report.kernel[i].run[PHASE_TOTAL]);
    row.useful_adds = model_useful_adds(&result->point, NULL, PHASE_TOTAL);
    row.relative_error = result->relative_error;
    if (result->report.kernels > 0)
        measure_run(&row);
    if (kernel)
        measure_tile(&row, kernel);
    row.timed = timed;
    if (timed) {
        row.time_s = timed->statistics.median;
        row.limit_ratio = timed->limit_ratio;
    }
    return row;
}

/* The phases of each kernel, in the first full tile and in all; then all kernels together. */
static size_t add_phases(struct counted_row *rows, const struct counted_row *run)
{
    const struct model_report *const report = &run->result->report;
    size_t used = 0;
    for (size_t i = 0; i < report->kernels; i++) {
        const struct model_kernel *const kernel = &report->kernel[i];
        for (enum phase phase = 0; kernel->has_group && phase < PHASE_COUNT; phase++) {
            rows[used] = row_of(run->result, kernel->name, "group", phase);
            rows[used].useful_adds = model_useful_adds(&run->result->point, kernel, phase);
            rows[used++].counts = kernel->group[phase];
        }
        for (enum phase phase = 0; phase < PHASE_COUNT; phase++) {
            rows[used] = row_of(run->result, kernel->name, "run", phase);
            rows[used++].counts = kernel->run[phase];
        }
    }
    rows[used++] = *run;
    return used;
}

/* Whether a time is of the point that was counted, of whatever size and wherever it was measured. */
static bool is_of_point(const struct record *record, const struct point *point)
{
    const struct implementation *const timed = record->point.implementation;
    if (!record_measured(record) || timed->primitive != point->implementation->primitive ||
        strcmp(timed->name, point->implementation->name) != 0)
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!((UNCOUNTED_AXES | AXIS_BIT(AXIS_N)) & AXIS_BIT(axis)) && point_has(&record->point, axis) &&
            point_has(point, axis) && record->point.axis[axis] != point->axis[axis])
            return false;
    return true;
}

/* Of the largest size the fastest. */
static const struct record *time_of(const struct results *with, const struct point *point)
{
    const struct record *best = NULL;
    for (size_t i = 0; with && i < with->count; i++) {
        const struct record *const record = &with->records[i];
        const bool better =
            !best || record->point.n > best->point.n ||
            (record->point.n == best->point.n && record->statistics.median < best->statistics.median);
        if (better && is_of_point(record, point))
            best = record;
    }
    return best;
}

/* What a device does not run is not wrong. */
static unsigned badness(const struct counted_row *row)
{
    static const unsigned order[MODEL_VERDICTS] = {
        [MODEL_OK] = 0,      [MODEL_UNSUPPORTED] = 1, [MODEL_HAZARD] = 3, [MODEL_PERMITTED_FAILURE] = 2,
        [MODEL_STARVED] = 4, [MODEL_WRONG] = 5};
    return order[row->result->verdict];
}

static bool is_one_line(const struct counted_row *a, const struct counted_row *b)
{
    return a->result->device == b->result->device && point_compare(&a->result->point, &b->result->point) == 0;
}

/* Of the orders of groups the worst. The runs of a point on a model follow each other. */
static void make_lines(struct counted_rows *rows)
{
    for (size_t i = 0; i < rows->run_count; i++) {
        struct counted_row *const last = rows->line_count > 0 ? &rows->lines[rows->line_count - 1] : NULL;
        if (!last || !is_one_line(last, &rows->runs[i]))
            rows->lines[rows->line_count++] = rows->runs[i];
        else if (badness(&rows->runs[i]) > badness(last))
            *last = rows->runs[i];
    }
    for (size_t i = 0; i < rows->line_count; i++)
        rows->right_count += rows->lines[i].result->verdict == MODEL_OK;
}

static int compare_times(const void *left, const void *right)
{
    const struct counted_row *const a = left, *const b = right;
    const int problems = point_compare_problems(&a->result->point, &b->result->point, 0);
    if (problems != 0 || !a->timed || !b->timed)
        return problems != 0 ? problems : !a->timed - !b->timed;
    return (a->time_s > b->time_s) - (a->time_s < b->time_s);
}

void counted_rows_make(struct counted_rows *rows, const struct model_result *results, size_t count,
                       const struct results *with)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most += 1 + 2 * PHASE_COUNT * results[i].report.kernels;
    *rows = (struct counted_rows){.runs = memory_array(count + 1, sizeof *rows->runs),
                                  .phases = memory_array(most, sizeof *rows->phases),
                                  .lines = memory_array(count + 1, sizeof *rows->lines),
                                  .run_count = count};
    for (size_t i = 0; i < count; i++) {
        rows->runs[i] = run_of(&results[i], time_of(with, &results[i].point));
        rows->phase_count += add_phases(rows->phases + rows->phase_count, &rows->runs[i]);
    }
    make_lines(rows);
    if (with)
        qsort(rows->lines, rows->line_count, sizeof *rows->lines, compare_times);
}

void counted_rows_close(struct counted_rows *rows)
{
    free(rows->runs);
    free(rows->phases);
    free(rows->lines);
}
