/* SPDX-License-Identifier: MIT */
/* Recurrences and segmented scans by several pinned workers, with the SIMD kernels inside. */
#include "base/divide.h"
#include "cpu/lookback.h"
#include "cpu/pairs.h"
#include "cpu/segments.h"
#include "cpu/tagged_sums.h"

enum { SCAN_COST = 2 }; /* reducing a segment takes about half of the time of scanning it */

/* What a worker's segment comes to: of the first one the result, of the others the pair. */
struct tagged_pair {
    struct tagged_sum factor, term;
};

/* The result of the segments before `last`, waiting for each. */
static union element await_segments(const struct pair_setup *setup, uint64_t tag, unsigned last)
{
    struct tagged_pair *const pairs = setup->run->scratch;
    union element value = sum_await(&pairs[0].term, tag);
    for (unsigned w = 1; w < last; w++) {
        const struct pair pair = {sum_await(&pairs[w].factor, tag), sum_await(&pairs[w].term, tag)};
        value = pair_join(setup, value, pair);
    }
    return value;
}

static void reduce_then_scan_run(const struct run *run)
{
    const struct pair_setup setup = pair_setup_of(run);
    struct tagged_pair *const own = (struct tagged_pair *)run->scratch + run->worker;
    const uint64_t tag = call_tag(run);
    const struct segment early = segment_early(run, SCAN_COST), late = segment_late(run, SCAN_COST);
    union element carry = run->initial;
    if (run->worker == 0) {
        pairs_scan_range(&setup, early.first, early.last, &carry);
        sum_publish(&own->term, tag, carry);
    } else {
        const struct pair pair = pairs_reduce_range(&setup, early.first, early.last);
        sum_publish(&own->factor, tag, pair.factor);
        sum_publish(&own->term, tag, pair.term);
    }
    carry = await_segments(&setup, tag, late.index);
    pairs_scan_range(&setup, late.first, late.last, &carry);
}

static size_t segments_bytes(const struct point *point)
{
    return point->workers * sizeof(struct tagged_pair);
}

static size_t tile_of(const struct point *point)
{
    return ticketed_tile(point->n, dtype_size(point->dtype) * 2, (unsigned)point->workers,
                         pairs_bytes(point));
}

static size_t count_tiles(const struct point *point)
{
    return divide_up(point->n, tile_of(point));
}

/* While a tile is scanned from the cache, the one is fetched that its worker gets next if all take turns. */
static void chained_run(const struct run *run)
{
    struct pair_setup setup = pair_setup_of(run);
    const size_t n = run->point->n, tile = tile_of(run->point), tiles = count_tiles(run->point);
    union element alone = run->initial;
    if (run->workers == 1) {
        pairs_scan_range(&setup, 0, n, &alone);
        return;
    }
    const size_t ahead = setup.streams ? run->workers * tile * dtype_size(run->point->dtype) : 0;
    struct lookback *const lookback = lookback_begin(run, tiles);
    for (size_t own; (own = lookback_ticket(lookback)) < tiles;) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        setup.ahead = 0;
        const struct pair total = pairs_reduce_range(&setup, first, last);
        union element carry = own > 0 ? lookback_await(lookback, own - 1) : run->initial;
        lookback_tell(lookback, own, pair_join(&setup, carry, total));
        setup.ahead = ahead;
        pairs_scan_range(&setup, first, last, &carry);
    }
}

static size_t chained_bytes(const struct point *point)
{
    return lookback_bytes(ticketed_tiles_most(point->n, tile_of(point), (unsigned)point->workers));
}

#define THREADS_PAIRS(id, kind, types, title, flow, work, scratch, steps, traffic)     \
    const struct implementation id = {                                                 \
        .name = title,                                                                 \
        .summary = flow,                                                               \
        .source = "scanbench",                                                         \
        .primitive = kind,                                                             \
        .family = FAMILY_THREADS,                                                      \
        .deterministic = true,                                                         \
        .axes = AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_IN_PLACE), \
        .dtypes = types,                                                               \
        .phases = steps,                                                               \
        .preconditions = NEEDS_ISA,                                                    \
        .costs_hold = ANY_SIZE,                                                        \
        .costs = traffic,                                                              \
        .takes_initial = true,                                                         \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                    \
        .scratch_bytes = scratch,                                                      \
        .roundings = pairs_roundings,                                                  \
        .run = work,                                                                   \
    };
#define THREADS_BOTH(name, title, flow, work, scratch, steps, reads, reads_heads)                            \
    static const struct cost name##_costs[] = {{"reads", reads}, {"writes", "n"}, {0}};                      \
    static const struct cost name##_heads_costs[] = {{"reads", reads_heads}, {"writes", "n"}, {0}};          \
    THREADS_PAIRS(threads_recurrence_##name, PRIMITIVE_RECURRENCE, EVERY_FLOAT, title, flow, work, scratch,  \
                  steps, name##_costs)                                                                       \
    THREADS_PAIRS(threads_segmented_scan_##name, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES, title, flow, work, \
                  scratch, steps, name##_heads_costs)

/* The first and the last segment, 3 of 2W + 1 parts, are read once. */
THREADS_BOTH(
    reduce_then_scan, "threads/reduce-then-scan",
    "reduce one segment a worker to a pair, while the first is scanned; scan each from the pairs before",
    reduce_then_scan_run, segments_bytes,
    "the first worker scans the first segment, each other one reduces its own to a pair\n"
    "each joins the pairs before its segment and scans it; the first one the last segment",
    "4n - 6n/(2W + 1)", "2n + 2n/B - 3n/(2W + 1) - 3n/(B(2W + 1))")
THREADS_BOTH(
    chained, "threads/chained",
    "one pass: ticketed cache-sized tiles are reduced to a pair, wait for the one before, and are "
    "scanned from cache",
    chained_run, chained_bytes,
    "workers draw tiles that fit their cache: reduce, wait for the result before the tile, publish the "
    "one after it, scan the tile, now from cache",
    "2n", "n + n/B")
