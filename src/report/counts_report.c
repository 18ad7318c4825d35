/* SPDX-License-Identifier: MIT */
/* What the model counted, as relations: each run, each phase of a kernel, and the worst run of a point on a
 * model.
 */
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "implementation/implementation.h"
#include "report/report_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the model does not depend on, and where it ran. */
static const unsigned uncounted_axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_PAGES) |
                                       AXIS_BIT(AXIS_CACHE) | AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_RANKS);

/* Numbers of a run: over all its tiles, in the first full tile of the kernel that does the work, and on a
 * real device. */
enum counted_number {
    PER_ELEMENT,
    ATOMICS,
    PER_LOAD,
    CONFLICTS,
    BARRIERS,
    STEPS,
    ADDS,
    PER_USEFUL_ADD,
    SHARED_PER_ELEMENT,
    TIME,
    LIMIT_RATIO,
    RELATIVE_ERROR,
    USEFUL_ADDS, /* of a phase of a kernel too */
    NUMBERS,
};

/* A run or a phase of one of its kernels; all is borrowed from the result. */
struct counted_row {
    const struct point *point;
    const struct model_result *result;
    const char *model, *order, *verdict, *message, *kernel, *scope;
    enum phase phase;
    struct counts counts;       /* of the phase; of a run, those of all its kernels */
    const struct record *timed; /* the point on a real device; NULL: none */
    double of[NUMBERS];         /* NAN where there is none */
};

/* Of the lines: those of people. */
struct counted_rows {
    struct counted_row *runs, *phases, *lines;
    size_t run_count, phase_count, line_count;
};

/* What a device does not run is not wrong. */
static const struct {
    unsigned badness;
    enum tone tone;
} of_verdict[MODEL_VERDICTS] = {
    [MODEL_OK] = {0, TONE_NONE},
    [MODEL_UNSUPPORTED] = {1, TONE_UNSURE},
    [MODEL_PERMITTED_FAILURE] = {2, TONE_UNSURE},
    [MODEL_HAZARD] = {3, TONE_BAD},
    [MODEL_STARVED] = {4, TONE_BAD},
    [MODEL_WRONG] = {5, TONE_BAD},
};

/* ---- The rows */

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
    struct counted_row row = {.point = &result->point,
                              .result = result,
                              .model = result->device->name,
                              .order = order_names[result->order],
                              .verdict = model_verdict_names[result->verdict],
                              .message = result->message,
                              .kernel = kernel,
                              .scope = scope,
                              .phase = phase};
    for (enum counted_number i = 0; i < NUMBERS; i++)
        row.of[i] = NAN;
    return row;
}

/* What a run did over all tiles. */
static void measure_run(struct counted_row *row)
{
    const double n = (double)row->point->n, tile = (double)point_tile(row->point);
    const double loads = (double)row->counts.of[COUNTER_DEVICE_LOADS];
    row->of[PER_ELEMENT] = (loads + (double)row->counts.of[COUNTER_DEVICE_STORES]) / n;
    row->of[ATOMICS] = tile > 0 ? (double)row->counts.of[COUNTER_ATOMICS] / ceil(n / tile) : NAN;
    if (loads > 0)
        row->of[PER_LOAD] =
            row->result->device->simd_width * (double)row->counts.of[COUNTER_MEMORY_INSTRUCTIONS] / loads;
}

/* What the kernel that does the work did in its first full tile. */
static void measure_tile(struct counted_row *row, const struct model_kernel *kernel)
{
    const uint64_t *const of = kernel->group[PHASE_TOTAL].of;
    const double tile = (double)point_tile(row->point);
    const double useful = model_useful_adds(row->point, kernel, PHASE_TOTAL);
    row->of[CONFLICTS] = (double)of[COUNTER_BANK_CONFLICTS];
    row->of[BARRIERS] = (double)of[COUNTER_BARRIERS];
    row->of[STEPS] = (double)of[COUNTER_STEPS];
    row->of[ADDS] = (double)of[COUNTER_ADDS];
    row->of[PER_USEFUL_ADD] = useful > 0 ? row->of[ADDS] / useful : NAN;
    if (tile > 0)
        row->of[SHARED_PER_ELEMENT] =
            ((double)of[COUNTER_SHARED_LOADS] + (double)of[COUNTER_SHARED_STORES]) / tile;
}

