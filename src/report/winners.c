/* SPDX-License-Identifier: MIT */
/* The winners of a problem as relations: a row a size, what to use, and what more workers gain. */
#include "report/winners.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/cell_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 12, CHOICES_MOST = 4, NAME = 160 };
static const char *const lead_names[LEADS] = {"alone", "decided", "tie", "undecided"};

/* The fastest row of another algorithm; of one algorithm alone, the next row; NULL where there is none. */
static const struct best_row *next_best(const struct best_size *size)
{
    const char *const name = size->rows[0].record->point.implementation->name;
    for (size_t i = 1; i < size->row_count; i++)
        if (strcmp(size->rows[i].record->point.implementation->name, name) != 0)
            return &size->rows[i];
    return size->row_count > 1 ? &size->rows[1] : NULL;
}

/* The medians, the ratio and its interval must agree. */
static enum lead lead_of(const struct winner *winner)
{
    static const enum lead leads[] = {[VERDICT_SAME] = LEAD_TIE,
                                      [VERDICT_FASTER] = LEAD_UNDECIDED,
                                      [VERDICT_SLOWER] = LEAD_DECIDED,
                                      [VERDICT_INCONCLUSIVE] = LEAD_UNDECIDED};
    if (!winner->next || winner->row->record->stop_reason == STOP_SMOKE)
        return LEAD_ALONE;
    if (best_has_few(winner->row) || best_has_few(winner->next))
        return LEAD_UNDECIDED;
    return leads[best_judge(&winner->ratio)];
}

struct winner winner_of(const struct best_size *size)
{
    struct winner winner = {.row = size->rows, .next = next_best(size), .ratio = {NAN, {NAN, NAN}, 0}};
    if (winner.next)
        winner.ratio = best_ratio(winner.row, winner.next);
    winner.lead = lead_of(&winner);
    return winner;
}

static const struct point *point_of_winner(const void *row)
{
    const struct winner *const winner = row;
    return &winner->row->record->point;
}

static void get_rate(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    (void)column;
    cell_set_number(cell, record_bytes_per_s(winner->row->record));
}

static void get_time(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    (void)column;
    cell_set_number(cell, winner->row->median_s);
}

static void get_share(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    (void)column;
    cell_set_number(cell, winner->row->record->limit_ratio);
}

static void get_grade(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    (void)column;
    cell_set_text(cell, grade_names[winner->row->record->grade]);
}

/* "1.05x", "tie", "~". */
static void get_lead(const struct column *column, const void *row, struct cell *cell)
{
    static const char *const texts[LEADS] = {[LEAD_TIE] = "tie", [LEAD_UNDECIDED] = "~"};
    const struct winner *const winner = row;
    (void)column;
    if (winner->lead == LEAD_DECIDED) {
        snprintf(cell->text, CELL_BYTES, "%.*fx", winner->ratio.value < 10 ? 2 : 1, winner->ratio.value);
        cell->missing = false;
    } else {
        cell_set_text(cell, texts[winner->lead]);
    }
}

static void get_next(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_cells *const cells = column->of;
    const struct winner *const winner = row;
    char text[NAME];
    if (winner->next)
        cell_set_text(cell,
                      point_algorithm_text(&winner->next->record->point, cells->common, text, sizeof text));
}

static void get_next_time(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    (void)column;
    if (winner->next)
        cell_set_number(cell, winner->next->median_s);
}

/* The samples of the winner and of the next, on one scale. */
static void get_strips(const struct column *column, const void *row, struct cell *cell)
{
    const struct winner *const winner = row;
    const struct best_row *const rows[CELL_STRIPS_MOST] = {winner->row, winner->next};
    (void)column;
    for (size_t i = 0; i < CELL_STRIPS_MOST; i++)
        if (rows[i])
            cell->strips[i] =
                (struct strip){rows[i]->record->samples_s, rows[i]->record->sample_count, rows[i]->median_s};
    cell->missing = winner->row->record->sample_count == 0;
}

/* The limit of what only reads is a read. */
static const char *limit_heading(const struct best_problem *problem)
{
    const enum primitive primitive = problem->sizes[0].rows[0].record->point.implementation->primitive;
    return primitive == PRIMITIVE_REDUCE || primitive == PRIMITIVE_DOT || primitive == PRIMITIVE_TALLY
               ? "of read"
               : "of copy";
}

