/* SPDX-License-Identifier: MIT */
/* Scans by several pinned workers, with the SIMD kernels inside. */
#include "cpu/elements.h"
#include "cpu/lookback.h"
#include "cpu/segments.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

enum { GRAIN = 256 };

/* What the workers of a scan have in common. */
struct scan_setup {
    const struct run *run;
    const struct point *point;
    reduce_kernel *reduce;
    enum scan_style scan;
    struct partial *partials;
    enum read_mode reading; /* of reduce */
    size_t scan_ahead;
    bool streams; /* scan stores past the caches */
};

static size_t moved_bytes(const struct point *point)
{
    return 2 * point->n * dtype_size(point->dtype);
}

static struct scan_setup setup_of(const struct run *run)
{
    const struct point *const point = run->point;
    const size_t bytes = moved_bytes(point);
    const bool streams = stream_pays(bytes, run->workers);
    return (struct scan_setup){
        .run = run,
        .point = point,
        .reduce = reduce_kernel_of(REDUCE_INTRINSICS, point),
        .scan = streams ? SCAN_STREAM : SCAN_WINDOWS,
        .partials = run->scratch,
        .reading = read_mode_of(bytes, run->workers),
        .scan_ahead = streams ? stream_ahead() : prefetch_ahead(bytes, run->workers),
        .streams = streams,
    };
}

static union element reduce_range(const struct scan_setup *setup, size_t first, size_t last)
{
    union element total = op_identity(setup->point->op, setup->point->dtype);
    setup->reduce(input_from(setup->run, first), last - first, setup->reading, &total);
    return total;
}

/* `value` and then the partials first … last − 1 of one row. */
static union element combine_partials(const struct scan_setup *setup, const struct partial *row,
                                      unsigned first, unsigned last, union element value)
{
    for (unsigned w = first; w < last; w++)
        value = element_combine(setup->point->op, setup->point->dtype, value, row[w].value);
    return value;
}

enum { SCAN_COST = 4 }; /* reducing a segment takes about a quarter of the time of scanning it */

static void reduce_then_scan_run(const struct run *run)
{
    const struct scan_setup setup = setup_of(run);
    const unsigned own = run->worker;
    const struct segment early = segment_early(run, SCAN_COST);
    union element carry = run->initial;
    if (own == 0)
        scan_range(run, setup.scan, &(struct element_range){early.first, early.last, setup.scan_ahead},
                   &carry);
    setup.partials[own].value = own == 0 ? carry : reduce_range(&setup, early.first, early.last);
    team_barrier(run->team, own);

    const struct segment late = segment_late(run, SCAN_COST);
    carry = combine_partials(&setup, setup.partials, 1, late.index, setup.partials[0].value);
    scan_range(run, setup.scan, &(struct element_range){late.first, late.last, setup.scan_ahead}, &carry);
}

/* The article's own segments: one of all up to 1024 elements; then at most 512, a multiple of its vectors of
 * 4, however small that makes them. */
enum { PUBLISHED_SEGMENTS = 512, PUBLISHED_VECTOR = 4, PUBLISHED_ALONE = 1024 };

static size_t published_stride(size_t n)
{
    if (n <= PUBLISHED_ALONE)
        return PUBLISHED_ALONE;
    const size_t even = n / PUBLISHED_SEGMENTS + (n % PUBLISHED_SEGMENTS != 0);
    return (even + PUBLISHED_VECTOR - 1) / PUBLISHED_VECTOR * PUBLISHED_VECTOR;
}

static size_t published_segments(const struct point *point)
{
    const size_t stride = published_stride(point->n);
    return point->n / stride + (point->n % stride != 0);
}

/* Where segment s ends. */
static size_t published_end(const struct point *point, size_t s)
{
    const size_t end = (s + 1) * published_stride(point->n);
    return end < point->n ? end : point->n;
}

static void scan_published(const struct scan_setup *setup, size_t s, union element before)
{
    const struct element_range range = {s * published_stride(setup->point->n), published_end(setup->point, s),
                                        setup->scan_ahead};
    scan_range(setup->run, setup->scan, &range, &before);
}

/* The partials stand side by side, and the scan of arrays scans them too: each becomes the sum of all up to
 * the end of its segment. */