static struct counted_row run_of(const struct model_result *result, const struct record *timed)
{
    struct counted_row row = row_of(result, "all", "run", PHASE_TOTAL);
    const struct model_kernel *const kernel = counted_kernel(result);
    for (size_t i = 0; i < result->report.kernels; i++)
        add_counts(&row.counts, &result->report.kernel[i].run[PHASE_TOTAL]);
    row.of[USEFUL_ADDS] = model_useful_adds(&result->point, NULL, PHASE_TOTAL);
    row.of[RELATIVE_ERROR] = result->relative_error;
    if (result->report.kernels > 0)
        measure_run(&row);
    if (kernel)
        measure_tile(&row, kernel);
    row.timed = timed;
    row.of[TIME] = timed ? timed->statistics.median : NAN;
    row.of[LIMIT_RATIO] = timed ? timed->limit_ratio : NAN;
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
            rows[used].of[USEFUL_ADDS] = model_useful_adds(&run->result->point, kernel, phase);
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
        if (!((uncounted_axes | AXIS_BIT(AXIS_N)) & AXIS_BIT(axis)) && point_has(&record->point, axis) &&
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

static bool is_one_line(const struct counted_row *a, const struct counted_row *b)
{
    return a->result->device == b->result->device && point_compare(a->point, b->point) == 0;
}

/* Of the orders of groups the worst. The runs of a point on a model follow each other. */
static void add_line(struct counted_rows *rows, const struct counted_row *run)
{
    struct counted_row *const last = rows->line_count > 0 ? &rows->lines[rows->line_count - 1] : NULL;
    if (!last || !is_one_line(last, run))
        rows->lines[rows->line_count++] = *run;
    else if (of_verdict[run->result->verdict].badness > of_verdict[last->result->verdict].badness)
        *last = *run;
}

/* Lines of a problem follow each other: the fastest first, then those without a time in the order they came.
 */
static int compare_lines(const void *left, const void *right)
{
    const struct counted_row *const a = left, *const b = right;
    const int problems = point_compare_problems(a->point, b->point, 0);
    if (problems != 0 || !a->timed != !b->timed)
        return problems != 0 ? problems : !a->timed - !b->timed;
    if (a->timed && a->of[TIME] != b->of[TIME])
        return a->of[TIME] > b->of[TIME] ? 1 : -1;
    return (a->result > b->result) - (a->result < b->result);
}

/* Of a list of models' results, which the report keeps. */
static struct counted_rows rows_of(struct report *report, const struct model_result *results, size_t count,
                                   const struct results *with)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most += 1 + 2 * PHASE_COUNT * results[i].report.kernels;
    struct counted_rows rows = {
        .runs = report_keep(report, memory_array(count + 1, sizeof *rows.runs)),
        .phases = report_keep(report, memory_array(most, sizeof *rows.phases)),
        .lines = report_keep(report, memory_array(count + 1, sizeof *rows.lines)),
        .run_count = count,
    };
    for (size_t i = 0; i < count; i++) {
        rows.runs[i] = run_of(&results[i], time_of(with, &results[i].point));
        rows.phase_count += add_phases(rows.phases + rows.phase_count, &rows.runs[i]);
        add_line(&rows, &rows.runs[i]);
    }
    qsort(rows.lines, rows.line_count, sizeof *rows.lines, compare_lines);
    return rows;
}

/* ---- The columns */

static void get_timed_size(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    (void)column;
    if (counted->timed)
        cell_set_count(cell, counted->timed->point.n);
}

/* Each run, and for people its point's line. */
#define ROW(member) COLUMN_MEMBER(struct counted_row, member)
#define NUMBER(which) .kind = CELL_NUMBER, ROW(of[which])
static const struct column run_columns[] = {
    {.name = "words_per_element", .heading = "words/el", NUMBER(PER_ELEMENT)},
    {.name = "conflicts", .heading = "conflicts", NUMBER(CONFLICTS)},
    {.name = "barriers", .heading = "barriers", NUMBER(BARRIERS)},
    {.name = "atomics_per_tile", .heading = "atomics", NUMBER(ATOMICS), .yields = 1, .missed = true},
    {.name = "steps", .heading = "steps", NUMBER(STEPS), .yields = 2, .missed = true},
    {.name = "adds", .heading = "adds", NUMBER(ADDS), .yields = 3, .missed = true},
    {.name = "time_median_s", .heading = "time", .kind = CELL_TIME, ROW(of[TIME])},
    {.name = "limit_ratio", .heading = "of limit", .kind = CELL_SHARE, ROW(of[LIMIT_RATIO]), .yields = 1},
    {.name = "model", .heading = "model", ROW(model), .shared = true},
    {.name = "verdict", .heading = "verdict", ROW(verdict), .shared = true},
    {.name = "order", ROW(order)},
    {.name = "adds_per_useful_add", NUMBER(PER_USEFUL_ADD)},
    {.name = "shared_accesses_per_element", NUMBER(SHARED_PER_ELEMENT)},
    {.name = "memory_instructions_per_load", NUMBER(PER_LOAD)},
    {.name = "time_n", .kind = CELL_COUNT, .get = get_timed_size},
    {.name = "relative_error", NUMBER(RELATIVE_ERROR)},
    {.name = "message", ROW(message)},
};

/* The heading of the phases of a run: what ran, where, and how it ended. */
static void get_run(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    char point[256];
    (void)column;
    cell_print(cell, "%s on %s, %s: %s", point_text(counted->point, point, sizeof point), counted->model,
               counted->order, counted->verdict);
}

static const struct column phase_columns[] = {
    {.name = "model", ROW(model)},
    {.name = "order", ROW(order)},
    {.name = "verdict", ROW(verdict)},
    {.name = "kernel", .heading = "kernel", ROW(kernel)},
    {.name = "scope", .heading = "scope", ROW(scope)},
    {.name = "phase", .heading = "phase", .words = phase_names, ROW(phase)},
    {.name = "useful_adds", NUMBER(USEFUL_ADDS)},
};

static void add_phase_columns(struct columns *columns)
{
    columns_add(columns, &(struct column){.heading = "run", .get = get_run}, 1);
    columns_add_parameters(columns);
    COLUMNS_ADD(columns, phase_columns);
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        columns_add(columns,
                    &(struct column){.name = model_counter_names[counter],
                                     .heading = model_counter_names[counter],
                                     .kind = CELL_TALLY,
                                     ROW(counts.of[counter]),
                                     .yields = counter,
                                     .missed = true},
                    1);
}

static enum tone tone_of_line(const void *row)
{
    return of_verdict[((const struct counted_row *)row)->result->verdict].tone;
}

/* ---- What they come to */

/* The line of the first problem that moves fewest words. The fastest is the first. */
static const struct counted_row *fewest_words(const struct counted_rows *rows)
{
    const struct counted_row *fewest = rows->lines;
    for (size_t i = 1; i < rows->line_count && rows->lines[i].timed; i++)
        if (point_compare_problems(rows->lines[i].point, rows->lines->point, 0) == 0 &&
            rows->lines[i].of[PER_ELEMENT] < fewest->of[PER_ELEMENT])
            fewest = &rows->lines[i];
    return fewest;
}

/* Where the times are from, and whether the line that moves fewest words is another one than the fastest. */
static void print_times(FILE *file, const struct counted_rows *rows, unsigned common)
{
    const struct counted_row *const first = rows->lines, *const fewest = fewest_words(rows);
    char name[160], n[32], device[64];
    if (rows->line_count == 0 || !first->timed)
        return;
    fprintf(file, " Times are at n=%s on %s.", text_format_count(n, sizeof n, first->timed->point.n),
            point_axis_text(&first->timed->point, AXIS_DEVICE, device, sizeof device));
    if (fewest != first)
        fprintf(file, " Fewest words is not fastest here: %s takes %.2fx as long as the fastest.",
                point_algorithm_text(fewest->point, common, name, sizeof name),
                fewest->of[TIME] / first->of[TIME]);
}

static void print_bad(FILE *file, const struct counted_row *line, unsigned common)
{
    char name[160], n[32];
    fprintf(file, "%s on %s, %s: %s n=%s%s%s\n", line->verdict, line->model, line->order,
            point_algorithm_text(line->point, common, name, sizeof name),
            text_format_count(n, sizeof n, line->point->n), *line->message ? ": " : "", line->message);
}

static char *finding_text(const struct counted_rows *rows, unsigned common)
{
    size_t right = 0;
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < rows->line_count; i++)
        if (rows->lines[i].result->verdict == MODEL_OK)
            right++;
        else
            print_bad(text.file, &rows->lines[i], common);
    fprintf(text.file, "%zu of %zu points are right in the model.", right, rows->line_count);
    print_times(text.file, rows, common);
    return text_stream_close(&text);
}