static void add_winner_columns(struct problem_winners *winners)
{
    const struct column people[] = {
        {.heading = "time", .kind = CELL_TIME, .get = get_time},
        {.heading = "GB/s", .kind = CELL_RATE, .get = get_rate, .yields = 1},
        {.heading = limit_heading(winners->problem), .kind = CELL_SHARE, .get = get_share, .yields = 1},
        {.heading = "lead", .get = get_lead, .right = true},
        {.heading = "next best", .get = get_next, .of = &winners->cells, .yields = 2},
        {.heading = "samples of both", .kind = CELL_STRIPS, .get = get_strips},
    };
    const struct column programs[] = {
        {.name = "time_median_s", .kind = CELL_TIME, .get = get_time},
        {.name = "bytes_per_s", .kind = CELL_RATE, .get = get_rate},
        {.name = "limit_ratio", .kind = CELL_SHARE, .get = get_share},
        {.name = "grade", .get = get_grade},
        {.name = "lead", .words = lead_names, COLUMN_MEMBER(struct winner, lead)},
        {.name = "ratio", .kind = CELL_FACTOR, COLUMN_MEMBER(struct winner, ratio.value)},
        {.name = "ratio_ci_low", .kind = CELL_FACTOR, COLUMN_MEMBER(struct winner, ratio.interval.low)},
        {.name = "ratio_ci_high", .kind = CELL_FACTOR, COLUMN_MEMBER(struct winner, ratio.interval.high)},
        {.name = "next_best", .get = get_next, .of = &winners->cells},
        {.name = "next_time_median_s", .kind = CELL_TIME, .get = get_next_time},
    };
    struct columns point = {0};
    point_cells_add(&point, &winners->cells);
    point.list[point.count - 1].heading = "fastest";
    columns_add(&winners->columns, point.list + POINT_HEADS, point.count - POINT_HEADS);
    columns_close(&point);
    columns_add(&winners->columns, people, sizeof people / sizeof people[0]);
    point_cells_add_parameters(&winners->columns, &winners->cells);
    columns_add(&winners->columns, programs, sizeof programs / sizeof programs[0]);
}

static bool same_winner(const struct winner *a, const struct winner *b)
{
    return best_same(a->row, b->row, AXIS_BIT(AXIS_N));
}

/* Of many sizes the first, the last and those at which the winner is another one. Returns how many stay. */
static size_t shorten(struct winner *rows, size_t count)
{
    size_t kept = 0;
    struct winner before = rows[0];
    for (size_t i = 0; i < count; i++) {
        const bool stays = i == 0 || i + 1 == count || !same_winner(&rows[i], &before);
        before = rows[i];
        if (stays)
            rows[kept++] = before;
    }
    return kept;
}

static size_t points_of(const struct best_problem *problem)
{
    size_t count = 0;
    for (size_t i = 0; i < problem->size_count; i++)
        count += problem->sizes[i].row_count;
    return count;
}

static void add_text(char *text, const char *part)
{
    const size_t used = strlen(text);
    snprintf(text + used, CELL_BYTES - used, "%s", part);
}

/* "simd/windows up to 64Ki elements", "threads/chained 2w from 256Ki". */
static void add_choice(const struct problem_winners *winners, size_t index, char *text)
{
    const struct best_problem *const problem = winners->problem;
    const struct best_choice *const choice = &problem->choices[index];
    char name[NAME], from[32], to[32], part[NAME + 96];
    point_algorithm_text(&choice->row->record->point, winners->cells.common, name, sizeof name);
    text_format_count(from, sizeof from, choice->row->record->point.n);
    if (index + 1 == problem->choice_count)
        snprintf(part, sizeof part, "%s from %s", name, from);
    else {
        const struct best_size *const last = &problem->sizes[problem->choices[index + 1].size - 1];
        text_format_count(to, sizeof to, last->rows[0].record->point.n);
        if (index == 0)
            snprintf(part, sizeof part, "%s up to %s", name, to);
        else if (strcmp(from, to) == 0)
            snprintf(part, sizeof part, "%s at %s", name, from);
        else
            snprintf(part, sizeof part, "%s from %s to %s", name, from, to);
    }
    add_text(text, part);
}

