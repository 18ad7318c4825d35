/* SPDX-License-Identifier: MIT */
/* Scans by several pinned workers, a segment each, with the SIMD kernels inside. */
#include "cpu/threads_scan.h"

#include "base/divide.h"
#include "cpu/segments.h"
#include "cpu/tagged_sums.h"
#include "cpu/tuning.h"
#include "machine/workers/team.h"

enum { GRAIN = 256 };

size_t scan_bytes(const struct point *point)
{
    return (size_t)primitive_bytes(PRIMITIVE_SCAN, (enum dtype)point->dtype, point->n, 0);
}

struct scan_setup scan_setup_of(const struct run *run)
{
    const struct point *const point = run->point;
    const size_t bytes = scan_bytes(point);
    const bool streams = stream_pays(bytes, run->workers);
    return (struct scan_setup){
        .run = run,
        .point = point,
        .reduce = reduce_kernel_of(REDUCE_INTRINSICS, point),
        .scan = streams ? SCAN_STREAM : SCAN_WINDOWS,
        .reading = read_mode_of(bytes, run->workers),
        .scan_ahead = streams ? stream_ahead() : prefetch_ahead(bytes, run->workers),
        .streams = streams,
    };
}

union element reduce_range(const struct scan_setup *setup, size_t first, size_t last)
{
    union element total = op_identity(setup->point->op, setup->point->dtype);
    const struct element_range range = range_in_order(setup->run, &(struct element_range){first, last, 0});
    setup->reduce(input_from(setup->run, range.first), last - first, setup->reading, &total);
    return total;
}

enum { SCAN_COST = 4 }; /* reducing a segment takes about a quarter of the time of scanning it */

/* The result of the segments before `last`, waiting for each. */
static union element await_segments(const struct scan_setup *setup, uint64_t tag, unsigned last)
{
    struct tagged_sum *const sums = setup->run->scratch;
    union element value = sum_await(&sums[0], tag);
    for (unsigned w = 1; w < last; w++)
        value = element_combine(setup->point->op, setup->point->dtype, value, sum_await(&sums[w], tag));
    return value;
}

static struct span own_part(const struct run *run, unsigned worker)
{
    return team_part(run->point->n, GRAIN, worker, run->workers);
}

/* Even parts, wherever rows begin: each worker publishes what its part comes to since the last row began
 * there, and joins what those before it have of the row that its own part begins in. */
static void rows_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    const struct point *const point = run->point;
    const struct span own = own_part(run, run->worker);
    const size_t row = point->row_length, begun = own.first - own.first % row,
                 open = own.last - own.last % row;
    struct tagged_sum *const sums = run->scratch;
    const uint64_t tag = call_tag(run);
    union element carry = op_identity(point->op, point->dtype);
    unsigned earlier = run->worker;
    sum_publish(&sums[run->worker], tag, reduce_range(&setup, open > own.first ? open : own.first, own.last));
    while (earlier > 0 && own_part(run, earlier - 1).last > begun)
        earlier--;
    for (; earlier < run->worker; earlier++)
        carry = element_combine(point->op, point->dtype, carry, sum_await(&sums[earlier], tag));
    scan_range(run, setup.scan, &(struct element_range){own.first, own.last, setup.scan_ahead}, &carry);
}

static void segments_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    struct tagged_sum *const sums = run->scratch;
    const uint64_t tag = call_tag(run);
    const struct segment early = segment_early(run, SCAN_COST), late = segment_late(run, SCAN_COST);
    union element carry = run->initial;
    if (run->worker == 0)
        scan_range(run, setup.scan, &(struct element_range){early.first, early.last, setup.scan_ahead},
                   &carry);
    else
        carry = reduce_range(&setup, early.first, early.last);
    sum_publish(&sums[run->worker], tag, carry);
    carry = await_segments(&setup, tag, late.index);
    scan_range(run, setup.scan, &(struct element_range){late.first, late.last, setup.scan_ahead}, &carry);
}

void reduce_then_scan_run(const struct run *run)
{
    if (run->point->row_length > 0)
        rows_run(run);
    else
        segments_run(run);
}

/* The article's own segments: one of all up to 1024 elements; then at most as many as the axis groups says,
 * where it has 512, a multiple of its vectors of 4, however small that makes them. */
enum { PUBLISHED_VECTOR = 4, PUBLISHED_ALONE = 1024 };

static size_t published_stride(const struct point *point)
{
    if (point->n <= PUBLISHED_ALONE)
        return PUBLISHED_ALONE;
    return round_up(divide_up(point->n, point->groups), PUBLISHED_VECTOR);
}

