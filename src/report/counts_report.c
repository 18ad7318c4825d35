/* SPDX-License-Identifier: MIT */
/* What the model counted, as relations. */
#include "base/text.h"
#include "base/text_stream.h"
#include "implementation/implementation.h"
#include "report/report_state.h"

#include <stdlib.h>
#include <string.h>

static void get_timed_size(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    (void)column;
    if (counted->timed)
        cell_set_count(cell, counted->timed->point.n);
}

/* Each run, and for people its point's line. */
#define ROW(member) COLUMN_MEMBER(struct counted_row, member)
static const struct column run_columns[] = {
    {.name = "words_per_element", .heading = "words/el", .kind = CELL_NUMBER, ROW(words_per_element)},
    {.name = "conflicts", .heading = "conflicts", .kind = CELL_NUMBER, ROW(conflicts)},
    {.name = "barriers", .heading = "barriers", .kind = CELL_NUMBER, ROW(barriers)},
    {.name = "atomics_per_tile", .heading = "atomics", .kind = CELL_NUMBER, ROW(atomics), .yields = 1},
    {.name = "steps", .heading = "steps", .kind = CELL_NUMBER, ROW(steps), .yields = 2},
    {.name = "adds", .heading = "adds", .kind = CELL_NUMBER, ROW(adds), .yields = 3},
    {.name = "time_median_s", .heading = "time", .kind = CELL_TIME, ROW(time_s)},
    {.name = "limit_ratio", .heading = "of limit", .kind = CELL_SHARE, ROW(limit_ratio), .yields = 1},
    {.name = "model", .heading = "model", ROW(model), .shared = true},
    {.name = "verdict", .heading = "verdict", ROW(verdict), .shared = true},
    {.name = "order", ROW(order)},
    {.name = "adds_per_useful_add", .kind = CELL_NUMBER, ROW(adds_per_useful)},
    {.name = "shared_accesses_per_element", .kind = CELL_NUMBER, ROW(shared_per_element)},
    {.name = "memory_instructions_per_load", .kind = CELL_NUMBER, ROW(instructions_per_load)},
    {.name = "time_n", .kind = CELL_COUNT, .get = get_timed_size},
    {.name = "relative_error", .kind = CELL_NUMBER, ROW(relative_error)},
    {.name = "message", ROW(message)},
};

/* The heading of the phases of a run: what ran, where, and how it ended. */
static void get_run(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    char point[256];
    (void)column;
    snprintf(cell->text, CELL_BYTES, "%s on %s, %s: %s", point_text(counted->point, point, sizeof point),
             counted->model, counted->order, counted->verdict);
    cell->missing = false;
}

static const struct column phase_columns[] = {
    {.name = "model", ROW(model)},
    {.name = "order", ROW(order)},
    {.name = "verdict", ROW(verdict)},
    {.name = "kernel", .heading = "kernel", ROW(kernel)},
    {.name = "scope", .heading = "scope", ROW(scope)},
    {.name = "phase", .heading = "phase", .words = phase_names, ROW(phase)},
    {.name = "useful_adds", .kind = CELL_NUMBER, ROW(useful_adds)},
};

static void add_phase_columns(struct columns *columns)
{
    columns_add(columns, &(struct column){.heading = "run", .get = get_run}, 1);
    columns_add_parameters(columns);
    COLUMNS_ADD(columns, phase_columns);
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
        struct column column = {.name = model_counter_names[counter],
                                .heading = model_counter_names[counter],
                                .kind = CELL_TALLY,
                                ROW(counts.of[0]),
                                .yields = counter};
        column.place += counter * sizeof(uint64_t);
        columns_add(columns, &column, 1);
    }
}

static enum tone tone_of_line(const void *row)
{
    static const enum tone tones[MODEL_VERDICTS] = {[MODEL_OK] = TONE_NONE,
                                                    [MODEL_PERMITTED_FAILURE] = TONE_UNSURE,
                                                    [MODEL_UNSUPPORTED] = TONE_UNSURE,
                                                    [MODEL_STARVED] = TONE_BAD,
                                                    [MODEL_WRONG] = TONE_BAD,
                                                    [MODEL_HAZARD] = TONE_BAD};
    return tones[((const struct counted_row *)row)->result->verdict];
}

/* The line of the first problem that moves fewest words. The fastest is the first. */
static const struct counted_row *fewest_words(const struct counted_rows *rows)
{
    const struct counted_row *fewest = rows->lines;
    for (size_t i = 1; i < rows->line_count && rows->lines[i].timed; i++)
        if (point_compare_problems(rows->lines[i].point, rows->lines->point, 0) == 0 &&
            rows->lines[i].words_per_element < fewest->words_per_element)
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
                fewest->time_s / first->time_s);
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
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < rows->line_count; i++)
        if (rows->lines[i].result->verdict != MODEL_OK)
            print_bad(text.file, &rows->lines[i], common);
    fprintf(text.file, "%zu of %zu points are right in the model.", rows->right_count, rows->line_count);
    print_times(text.file, rows, common);
    return text_stream_close(&text);
}

void report_add_counts(struct report *report, const struct counted_rows *rows, bool all)
{
    struct columns of_runs =
        columns_of_points(report, rows->runs, sizeof *rows->runs, rows->run_count, UNCOUNTED_AXES);
    struct columns of_phases = {.cells = of_runs.cells};
    columns_add_points(&of_runs);
    of_runs.list[POINT_HEADS].shared = true; /* the size */
    columns_add_parameters(&of_runs);
    COLUMNS_ADD(&of_runs, run_columns);
    add_phase_columns(&of_phases);
    const struct relation runs = {.name = "results",
                                  RELATION_COLUMNS(report, of_runs),
                                  RELATION_ROWS(rows->runs, rows->run_count),
                                  .for_programs = true},
                          phases = {.name = "counts",
                                    RELATION_COLUMNS(report, of_phases),
                                    RELATION_ROWS(rows->phases, rows->phase_count),
                                    .headed_by = 1,
                                    .for_programs = !all};
    report_add(report, all ? phases : runs);
    report_add(report, all ? runs : phases);
    report_add(report,
               (struct relation){.title = "Exact counts, all but words/el of a tile",
                                 .columns = runs.columns,
                                 .column_count = runs.column_count,
                                 RELATION_ROWS(rows->lines, rows->line_count),
                                 .headed_by = POINT_HEADS,
                                 .note = report_keep(report, finding_text(rows, of_runs.cells->common)),
                                 .tone = tone_of_line});
}
