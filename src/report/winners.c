/* SPDX-License-Identifier: MIT */
/* The winners of a problem: which algorithm to use from which size on, whether workers pay, which tile is
 * safe, and a row a size. */
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report_state.h"

#include <math.h>
#include <string.h>

enum { ROWS_MOST = 12, CHOICES_MOST = 4, NAME = 160 };

/* Whether the winner of a size is faster than the fastest other algorithm. */
enum lead { LEAD_ALONE, LEAD_DECIDED, LEAD_TIE, LEAD_UNDECIDED, LEADS };

struct winner {
    const struct record *row, *next; /* next: the fastest of another algorithm; NULL: none */
    struct estimate ratio;           /* its time over that of the winner */
    enum lead lead;
    char lead_text[16], next_name[160]; /* "1.05x", "tie", "~" */
    double next_s;
    struct strip samples[CELL_STRIPS_MOST]; /* of both, on one scale */
};

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

/* Does the best of a size lead? The medians, the ratio and its interval must agree. */
static struct winner winner_of(const struct best_size *size)
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
    return strcmp(primitive_limit_word(primitive), "read") == 0 ? "of read" : "of copy";
}

/* ---- The sentences */

/* "simd/windows up to 64Ki", "threads/chained 2w from 256Ki". */
static void print_choice(FILE *file, const struct best_problem *problem, size_t index, unsigned common)
{
    const struct best_choice *const choice = &problem->choices[index];
    char name[NAME], from[32], to[32];
    fputs(point_algorithm_text(&choice->row->point, common, name, sizeof name), file);
    text_format_count(from, sizeof from, choice->row->point.n);
    if (index + 1 == problem->choice_count) {
        fprintf(file, " from %s", from);
        return;
    }
    text_format_count(to, sizeof to, problem->sizes[choice[1].size - 1].rows[0]->point.n);
    if (index == 0)
        fprintf(file, " up to %s", to);
    else if (strcmp(from, to) == 0)
        fprintf(file, " at %s", from);
    else
        fprintf(file, " from %s to %s", from, to);
}

static void print_choices(FILE *file, const struct best_problem *problem, unsigned common)
{
    const size_t count = problem->choice_count, ends = CHOICES_MOST / 2;
    for (size_t i = 0; i < count; i++) {
        if (count > CHOICES_MOST && i >= ends && i + ends < count) {
            fputs(i == ends ? ", others in between" : "", file);
            continue;
        }
        fputs(i > 0 ? ", " : "", file);
        print_choice(file, problem, i, common);
    }
}

/* "Use simd/windows up to 64Ki, threads/chained 2w from 256Ki.", fresh. */
static char *advice_text(const struct best_problem *problem, unsigned common)
{
    struct text_stream text;
    char name[NAME];
    text_stream_open(&text);
    fputs("Use ", text.file);
    if (problem->choice_count > 1)
        print_choices(text.file, problem, common);
    else
        fprintf(text.file, "%s%s",
                point_algorithm_text(&problem->choices[0].row->point, common, name, sizeof name),
                problem->size_count > 1 ? " at every size" : "");
    fputs(".", text.file);
    return text_stream_close(&text);
}

/* "2 workers pay off from 256Ki elements (1.7x at 16Mi)." */
static void print_gain(FILE *file, const struct best_workers *found)
{
    const unsigned workers = (unsigned)found->workers;
    char from[32], to[32], last[32], ratio[CELL_BYTES];
    text_format_count(from, sizeof from, found->from_n);
    text_format_count(to, sizeof to, found->to_n);
    text_format_count(last, sizeof last, found->last_n);
    const bool is_outside = found->from_n && found->to_n < found->last_n; /* the last size */
    if (is_outside)
        fprintf(file, "%u workers pay off from %s to %s elements", workers, from, to);
    else if (found->from_n)
        fprintf(file, "%u workers pay off from %s elements", workers, from);
    else if (isnan(found->last.interval.low) || found->last.interval.high > 1)
        fprintf(file, "Whether %u workers pay off is not decided", workers);
    else
        fprintf(file, "%u workers do not pay off up to %s elements", workers, last);
    if (isfinite(found->last.value))
        fprintf(file, is_outside ? "; %s at %s" : " (%s at %s)",
                cell_value_text(CELL_FACTOR, found->last.value, ratio), last);
    fputs(".\n", file);
}

static void add_workers(struct report *report, const struct best_problem *problem)
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
    struct best_workers *const found = report_keep(report, memory_array(BEST_WORKERS, sizeof *found));
    const size_t count = best_find_workers(problem, found);
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < count; i++)
        print_gain(text.file, &found[i]);
    char *const gains = report_keep(report, text_stream_close(&text));
    if (count > 0)
        report_add(report, (struct relation){.name = "workers",
                                             RELATION_LIST(columns),
                                             RELATION_ROWS(found, count),
                                             .note = gains});
}

/* A tile that is never far off. */
struct safe_tile {
    size_t tiles, sizes; /* as struct best_tile has them */
    uint64_t n;          /* where it loses most */
    double ratio;        /* there, 1.25 for a quarter; NAN: it loses nothing */
    char name[NAME];
};

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