static size_t published_segments(const struct point *point)
{
    return divide_up(point->n, published_stride(point));
}

/* Where segment s ends. */
static size_t published_end(const struct point *point, size_t s)
{
    const size_t end = (s + 1) * published_stride(point);
    return end < point->n ? end : point->n;
}

static void scan_published(const struct scan_setup *setup, size_t s, union element before)
{
    const struct element_range range = {s * published_stride(setup->point), published_end(setup->point, s),
                                        setup->scan_ahead};
    scan_range(setup->run, setup->scan, &range, &before);
}

/* The partials stand side by side, and the scan of arrays scans them too: each becomes the sum of all up to
 * the end of its segment. */
static void published_stride_run(const struct run *run)
{
    const struct scan_setup setup = scan_setup_of(run);
    const struct point *const point = run->point;
    const size_t stride = published_stride(point), count = published_segments(point);
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
    const struct scan_setup setup = scan_setup_of(run);
    const struct span own = team_part(run->point->n, GRAIN, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    union element total = run->worker == 0 ? run->initial : op_identity(run->point->op, run->point->dtype);
    scan_range(run, setup.scan, &(struct element_range){first, last, setup.scan_ahead}, &total);
    struct tagged_sum *const sums = run->scratch;
    const uint64_t tag = call_tag(run);
    sum_publish(&sums[run->worker], tag, total);
    if (run->worker == 0)
        return;
    const union element prefix = await_segments(&setup, tag, run->worker);
    const struct element_range range = range_in_order(run, &(struct element_range){first, last, 0});
    propagate_kernel_of(run->point)(output_from(run, range.first), last - first, &prefix);
}

static size_t reduce_then_scan_bytes(const struct point *point)
{
    return point->workers * sizeof(struct tagged_sum);
}

static size_t published_bytes(const struct point *point)
{
    return published_segments(point) * dtype_size(point->dtype);
}

size_t scan_roundings(const struct point *point, size_t joined)
{
    const size_t lanes = point_lanes(point);
    return point->n / lanes + 12 * lanes + joined;
}

static size_t segment_roundings(const struct point *point)
{
    return scan_roundings(point, 2 * point->workers);
}

/* Over all segments before the last, twice within one. */
static size_t published_roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return 2 * (published_stride(point) / lanes + 12 * lanes) + published_segments(point) + 12 * lanes;
}

/* The first and the last segment, 5 of 4W + 1 parts, are read once; what is read again from a cache is not
 * counted. */
static const struct cost reduce_then_scan_costs[] = {{"reads", "2n - 5n/(4W + 1)"}, {"writes", "n"}, {0}};
/* Only the first worker's part is written once. */
static const struct cost scan_then_propagate_costs[] = {{"reads", "2n - n/W"}, {"writes", "2n - n/W"}, {0}};
static const struct cost published_costs[] = {
    {"reads", "G = 1 ? n : n > 1024 ? 2n : n"}, {"writes", "n"}, {0}};

THREADS_SCAN(
    threads_scan_reduce_then_scan, "threads/reduce-then-scan",
    "reduce one segment a worker, while the first is scanned; rescan each from the partials before it",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1", EVERY_CONVERTED_DTYPE,
    reduce_then_scan_run, reduce_then_scan_bytes, segment_roundings,
    "the first worker scans the first segment, each other one reduces its own\n"
    "each scans its segment from the partials before it; the first one the last segment\n"
    "of rows each reduces what is left of its own segment since the last row began, and scans it",
    reduce_then_scan_costs, true, AXIS_BIT(AXIS_ROW_LENGTH))
THREADS_SCAN(
    threads_scan_published_stride, "threads/reduce-then-scan/published-stride",
    "as published: one segment up to 1024 elements, then up to G, there 512, of a multiple of 4, as few as "
    "4; "
    "all are reduced, then rescanned",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1", 0, published_stride_run,
    published_bytes, published_roundings,
    "up to 1024 elements the first worker scans all; else reduce each segment of n/G elements, rounded "
    "up to a multiple of 4\n"
    "the first worker scans the sums of the segments as it scans an array\n"
    "scan each segment from what precedes it",
    published_costs, true, AXIS_BIT(AXIS_GROUPS), .groups = 512)
THREADS_SCAN(threads_scan_then_propagate, "threads/scan-then-propagate",
             "scan one segment a worker, then combine each with the totals before it",
             "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", 0, scan_then_propagate_run,
             reduce_then_scan_bytes, segment_roundings,
             "each worker scans its segment and keeps the total\n"
             "all but the first join the totals before it to every element of theirs",
             scan_then_propagate_costs, true, 0)