static void get_advice(const struct column *column, const void *row, struct cell *cell)
{
    const struct problem_winners *const winners = row;
    const struct best_problem *const problem = winners->problem;
    char name[NAME];
    (void)column;
    if (problem->choice_count == 0)
        return;
    add_text(cell->text, "Use ");
    if (problem->choice_count == 1) {
        add_text(cell->text, point_algorithm_text(&problem->choices[0].row->record->point,
                                                  winners->cells.common, name, sizeof name));
        add_text(cell->text, problem->size_count > 1 ? " at every size" : "");
    }
    for (size_t i = 0; problem->choice_count > 1 && i < problem->choice_count; i++) {
        if (i >= CHOICES_MOST / 2 && i + CHOICES_MOST / 2 < problem->choice_count &&
            problem->choice_count > CHOICES_MOST) {
            add_text(cell->text, i == CHOICES_MOST / 2 ? ", others in between" : "");
            continue;
        }
        add_text(cell->text, i > 0 ? ", " : "");
        add_choice(winners, i, cell->text);
    }
    add_text(cell->text, ".");
    cell->missing = false;
}

/* "2 workers pay off from 256Ki elements (1.7x at 16Mi)." */
static void get_gain(const struct column *column, const void *row, struct cell *cell)
{
    const struct best_workers *const found = row;
    char from[32], to[32], last[32], gain[48] = "";
    const struct interval interval = found->last.interval;
    (void)column;
    text_format_count(from, sizeof from, found->from_n);
    text_format_count(to, sizeof to, found->to_n);
    text_format_count(last, sizeof last, found->last_n);
    if (isfinite(found->last.value))
        snprintf(gain, sizeof gain, " (%.2fx at %s)", found->last.value, last);
    if (found->from_n && found->to_n < found->last_n)
        snprintf(cell->text, CELL_BYTES, "%u workers pay off from %s to %s elements%s.",
                 (unsigned)found->workers, from, to, gain);
    else if (found->from_n)
        snprintf(cell->text, CELL_BYTES, "%u workers pay off from %s elements%s.", (unsigned)found->workers,
                 from, gain);
    else if (isnan(interval.low) || interval.high > 1)
        snprintf(cell->text, CELL_BYTES, "Whether %u workers pay off is not decided%s.",
                 (unsigned)found->workers, gain);
    else
        snprintf(cell->text, CELL_BYTES, "%u workers do not pay off up to %s elements%s.",
                 (unsigned)found->workers, last, gain);
    cell->missing = false;
}

static const struct column advice_columns[] = {{.heading = "advice", .get = get_advice}};
static const struct column gain_columns[] = {
    {.heading = "gain", .get = get_gain},
    {.name = "workers", .kind = CELL_COUNT, COLUMN_MEMBER(struct best_workers, workers)},
    {.name = "from_n", .kind = CELL_COUNT, COLUMN_MEMBER(struct best_workers, from_n)},
    {.name = "to_n", .kind = CELL_COUNT, COLUMN_MEMBER(struct best_workers, to_n)},
    {.name = "last_n", .kind = CELL_COUNT, COLUMN_MEMBER(struct best_workers, last_n)},
    {.name = "ratio", .kind = CELL_FACTOR, COLUMN_MEMBER(struct best_workers, last.value)},
    {.name = "ratio_ci_low", .kind = CELL_FACTOR, COLUMN_MEMBER(struct best_workers, last.interval.low)},
    {.name = "ratio_ci_high", .kind = CELL_FACTOR, COLUMN_MEMBER(struct best_workers, last.interval.high)},
};

static void get_tile(const struct column *column, const void *row, struct cell *cell)
{
    const struct best_tile *const tile = row;
    char text[NAME];
    (void)column;
    cell_set_text(cell, point_algorithm_text(&tile->row->record->point, 0, text, sizeof text));
}

static void get_tile_size(const struct column *column, const void *row, struct cell *cell)
{
    const struct best_tile *const tile = row;
    (void)column;
    cell_set_count(cell, tile->row->record->point.n);
}

/* Only what is lost, so that a sentence may leave it out. */
static void get_regret(const struct column *column, const void *row, struct cell *cell)
{
    const struct best_tile *const tile = row;
    (void)column;
    cell_set_number(cell, tile->regret > 0 ? 1 + tile->regret : NAN);
}

static const struct column tile_columns[] = {
    {.name = "tile", .heading = "tile", .get = get_tile},
    {.name = "ratio", .heading = "worst", .kind = CELL_CHANGE, .get = get_regret},
    {.name = "n", .heading = "n", .kind = CELL_COUNT, .get = get_tile_size},
    {.name = "tiles",
     .heading = "tiles",
     .kind = CELL_COUNT,
     COLUMN_MEMBER(struct best_tile, tiles),
     .as_is = true},
    {.name = "sizes",
     .heading = "sizes",
     .kind = CELL_COUNT,
     COLUMN_MEMBER(struct best_tile, sizes),
     .as_is = true},
};