void report_add_counts(struct report *report, const struct model_result *results, size_t count,
                       const struct results *with, bool all)
{
    const struct counted_rows rows = rows_of(report, results, count, with);
    struct columns of_runs =
        columns_of_points(report, rows.runs, sizeof *rows.runs, rows.run_count, uncounted_axes);
    struct columns of_phases = {.cells = of_runs.cells};
    columns_add_points(&of_runs);
    of_runs.list[POINT_HEADS].shared = true; /* the size */
    columns_add_parameters(&of_runs);
    COLUMNS_ADD(&of_runs, run_columns);
    add_phase_columns(&of_phases);
    const struct relation runs = {.name = "results",
                                  RELATION_COLUMNS(report, of_runs),
                                  RELATION_ROWS(rows.runs, rows.run_count),
                                  .for_programs = true},
                          phases = {.name = "counts",
                                    RELATION_COLUMNS(report, of_phases),
                                    RELATION_ROWS(rows.phases, rows.phase_count),
                                    .headed_by = 1,
                                    .for_programs = !all};
    report_add(report, all ? phases : runs);
    report_add(report, all ? runs : phases);
    report_add(report,
               (struct relation){.title = "Exact counts of a tile, words/el of an array",
                                 .columns = runs.columns,
                                 .column_count = runs.column_count,
                                 RELATION_ROWS(rows.lines, rows.line_count),
                                 .headed_by = POINT_HEADS,
                                 .note = report_keep(report, finding_text(&rows, of_runs.cells->common)),
                                 .tone = tone_of_line});
}
