/* SPDX-License-Identifier: MIT */
/* The winners of a problem as relations: a row a size, what to use, and what more workers gain. */
#include "report/winners.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 12 };
static const char *const lead_names[LEADS] = {"alone", "decided", "tie", "undecided"};

/* The fastest row of another algorithm; of one algorithm alone, the next row; NULL where there is none. */
static const struct record *next_best(const struct best_size *size)
{
    const char *const name = size->rows[0]->point.implementation->name;
    for (size_t i = 1; i < size->row_count; i++)
        if (strcmp(size->rows[i]->point.implementation->name, name) != 0)
            return size->rows[i];
    return size->row_count > 1 ? size->rows[1] : NULL;
}

static bool has_few_samples(const struct record *record)
{
    return isnan(record->statistics.ci_low);
}

static enum lead lead_of(const struct winner *winner)
{
    static const enum lead leads[] = {[VERDICT_SAME] = LEAD_TIE,
                                      [VERDICT_FASTER] = LEAD_UNDECIDED,
                                      [VERDICT_SLOWER] = LEAD_DECIDED,
                                      [VERDICT_INCONCLUSIVE] = LEAD_UNDECIDED};
    if (!winner->next || winner->row->stop_reason == STOP_SMOKE)
        return LEAD_ALONE;
    if (has_few_samples(winner->row) || has_few_samples(winner->next))
        return LEAD_UNDECIDED;
    return leads[best_judge(&winner->ratio)];
}

static struct strip strip_of(const struct record *record)
{
    return (struct strip){record->samples_s, record->sample_count, record->statistics.median};
}

struct winner winner_of(const struct best_size *size)
{
    static const char *const texts[LEADS] = {[LEAD_ALONE] = "", [LEAD_TIE] = "tie", [LEAD_UNDECIDED] = "~"};
    struct winner winner = {.row = size->rows[0],
                            .next = next_best(size),
                            .ratio = {NAN, {NAN, NAN}, 0},
                            .next_s = NAN,
                            .samples = {strip_of(size->rows[0])}};
    if (winner.next) {
        winner.ratio = best_ratio(winner.row, winner.next);
        winner.next_s = winner.next->statistics.median;
        winner.samples[1] = strip_of(winner.next);
    }
    winner.lead = lead_of(&winner);
    if (winner.lead == LEAD_DECIDED)
        snprintf(winner.lead_text, sizeof winner.lead_text, "%.*fx", winner.ratio.value < 10 ? 2 : 1,
                 winner.ratio.value);
    else
        strcpy(winner.lead_text, texts[winner.lead]);
    return winner;
}

/* The limit of what only reads is a read. */
static const char *limit_heading(const struct best_problem *problem)
{
    const enum primitive primitive = problem->sizes[0].rows[0]->point.implementation->primitive;
    return primitive == PRIMITIVE_REDUCE || primitive == PRIMITIVE_DOT || primitive == PRIMITIVE_TALLY
               ? "of read"
               : "of copy";
}

#define WINNER(member) COLUMN_MEMBER(struct winner, member)
static void add_columns(struct problem_winners *winners, const struct best_problem *problem)
{
    const struct field_column list[] = {
        {"time_median_s", {.name = "time_median_s", .heading = "time", .kind = CELL_TIME}},
        {"bytes_per_s", {.name = "bytes_per_s", .heading = "GB/s", .kind = CELL_RATE, .yields = 1}},
        {"limit_ratio",
         {.name = "limit_ratio", .heading = limit_heading(problem), .kind = CELL_SHARE, .yields = 1}},
        {NULL, {.heading = "lead", .right = true, WINNER(lead_text)}},
        {NULL, {.name = "next_best", .heading = "next best", .yields = 2, WINNER(next_name)}},
        {NULL, {.heading = "samples of both", .kind = CELL_STRIPS, WINNER(samples)}},
        {"grade", {0}},
        {NULL, {.name = "lead", .words = lead_names, WINNER(lead)}},
        {NULL, {.name = "ratio", .kind = CELL_FACTOR, WINNER(ratio.value)}},
        {NULL, {.name = "ratio_ci_low", .kind = CELL_FACTOR, WINNER(ratio.interval.low)}},
        {NULL, {.name = "ratio_ci_high", .kind = CELL_FACTOR, WINNER(ratio.interval.high)}},
        {NULL, {.name = "next_time_median_s", .kind = CELL_TIME, WINNER(next_s)}},
    };
    point_cells_add(&winners->columns, &winners->cells);
    winners->columns.list[0].heading = NULL; /* the title says the problem */
    winners->columns.list[winners->columns.count - 1].heading = "fastest";
    point_cells_add_parameters(&winners->columns, &winners->cells);
    point_cells_add_fields(&winners->columns, &winners->cells, list, sizeof list / sizeof list[0]);
}

/* Of many sizes the first, the last and those at which the winner is another one. Returns how many stay. */
static size_t shorten(struct winner *rows, size_t count)
{
    size_t kept = 0;
    const struct record *before = NULL;
    for (size_t i = 0; i < count; i++) {
        const bool stays = i == 0 || i + 1 == count || !best_same(rows[i].row, before, AXIS_BIT(AXIS_N));
        before = rows[i].row;
        if (stays)
            rows[kept++] = rows[i];
    }
    return kept;
}

static enum tone tone_of_winner(const void *row)
{
    const struct winner *const winner = row;
    return winner->lead == LEAD_DECIDED ? TONE_BEST : TONE_NONE;
}