static void published_stride_run(const struct run *run)
{
    const struct scan_setup setup = setup_of(run);
    const struct point *const point = run->point;
    const size_t stride = published_stride(point->n), count = published_segments(point);
    const struct span own = team_part(count, 1, run->worker, run->workers);
    if (count <= 1) {
        if (run->worker == 0)
            scan_published(&setup, 0, run->initial);
        return;
    }
    for (size_t s = own.first; s < own.last; s++)
        element_store(point->dtype, run->scratch, s,
                      reduce_range(&setup, s * stride, published_end(point, s)));
    team_barrier(run->team, run->worker);
    union element carry = run->initial;
    if (run->worker == 0)
        scan_kernel_of(SCAN_WINDOWS, point)(run->scratch, run->scratch, count, 0, &carry);
    team_barrier(run->team, run->worker);
    for (size_t s = own.first; s < own.last; s++)
        scan_published(&setup, s, s > 0 ? element_load(point->dtype, run->scratch, s - 1) : run->initial);
}

static void scan_then_propagate_run(const struct run *run)
{
    const struct scan_setup setup = setup_of(run);
    const struct span own = team_part(run->point->n, GRAIN, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    union element total = run->worker == 0 ? run->initial : op_identity(run->point->op, run->point->dtype);
    scan_range(run, setup.scan, &(struct element_range){first, last, setup.scan_ahead}, &total);
    setup.partials[run->worker].value = total;
    team_barrier(run->team, run->worker);
    if (run->worker == 0)
        return;
    const union element prefix =
        combine_partials(&setup, setup.partials, 1, run->worker, setup.partials[0].value);
    propagate_kernel_of(run->point)(output_from(run, first), last - first, &prefix);
}

static size_t tile_of(const struct point *point)
{
    return cache_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers, moved_bytes(point));
}

/* While a tile is scanned, the input so many elements on is what its worker goes to next: where stores go
 * past the caches there is room for it beside the tile. */
static size_t next_ahead(const struct scan_setup *setup, size_t elements)
{
    return setup->streams ? elements * dtype_size(setup->point->dtype) : setup->scan_ahead;
}

/* Two rows of partials take turns: who writes the next one has passed the barrier after which all have read
 * this one. */
static void partitioned_run(const struct run *run)
{
    const struct scan_setup setup = setup_of(run);
    const size_t n = run->point->n, partition = run->workers * tile_of(run->point);
    union element carry = run->initial;
    for (size_t begin = 0, turn = 0; begin < n; begin += partition, turn++) {
        const size_t length = n - begin < partition ? n - begin : partition;
        struct partial *const row = setup.partials + turn % 2 * run->workers;
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

static size_t chained_tiles(const struct point *point)
{
    const size_t tile = tile_of(point);
    return point->n / tile + (point->n % tile != 0);
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

/* Each worker draws its next tile before it scans this one, to fetch it meanwhile. One worker alone has no
 * one to tell a total to. */
static void chained_run(const struct run *run)
{
    const struct scan_setup setup = setup_of(run);
    const size_t n = run->point->n, tile = tile_of(run->point), tiles = chained_tiles(run->point);
    union element carry = run->initial;
    if (run->workers == 1) {
        scan_range(run, setup.scan, &(struct element_range){0, n, setup.scan_ahead}, &carry);
        return;
    }
    struct lookback *const lookback = lookback_begin(run, tiles);
    for (size_t own = lookback_ticket(lookback), next; own < tiles; own = next) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        carry = chained_prefix(&setup, lookback, own, first, last);
        next = lookback_ticket(lookback);
        scan_range(run, setup.scan,
                   &(struct element_range){first, last, next_ahead(&setup, (next - own) * tile)}, &carry);
    }
}

static size_t partials_bytes(const struct point *point)
{
    return point->workers * sizeof(struct partial);
}

static size_t published_bytes(const struct point *point)
{
    return published_segments(point) * dtype_size(point->dtype);
}

static size_t two_rows_bytes(const struct point *point)
{
    return 2 * partials_bytes(point);
}

static size_t chained_bytes(const struct point *point)
{
    return lookback_bytes(chained_tiles(point));
}

/* Along a lane, over lanes and elements beside vectors of a range, over its workers or tiles. */
static size_t roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return point->n / lanes + 12 * lanes + 2 * point->workers + chained_tiles(point);
}

/* Over all segments before the last, twice within one. */
static size_t published_roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return 2 * (published_stride(point->n) / lanes + 12 * lanes) + published_segments(point) + 12 * lanes;
}

