/* SPDX-License-Identifier: MIT */
/* Scans by several pinned workers, tile by tile, so that all is read once; and the choice among all scans. */
#include "base/divide.h"
#include "cpu/lookback.h"
#include "cpu/tagged_sums.h"
#include "cpu/threads_scan.h"
#include "cpu/tuning.h"
#include "machine/workers/team.h"

enum { GRAIN = 256 };

static size_t tile_of(const struct point *point)
{
    return cache_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers, scan_bytes(point));
}

/* While a tile is scanned, the input so many elements on is what its worker goes to next: where stores go
 * past the caches there is room for it beside the tile. */
static size_t next_ahead(const struct scan_setup *setup, size_t elements)
{
    return setup->streams ? elements * dtype_size(setup->point->dtype) : setup->scan_ahead;
}

/* `value` and then the partials first … last − 1 of one row. */
static union element combine_partials(const struct scan_setup *setup, const struct partial *row,
                                      unsigned first, unsigned last, union element value)
{
    for (unsigned w = first; w < last; w++)
        value = element_combine(setup->point->op, setup->point->dtype, value, row[w].value);
    return value;
}

/* Two rows of partials take turns: who writes the next one has passed the barrier after which all have read
 * this one. */
static void partitioned_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    const size_t n = run->point->n, partition = run->workers * tile_of(run->point);
    struct partial *const partials = run->scratch;
    union element carry = run->initial;
    for (size_t begin = 0, turn = 0; begin < n; begin += partition, turn++) {
        const size_t length = n - begin < partition ? n - begin : partition;
        struct partial *const row = partials + turn % 2 * run->workers;
        const struct span own = team_part(length, GRAIN, run->worker, run->workers);
        const size_t first = own.first, last = own.last;
        row[run->worker].value = reduce_range(&setup, begin + first, begin + last);
        team_barrier(run->team, run->worker);
        union element prefix = combine_partials(&setup, row, 0, run->worker, carry);
        carry = combine_partials(&setup, row, run->worker, run->workers, prefix);
        scan_range(run, setup.scan,
                   &(struct element_range){begin + first, begin + last, next_ahead(&setup, partition)},
                   &prefix);
    }
}

/* One worker has no one to tell a sum to. */
static void scan_alone(const struct scan_setup *setup)
{
    union element carry = setup->run->initial;
    scan_range(setup->run, setup->scan, &(struct element_range){0, setup->point->n, setup->scan_ahead},
               &carry);
}

/* A worker may begin the round after the next while others still read what it told them of this one: four
 * rounds of sums take turns. */
enum { TURN_ROUNDS = 4 };

/* `prefix` and then the sums of the tiles first … last − 1, all of other workers. */
static union element await_turns(const struct scan_setup *setup, uint64_t tag, size_t first, size_t last,
                                 union element prefix)
{
    struct tagged_sum *const sums = setup->run->scratch;
    const size_t ring = TURN_ROUNDS * (size_t)setup->run->workers;
    for (size_t tile = first; tile < last; tile++)
        prefix = element_combine(setup->point->op, setup->point->dtype, prefix,
                                 sum_await(&sums[tile % ring], tag + tile));
    return prefix;
}

/* After its own tile a worker knows all up to there, and asks only for the tiles of the others since. */
static void turn_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    struct tagged_sum *const sums = run->scratch;
    const size_t n = run->point->n, tile = tile_of(run->point), tiles = divide_up(n, tile);
    const size_t ring = TURN_ROUNDS * (size_t)run->workers, ahead = next_ahead(&setup, run->workers * tile);
    const uint64_t tag = call_tag(run);
    union element prefix = run->initial;
    size_t known = 0;
    if (run->workers == 1) {
        scan_alone(&setup);
        return;
    }
    for (size_t own = run->worker; own < tiles; own += run->workers) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        if (own < tiles - 1)
            sum_publish(&sums[own % ring], tag + own, reduce_range(&setup, first, last));
        prefix = await_turns(&setup, tag, known, own, prefix);
        scan_range(run, setup.scan, &(struct element_range){first, last, ahead}, &prefix);
        known = own + 1;
    }
}

static size_t chained_tile(const struct point *point)
{
    return ticketed_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers, scan_bytes(point));
}

/* The tile's result is published, and what precedes it is known. */
static union element chained_prefix(const struct scan_setup *setup, struct lookback *lookback, size_t own,
                                    size_t first, size_t last)
{
    const struct point *const point = setup->point;
    const union element total = reduce_range(setup, first, last);
    lookback_publish(lookback, own, total);
    return lookback_prefix(lookback, own, total,
                           &(struct accumulation){point->op, point->dtype, setup->run->initial});
}