static void make_rows(struct problem_winners *winners, const struct best_problem *problem)
{
    winners->rows = memory_array(problem->size_count, sizeof *winners->rows);
    for (size_t i = 0; i < problem->size_count; i++) {
        struct winner *const row = &winners->rows[i];
        *row = winner_of(&problem->sizes[i]);
        if (row->next)
            point_algorithm_text(&row->next->point, winners->cells.common, row->next_name,
                                 sizeof row->next_name);
    }
}

static void make_table(struct problem_winners *winners, const struct best_problem *problem, bool all)
{
    char text[128];
    size_t count = problem->size_count;
    make_rows(winners, problem);
    if (!all && count > ROWS_MOST)
        count = shorten(winners->rows, count);
    if (count < problem->size_count)
        winners->note = memory_format("(%zu sizes left out: --all)", problem->size_count - count);
    winners->title = memory_format(
        "%s%s%s, %zu points", point_problem_text(&winners->rows[0].row->point, text, sizeof text),
        *winners->cells.common_text ? "," : "", winners->cells.common_text, problem->row_count);
    add_columns(winners, problem);
    winners->table = (struct relation){.name = "winners",
                                       .title = winners->title,
                                       RELATION_COLUMNS(winners->columns),
                                       RELATION_ROWS(winners->rows, count),
                                       .note = winners->note,
                                       .tone = tone_of_winner};
}

static void make_workers(struct problem_winners *winners, const struct best_problem *problem)
{
#define FOUND(member) COLUMN_MEMBER(struct best_workers, member)
    static const struct column columns[] = {
        {.name = "workers", .kind = CELL_COUNT, FOUND(workers)},
        {.name = "from_n", .kind = CELL_COUNT, FOUND(from_n)},
        {.name = "to_n", .kind = CELL_COUNT, FOUND(to_n)},
        {.name = "last_n", .kind = CELL_COUNT, FOUND(last_n)},
        {.name = "ratio", .kind = CELL_FACTOR, FOUND(last.value)},
        {.name = "ratio_ci_low", .kind = CELL_FACTOR, FOUND(last.interval.low)},
        {.name = "ratio_ci_high", .kind = CELL_FACTOR, FOUND(last.interval.high)},
    };
    const size_t count = best_find_workers(problem, winners->found);
    winners->gains = gains_text(winners->found, count);
    winners->workers = (struct relation){.name = "workers",
                                         RELATION_LIST(columns),
                                         RELATION_ROWS(winners->found, count),
                                         .note = winners->gains};
}

/* The tile of the algorithm whose tile is nearest to the winner of the largest size; the first where none is
 * there. */
static const struct best_tile *fastest_tile(const struct best_problem *problem)
{
    const struct best_size *const last = &problem->sizes[problem->size_count - 1];
    const struct best_tile *fastest = problem->tiles;
    double least = INFINITY;
    for (size_t i = 0; i < problem->tile_count; i++) {
        const struct record *const row = best_row_at(last, problem->tiles[i].row, 0);
        if (row && row->statistics.median < least) {
            least = row->statistics.median;
            fastest = &problem->tiles[i];
        }
    }
    return fastest;
}

static struct safe_tile safe_of(const struct best_tile *tile)
{
    struct safe_tile safe = {.tiles = tile->tiles,
                             .sizes = tile->sizes,
                             .n = tile->row->point.n,
                             .ratio = tile->regret > 0 ? 1 + tile->regret : NAN};
    point_algorithm_text(&tile->row->point, 0, safe.name, sizeof safe.name);
    return safe;
}

static void make_tiles(struct problem_winners *winners, const struct best_problem *problem, bool all)
{
#define SAFE(member) COLUMN_MEMBER(struct safe_tile, member)
    static const struct column columns[] = {
        {.name = "tile", SAFE(name)},
        {.name = "ratio", .kind = CELL_FACTOR, SAFE(ratio)},
        {.name = "n", .kind = CELL_COUNT, SAFE(n)},
        {.name = "tiles", .kind = CELL_COUNT, SAFE(tiles)},
        {.name = "sizes", .kind = CELL_COUNT, SAFE(sizes)},
    };
    const struct best_tile *const first = all ? problem->tiles : fastest_tile(problem);
    const size_t count = all || problem->tile_count == 0 ? problem->tile_count : 1;
    winners->safe = memory_array(count + 1, sizeof *winners->safe);
    for (size_t i = 0; i < count; i++)
        winners->safe[i] = safe_of(&first[i]);
    winners->safest = safest_text(winners->safe, count);
    winners->tiles = (struct relation){.name = "tiles",
                                       RELATION_LIST(columns),
                                       RELATION_ROWS(winners->safe, count),
                                       .note = winners->safest};
}

void winners_make(struct problem_winners *winners, const struct best_problem *problem, bool all)
{
    *winners = (struct problem_winners){
        .cells =
            point_cells_of(problem->sizes[0].rows, sizeof *problem->sizes[0].rows, problem->row_count, 0)};
    make_table(winners, problem, all);
    if (problem->row_count == problem->size_count || winners->rows[0].row->stop_reason == STOP_SMOKE)
        return; /* one algorithm, or one sample a point, is no reason to use one */
    winners->advised = advice_text(problem, winners->cells.common);
    winners->advice = (struct relation){.single = true, .note = winners->advised};
    make_workers(winners, problem);
    make_tiles(winners, problem, all);
}

void winners_close(struct problem_winners *winners)
{
    columns_close(&winners->columns);
    free(winners->rows);
    free(winners->safe);
    free(winners->title);
    free(winners->note);
    free(winners->advised);
    free(winners->gains);
    free(winners->safest);
}
