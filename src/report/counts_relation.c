/* SPDX-License-Identifier: MIT */
/* What the model counted, as relations. */
#include "report/counts_relation.h"

#include "base/memory.h"
#include "base/text.h"
#include "implementation/implementation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW(member) COLUMN_MEMBER(struct counted_row, member)
#define COUNT_OF(list) (sizeof(list) / sizeof(list)[0])

static const struct point *point_of_row(const void *row)
{
    return &((const struct counted_row *)row)->result->point;
}

static void get_error(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_number(cell, ((const struct counted_row *)row)->result->relative_error);
}

static void get_timed_size(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    (void)column;
    if (counted->timed)
        cell_set_count(cell, counted->timed->point.n);
}

static const struct column key_columns[] = {
    {.name = "model", ROW(model)},
    {.name = "order", ROW(order)},
    {.name = "verdict", ROW(verdict)},
};
static const struct column run_columns[] = {
    {.name = "words_per_element", .kind = CELL_NUMBER, ROW(words_per_element)},
    {.name = "conflicts", .kind = CELL_NUMBER, ROW(conflicts)},
    {.name = "barriers", .kind = CELL_NUMBER, ROW(barriers)},
    {.name = "atomics_per_tile", .kind = CELL_NUMBER, ROW(atomics)},
    {.name = "steps", .kind = CELL_NUMBER, ROW(steps)},
    {.name = "adds", .kind = CELL_NUMBER, ROW(adds)},
    {.name = "adds_per_useful_add", .kind = CELL_NUMBER, ROW(adds_per_useful)},
    {.name = "shared_accesses_per_element", .kind = CELL_NUMBER, ROW(shared_per_element)},
    {.name = "memory_instructions_per_load", .kind = CELL_NUMBER, ROW(instructions_per_load)},
    {.name = "time_median_s", .kind = CELL_TIME, ROW(time_s)},
    {.name = "limit_ratio", .kind = CELL_SHARE, ROW(limit_ratio)},
    {.name = "time_n", .kind = CELL_COUNT, .get = get_timed_size},
    {.name = "relative_error", .kind = CELL_NUMBER, .get = get_error},
    {.name = "message", ROW(message)},
};
static const struct column line_columns[] = {
    {.heading = "words/el", .kind = CELL_NUMBER, ROW(words_per_element)},
    {.heading = "conflicts", .kind = CELL_NUMBER, ROW(conflicts)},
    {.heading = "barriers", .kind = CELL_NUMBER, ROW(barriers)},
    {.heading = "atomics", .kind = CELL_NUMBER, ROW(atomics), .yields = 1},
    {.heading = "steps", .kind = CELL_NUMBER, ROW(steps), .yields = 2},
    {.heading = "adds", .kind = CELL_NUMBER, ROW(adds), .yields = 3},
    {.heading = "time", .kind = CELL_TIME, ROW(time_s)},
    {.heading = "of limit", .kind = CELL_SHARE, ROW(limit_ratio), .yields = 1},
    {.heading = "model", ROW(model), .shared = true},
    {.heading = "verdict", ROW(verdict), .shared = true},
};

/* For people zero is nothing. */
static void get_counter(const struct column *column, const void *row, struct cell *cell)
{
    const uint64_t count = ((const struct counted_row *)row)->counts.of[column->which];
    cell_set_count(cell, count);
    cell->missing = column->heading && count == 0;
}

/* The heading of the phases of a run: what ran, where, and how it ended. */
static void get_run(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const counted = row;
    char point[256];
    (void)column;
    snprintf(cell->text, CELL_BYTES, "%s on %s, %s: %s", point_text(point_of_row(row), point, sizeof point),
             counted->model, counted->order, counted->verdict);
    cell->missing = false;
}

static const struct column phase_columns[] = {
    {.name = "kernel", .heading = "kernel", ROW(kernel)},
    {.name = "scope", .heading = "scope", ROW(scope)},
    {.name = "phase", .heading = "phase", .words = phase_names, ROW(phase)},
    {.name = "useful_adds", .kind = CELL_NUMBER, ROW(useful_adds)},
};

static void add_phase_columns(struct columns *columns, const struct point_cells *cells)
{
    columns_add(columns, &(struct column){.heading = "run", .get = get_run}, 1);
    point_cells_add_parameters(columns, cells);
    columns_add(columns, key_columns, COUNT_OF(key_columns));
    columns_add(columns, phase_columns, COUNT_OF(phase_columns));
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
        struct column column = {
            .name = model_counter_names[counter], .kind = CELL_COUNT, .get = get_counter, .which = counter};
        columns_add(columns, &column, 1);
        column = (struct column){.heading = column.name,
                                 .kind = CELL_COUNT,
                                 .get = get_counter,
                                 .which = counter,
                                 .as_is = true,
                                 .yields = counter};
        columns_add(columns, &column, 1);
    }
}