/* "Safest of 3 tiles: group/x T=64 V=8, at worst +25% at 4Ki." */
static void print_safe(FILE *file, const struct safe_tile *safe)
{
    char loss[CELL_BYTES], n[32];
    fprintf(file, "Safest of %zu tiles: %s", safe->tiles, safe->name);
    if (isfinite(safe->ratio))
        fprintf(file, ", at worst %s at %s", cell_value_text(CELL_CHANGE, safe->ratio, loss),
                text_format_count(n, sizeof n, safe->n));
    fputs(".\n", file);
}

static void add_tiles(struct report *report, const struct best_problem *problem, bool all)
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
    struct safe_tile *const safe = report_keep(report, memory_array(count + 1, sizeof *safe));
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < count; i++) {
        safe[i] = safe_of(&first[i]);
        print_safe(text.file, &safe[i]);
    }
    char *const safest = report_keep(report, text_stream_close(&text));
    if (count > 0)
        report_add(report,
                   (struct relation){
                       .name = "tiles", RELATION_LIST(columns), RELATION_ROWS(safe, count), .note = safest});
}

/* ---- The table */

static void add_columns(struct columns *columns, const struct best_problem *problem)
{
#define WINNER(member) COLUMN_MEMBER(struct winner, member)
    const struct column list[] = {
        {.field = "time_median_s", .name = "time_median_s", .heading = "time", .kind = CELL_TIME},
        {.field = "bytes_per_s", .name = "bytes_per_s", .heading = "GB/s", .kind = CELL_RATE, .yields = 1},
        {.field = "limit_ratio",
         .name = "limit_ratio",
         .heading = limit_heading(problem),
         .kind = CELL_SHARE,
         .yields = 1},
        {.heading = "lead", .right = true, WINNER(lead_text)},
        {.name = "next_best", .heading = "next best", .yields = 2, WINNER(next_name)},
        {.heading = "samples of both", .kind = CELL_STRIPS, WINNER(samples)},
        {.field = "grade"},
        {.name = "lead", .words = lead_names, WINNER(lead)},
        {.name = "ratio", .kind = CELL_FACTOR, WINNER(ratio.value)},
        {.name = "ratio_ci_low", .kind = CELL_FACTOR, WINNER(ratio.interval.low)},
        {.name = "ratio_ci_high", .kind = CELL_FACTOR, WINNER(ratio.interval.high)},
        {.name = "next_time_median_s", .kind = CELL_TIME, WINNER(next_s)},
    };
    columns_add_points(columns);
    columns->list[0].heading = NULL; /* the title says the problem */
    columns->list[columns->count - 1].heading = "fastest";
    columns_add_parameters(columns);
    COLUMNS_ADD(columns, list);
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

/* A row a size; of many without all those at which the winner stays. Takes the columns. Returns whether it is
 * undecided somewhere who leads. */
static bool add_table(struct report *report, const struct best_problem *problem, struct columns *columns,
                      bool all)
{
    struct winner *const rows = report_keep(report, memory_array(problem->size_count, sizeof *rows));
    const struct point_cells *const cells = columns->cells;
    char text[128];
    bool is_undecided = false;
    for (size_t i = 0; i < problem->size_count; i++) {
        rows[i] = winner_of(&problem->sizes[i]);
        is_undecided |= rows[i].lead == LEAD_UNDECIDED;
        if (rows[i].next)
            point_algorithm_text(&rows[i].next->point, cells->common, rows[i].next_name,
                                 sizeof rows[i].next_name);
    }
    const size_t count =
        !all && problem->size_count > ROWS_MOST ? shorten(rows, problem->size_count) : problem->size_count;
    char *const title =
        memory_format("%s%s%s, %zu point%s", point_problem_text(&rows[0].row->point, text, sizeof text),
                      *cells->common_text ? "," : "", cells->common_text, problem->row_count,
                      problem->row_count == 1 ? "" : "s");
    char *const note = count < problem->size_count
                           ? memory_format("(%zu sizes left out: --all)", problem->size_count - count)
                           : NULL;
    add_columns(columns, problem);
    report_add(report, (struct relation){.name = "winners",
                                         .title = report_keep(report, title),
                                         RELATION_COLUMNS(report, *columns),
                                         RELATION_ROWS(rows, count),
                                         .note = report_keep(report, note),
                                         .tone = tone_of_winner});
    return is_undecided;
}

bool report_add_winners(struct report *report, const struct best_problem *problem, bool all)
{
    struct columns columns = columns_of_points(report, problem->sizes[0].rows, sizeof *problem->sizes[0].rows,
                                               problem->row_count, 0);
    /* one algorithm, or one sample a point, is no reason to use one */
    if (problem->row_count > problem->size_count && problem->sizes[0].rows[0]->stop_reason != STOP_SMOKE) {
        report_add_note(report, advice_text(problem, columns.cells->common));
        add_workers(report, problem);
        add_tiles(report, problem, all);
    }
    return add_table(report, problem, &columns, all);
}