/* The first and the last segment, 5 of 4W + 1 parts, are read once; what is read again from a cache is not
 * counted. */
static const struct cost reduce_then_scan_costs[] = {{"reads", "2n - 5n/(4W + 1)"}, {"writes", "n"}, {0}};
/* Only the first worker's part is written once. */
static const struct cost scan_then_propagate_costs[] = {{"reads", "2n - n/W"}, {"writes", "2n - n/W"}, {0}};
static const struct cost published_costs[] = {{"reads", "n > 1024 ? 2n : n"}, {"writes", "n"}, {0}};
static const struct cost once_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};

#define THREADS_SCAN(id, title, flow, published, work, scratch, path, steps, traffic, same_bits)           \
    const struct implementation id = {                                                                     \
        .name = title,                                                                                     \
        .summary = flow,                                                                                   \
        .source = published,                                                                               \
        .primitive = PRIMITIVE_SCAN,                                                                       \
        .family = FAMILY_THREADS,                                                                          \
        .deterministic = same_bits,                                                                        \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) | \
                AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_IN_PLACE),                                              \
        .dtypes = EVERY_DTYPE,                                                                             \
        .ops = EVERY_OP,                                                                                   \
        .phases = steps,                                                                                   \
        .preconditions = ISA_AND_UNROLL,                                                                   \
        .costs_hold = ANY_SIZE,                                                                            \
        .costs = traffic,                                                                                  \
        .takes_initial = true,                                                                             \
        .supports = unroll_supports,                                                                       \
        .scratch_bytes = scratch,                                                                          \
        .roundings = path,                                                                                 \
        .run = work,                                                                                       \
    };

THREADS_SCAN(
    threads_scan_reduce_then_scan, "threads/reduce-then-scan",
    "reduce one segment a worker, while the first is scanned; rescan each from the partials before it",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1", reduce_then_scan_run,
    partials_bytes, roundings,
    "the first worker scans the first segment, each other one reduces its own\n"
    "each scans its segment from the partials before it; the first one the last segment",
    reduce_then_scan_costs, true)
THREADS_SCAN(
    threads_scan_published_stride, "threads/reduce-then-scan/published-stride",
    "as published: one segment up to 1024 elements, then up to 512 of a multiple of 4, as few as 4; all "
    "are reduced, then rescanned",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1", published_stride_run,
    published_bytes, published_roundings,
    "up to 1024 elements the first worker scans all; else reduce each segment of n/512 elements, rounded "
    "up to a multiple of 4\n"
    "the first worker scans the sums of the segments as it scans an array\n"
    "scan each segment from what precedes it",
    published_costs, true)
THREADS_SCAN(threads_scan_then_propagate, "threads/scan-then-propagate",
             "scan one segment a worker, then combine each with the totals before it",
             "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", scan_then_propagate_run,
             partials_bytes, roundings,
             "each worker scans its segment and keeps the total\n"
             "all but the first join the totals before it to every element of theirs",
             scan_then_propagate_costs, true)
THREADS_SCAN(
    threads_scan_partitioned, "threads/partitioned",
    "all workers reduce, then scan one cache-sized partition after the other, so that it is read once",
    "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", partitioned_run, two_rows_bytes,
    roundings,
    "for each partition that fits the caches: every worker reduces its part, then scans it, now from cache, "
    "from the partials of the others",
    once_costs, true)
THREADS_SCAN(
    threads_scan_chained, "threads/chained",
    "one pass: ticketed cache-sized tiles are reduced, look back for their prefix, and are scanned "
    "from cache",
    "Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (NVR-2016-002)", chained_run,
    chained_bytes, roundings,
    "workers draw tiles that fit their cache: reduce, publish, walk back over earlier tiles until one "
    "has the sum of all before it, scan the tile, now from cache",
    once_costs, false)