/* The tile of the algorithm whose tile is nearest to the winner of the largest size; the first where none is
 * there. */
static const struct best_tile *fastest_tile(const struct best_problem *problem)
{
    const struct best_size *const last = &problem->sizes[problem->size_count - 1];
    const struct best_tile *fastest = problem->tiles;
    double least = INFINITY;
    for (size_t i = 0; i < problem->tile_count; i++) {
        const struct best_row *const row = best_row_at(last, problem->tiles[i].row);
        if (row && row->times < least) {
            least = row->times;
            fastest = &problem->tiles[i];
        }
    }
    return fastest;
}

static enum tone tone_of_winner(const void *row)
{
    const struct winner *const winner = row;
    return winner->lead == LEAD_DECIDED ? TONE_BEST : TONE_NONE;
}

static void make_table(struct problem_winners *winners, bool all)
{
    const struct best_problem *const problem = winners->problem;
    char text[sizeof winners->title / 2];
    size_t count = problem->size_count;
    for (size_t i = 0; i < problem->size_count; i++)
        winners->rows[i] = winner_of(&problem->sizes[i]);
    if (!all && count > ROWS_MOST)
        count = shorten(winners->rows, count);
    if (count < problem->size_count)
        snprintf(winners->note, sizeof winners->note, "(%zu sizes left out: --all)",
                 problem->size_count - count);
    point_problem_text(&winners->rows[0].row->record->point, text, sizeof text);
    snprintf(winners->title, sizeof winners->title, "%s%s%.96s, %zu points", text,
             *winners->cells.common_text ? "," : "", winners->cells.common_text, points_of(problem));
    add_winner_columns(winners);
    winners->table = (struct relation){.name = "winners",
                                       .title = winners->title,
                                       .columns = winners->columns.list,
                                       .column_count = winners->columns.count,
                                       .rows = winners->rows,
                                       .row_bytes = sizeof winners->rows[0],
                                       .row_count = count,
                                       .note = *winners->note ? winners->note : NULL,
                                       .tone = tone_of_winner};
}

static const struct point *point_of_best(const void *row)
{
    const struct best_row *const best = row;
    return &best->record->point;
}

/* All rows of the problem are one after the other. */
static struct point_cells common_of(const struct best_problem *problem)
{
    struct point_cells cells =
        point_cells_of(problem->sizes[0].rows, sizeof(struct best_row), points_of(problem), point_of_best, 0);
    cells.point = point_of_winner;
    return cells;
}

/* One sample a point is no reason to use one. */
static bool is_advised(const struct best_problem *problem)
{
    return points_of(problem) > problem->size_count &&
           problem->sizes[0].rows[0].record->stop_reason != STOP_SMOKE;
}

void winners_make(struct problem_winners *winners, const struct best_problem *problem, bool all)
{
    *winners = (struct problem_winners){.problem = problem, .cells = common_of(problem)};
    winners->rows = memory_array(problem->size_count, sizeof *winners->rows);
    make_table(winners, all);
    const size_t found = is_advised(problem) ? best_find_workers(problem, winners->found) : 0;
    winners->workers = (struct relation){.name = "workers",
                                         .columns = gain_columns,
                                         .column_count = sizeof gain_columns / sizeof gain_columns[0],
                                         .rows = winners->found,
                                         .row_bytes = sizeof winners->found[0],
                                         .row_count = found,
                                         .sentence = "{gain}"};
    winners->tiles =
        (struct relation){.name = "tiles",
                          .columns = tile_columns,
                          .column_count = sizeof tile_columns / sizeof tile_columns[0],
                          .rows = all ? problem->tiles : fastest_tile(problem),
                          .row_bytes = sizeof *problem->tiles,
                          .row_count = !is_advised(problem) ? 0
                                       : all                ? problem->tile_count
                                                            : problem->tile_count > 0,
                          .sentence = "Safest of {tiles} tiles: {tile}[, at worst {worst} at {n}]."};
    winners->advice = (struct relation){.columns = advice_columns,
                                        .column_count = 1,
                                        .rows = winners,
                                        .row_count = is_advised(problem),
                                        .single = true,
                                        .sentence = "[{advice}]"};
}

void winners_close(struct problem_winners *winners)
{
    columns_close(&winners->columns);
    free(winners->rows);
}