/* A worker draws its next tile when it is done with this one, so that no tile waits for one that is late, and
 * fetches meanwhile the one that it would get if all took turns. */
static void chained_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    const size_t n = run->point->n, tile = chained_tile(run->point), tiles = divide_up(n, tile);
    const size_t ahead = next_ahead(&setup, run->workers * tile);
    if (run->workers == 1) {
        scan_alone(&setup);
        return;
    }
    struct lookback *const lookback = lookback_begin(run, tiles);
    for (size_t own; (own = lookback_ticket(lookback)) < tiles;) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        union element carry = chained_prefix(&setup, lookback, own, first, last);
        scan_range(run, setup.scan, &(struct element_range){first, last, ahead}, &carry);
    }
}

/* Many workers would disturb each other. Of inputs that are narrower than their sums 1 Mi u8 take 101 us by
 * tiles and 106 by segments. */
static bool segments_pay(const struct point *point)
{
    const unsigned workers = (unsigned)point->workers;
    const size_t bytes = scan_bytes(point);
    if (workers >= MANY_WORKERS)
        return own_caches_hold(2 * bytes, workers);
    return dtype_is_plain((enum dtype)point->dtype) ? read_twice_pays(bytes, workers)
                                                    : own_caches_hold(bytes, workers);
}

static void chosen_run(const struct run *run)
{
    if (run->point->row_length > 0 || (run->workers > 1 && segments_pay(run->point)))
        reduce_then_scan_run(run);
    else if (run->workers < MANY_WORKERS)
        turn_run(run);
    else
        chained_run(run);
}

static size_t two_rows_bytes(const struct point *point)
{
    return 2 * partials_bytes(point);
}

static size_t turn_bytes(const struct point *point)
{
    return TURN_ROUNDS * point->workers * sizeof(struct tagged_sum);
}

static size_t chained_bytes(const struct point *point)
{
    return lookback_bytes(ticketed_tiles_most(point->n, chained_tile(point), (unsigned)point->workers));
}

static size_t chosen_bytes(const struct point *point)
{
    const size_t turn = turn_bytes(point), chained = chained_bytes(point);
    return turn > chained ? turn : chained; /* segments need less than turns */
}

static size_t tile_roundings(const struct point *point)
{
    return scan_roundings(point, 2 * point->workers + divide_up(point->n, tile_of(point)));
}

static const struct cost once_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};

THREADS_SCAN(
    threads_scan_partitioned, "threads/partitioned",
    "all workers reduce, then scan one cache-sized partition after the other, so that it is read once",
    "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", EVERY_CONVERTED_DTYPE, partitioned_run,
    two_rows_bytes, tile_roundings,
    "for each partition that fits the caches: every worker reduces its part, then scans it, now from cache, "
    "from the partials of the others",
    once_costs, true, 0)
THREADS_SCAN(
    threads_scan_turn, "threads/turn",
    "one pass: the workers take turns at cache-sized tiles, reduce theirs, add the sums of the others "
    "since "
    "their last one, and scan it from cache",
    "scanbench", EVERY_CONVERTED_DTYPE, turn_run, turn_bytes, tile_roundings,
    "worker w takes tiles w, w + W, …: reduce, publish, add the W − 1 sums before it to its own last "
    "result, scan the tile, now from cache, while its next one is fetched; no barrier, a fixed order",
    once_costs, true, 0)
THREADS_SCAN(
    threads_scan_chained, "threads/chained",
    "one pass: ticketed cache-sized tiles are reduced, look back for their prefix, and are scanned "
    "from cache",
    "Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (NVR-2016-002)",
    EVERY_CONVERTED_DTYPE, chained_run, chained_bytes, tile_roundings,
    "workers draw tiles that fit their cache: reduce, publish, walk back over earlier tiles until one "
    "has the sum of all before it, scan the tile, now from cache",
    once_costs, false, 0)
THREADS_SCAN(
    threads_scan_chosen, "threads/scan",
    "the scan of threads/* that suits the size and the workers: by segments, by turns, or by tickets",
    "scanbench", EVERY_CONVERTED_DTYPE, chosen_run, chosen_bytes, tile_roundings,
    "threads/reduce-then-scan: of rows, and while the workers' own caches hold input and output (of 8 and "
    "more workers half of that)\n"
    "the same with up to 7 workers for four times as much, if the last cache has more than 64 MiB and sums "
    "are as wide as inputs\n"
    "beyond, with up to 7 workers: threads/turn; with 8 and more: threads/chained",
    once_costs, false, AXIS_BIT(AXIS_ROW_LENGTH))