static void add_columns(struct counts_relation *made)
{
    point_cells_add_parameters(&made->of_runs, &made->cells);
    columns_add(&made->of_runs, key_columns, COUNT_OF(key_columns));
    columns_add(&made->of_runs, run_columns, COUNT_OF(run_columns));
    point_cells_add(&made->of_lines, &made->cells);
    made->of_lines.list[POINT_HEADS].shared = true; /* the size */
    columns_add(&made->of_lines, line_columns, COUNT_OF(line_columns));
    add_phase_columns(&made->of_phases, &made->cells);
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
        if (point_compare_problems(point_of_row(&rows->lines[i]), point_of_row(rows->lines), 0) == 0 &&
            rows->lines[i].words_per_element < fewest->words_per_element)
            fewest = &rows->lines[i];
    return fewest;
}

/* Where the times are from, and whether the line that moves fewest words is another one than the fastest. */
static void add_times(struct counts_relation *made, const struct counted_rows *rows)
{
    const struct counted_row *const first = rows->lines, *const fewest = fewest_words(rows);
    const size_t used = strlen(made->finding), room = sizeof made->finding - used;
    char name[160], n[32], device[64], rest[256] = "";
    if (rows->line_count == 0 || !first->timed)
        return;
    if (fewest != first)
        snprintf(rest, sizeof rest,
                 " Fewest words is not fastest here: %s takes %.2fx as long as the fastest.",
                 point_algorithm_text(point_of_row(fewest), made->cells.common, name, sizeof name),
                 fewest->time_s / first->time_s);
    snprintf(made->finding + used, room, " Times are at n=%s on %s.%s",
             text_format_count(n, sizeof n, first->timed->point.n),
             point_axis_text(&first->timed->point, AXIS_DEVICE, device, sizeof device), rest);
}

static size_t find_bad(struct counts_relation *made, const struct counted_rows *rows)
{
    size_t count = 0;
    made->bad = memory_array(rows->line_count + 1, sizeof *made->bad);
    for (size_t i = 0; i < rows->line_count; i++)
        if (rows->lines[i].result->verdict != MODEL_OK)
            made->bad[count++] = &rows->lines[i];
    return count;
}

static void get_bad(const struct column *column, const void *row, struct cell *cell)
{
    const struct counted_row *const *const bad = row;
    const struct point_cells *const cells = column->of;
    char name[160], n[32];
    point_algorithm_text(point_of_row(*bad), cells->common, name, sizeof name);
    snprintf(cell->text, CELL_BYTES, "%s on %s, %s: %s n=%s%s%s", (*bad)->verdict, (*bad)->model,
             (*bad)->order, name, text_format_count(n, sizeof n, point_of_row(*bad)->n),
             *(*bad)->message ? ": " : "", (*bad)->message);
    cell->missing = false;
}

#define COLUMNS_OF(which)                                                     \
    .columns = made->of_##which.list, .column_count = made->of_##which.count, \
    .row_bytes = sizeof(struct counted_row)

void counts_relation_make(struct counts_relation *made, const struct counted_rows *rows)
{
    static const struct column finding[] = {{.heading = "text", .size = 2}};
    *made = (struct counts_relation){0};
    made->cells =
        point_cells_of(rows->runs, sizeof *rows->runs, rows->run_count, point_of_row, UNCOUNTED_AXES);
    made->of_bad = (struct column){.heading = "text", .get = get_bad, .of = &made->cells};
    add_columns(made);
    const size_t bad_count = find_bad(made, rows);
    snprintf(made->finding, sizeof made->finding, "%zu of %zu points are right in the model.",
             rows->right_count, rows->line_count);
    add_times(made, rows);
    const struct relation relations[COUNTS_RELATIONS] = {
        [COUNTS_RUNS] = {.name = "results",
                         COLUMNS_OF(runs),
                         .rows = rows->runs,
                         .row_count = rows->run_count},
        [COUNTS_PHASES] = {.name = "counts",
                           COLUMNS_OF(phases),
                           .rows = rows->phases,
                           .row_count = rows->phase_count,
                           .headed_by = 1},
        [COUNTS_LINES] = {.title = "Exact counts, all but words/el of a tile",
                          COLUMNS_OF(lines),
                          .rows = rows->lines,
                          .row_count = rows->line_count,
                          .headed_by = POINT_HEADS,
                          .tone = tone_of_line},
        [COUNTS_BAD] = {.columns = &made->of_bad,
                        .column_count = 1,
                        .rows = made->bad,
                        .row_bytes = sizeof *made->bad,
                        .row_count = bad_count,
                        .sentence = "{text}"},
        [COUNTS_FINDING] = {.columns = finding,
                            .column_count = 1,
                            .rows = made->finding,
                            .row_count = 1,
                            .single = true,
                            .sentence = "{text}"},
    };
    memcpy(made->relations, relations, sizeof relations);
}

void counts_relation_close(struct counts_relation *made)
{
    columns_close(&made->of_runs);
    columns_close(&made->of_phases);
    columns_close(&made->of_lines);
    free(made->bad);
}
