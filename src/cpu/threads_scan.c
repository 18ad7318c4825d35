/* SPDX-License-Identifier: MIT */
/* Scans by several pinned workers, with the SIMD kernels inside. */
#include "cpu/cpu_implementations.h"
#include "cpu/elements.h"
#include "cpu/lookback.h"
#include "cpu/tuning.h"
#include "machine/team.h"

enum { GRAIN = 256 };

/* What the workers of a scan have in common. */
struct plan {
    const struct run *run;
    const struct point *point;
    reduce_kernel *reduce;
    scan_kernel *scan;
    struct partial *partials;
    size_t ahead;
};

static struct plan plan_of(const struct run *run)
{
    const struct point *const point = run->point;
    const size_t bytes = 2 * point->n * dtype_size(point->dtype);
    return (struct plan){
        .run = run,
        .point = point,
        .reduce = reduce_kernel_of(REDUCE_INTRINSICS, point),
        .scan = scan_kernel_of(stream_pays(bytes) ? SCAN_STREAM : SCAN_WINDOWS, point),
        .partials = run->scratch,
        .ahead = prefetch_ahead(bytes, run->workers),
    };
}

static union element reduce_range(const struct plan *plan, size_t first, size_t last)
{
    union element total = op_identity(plan->point->op, plan->point->dtype);
    plan->reduce(input_from(plan->run, first), last - first, plan->ahead, &total);
    return total;
}

/* `value` and then the partials first … last − 1 of one row. */
static union element combine_partials(const struct plan *plan, const struct partial *row, unsigned first,
                                      unsigned last, union element value)
{
    for (unsigned w = first; w < last; w++)
        value = element_combine(plan->point->op, plan->point->dtype, value, row[w].value);
    return value;
}

/* Reading a segment takes about a quarter of the time of scanning it. */
enum { SCAN_COST = 4 };

/* Where segment s of workers + 1 begins. The first is shorter by that factor: its worker scans it while the
 * others reduce theirs, so that nobody waits and no total but these is ever needed. */
static size_t segment_begin(const struct plan *plan, unsigned segment)
{
    const size_t n = plan->point->n, units = SCAN_COST * (size_t)plan->run->workers + 1;
    const size_t before = segment == 0 ? 0 : SCAN_COST * ((size_t)segment - 1) + 1;
    const size_t begin = (n / units * before + n % units * before / units) / GRAIN * GRAIN;
    return before == units ? n : begin;
}

static void reduce_then_scan_run(const struct run *run)
{
    const struct plan plan = plan_of(run);
    const unsigned own = run->worker;
    const size_t begin = segment_begin(&plan, own), end = segment_begin(&plan, own + 1);
    union element carry = run->initial;
    if (own == 0)
        scan_range(run, plan.scan, begin, end, &carry);
    plan.partials[own].value = own == 0 ? carry : reduce_range(&plan, begin, end);
    team_barrier(run->team, own);

    const unsigned segment = own == 0 ? run->workers : own;
    carry = combine_partials(&plan, plan.partials, 1, segment, plan.partials[0].value);
    scan_range(run, plan.scan, segment_begin(&plan, segment), segment_begin(&plan, segment + 1), &carry);
}

static void scan_then_propagate_run(const struct run *run)
{
    const struct plan plan = plan_of(run);
    size_t first, last;
    team_part(run->point->n, GRAIN, run->worker, run->workers, &first, &last);
    union element total = run->worker == 0 ? run->initial : op_identity(run->point->op, run->point->dtype);
    scan_range(run, plan.scan, first, last, &total);
    plan.partials[run->worker].value = total;
    team_barrier(run->team, run->worker);
    if (run->worker == 0)
        return;
    const union element prefix =
        combine_partials(&plan, plan.partials, 1, run->worker, plan.partials[0].value);
    propagate_kernel_of(run->point)(output_from(run, first), last - first, &prefix);
}

/* Two rows of partials take turns: who writes the next one has passed the barrier behind which all have read
 * this one. */
static void partitioned_run(const struct run *run)
{
    const struct plan plan = plan_of(run);
    const size_t n = run->point->n, size = dtype_size(run->point->dtype);
    const size_t partition = run->workers * cache_tile(n, size, run->workers);
    union element carry = run->initial;
    for (size_t begin = 0, turn = 0; begin < n; begin += partition, turn++) {
        const size_t length = n - begin < partition ? n - begin : partition;
        struct partial *const row = plan.partials + turn % 2 * run->workers;
        size_t first, last;
        team_part(length, GRAIN, run->worker, run->workers, &first, &last);
        row[run->worker].value = reduce_range(&plan, begin + first, begin + last);
        team_barrier(run->team, run->worker);
        union element prefix = combine_partials(&plan, row, 0, run->worker, carry);
        carry = combine_partials(&plan, row, run->worker, run->workers, prefix);
        scan_range(run, plan.scan, begin + first, begin + last, &prefix);
    }
}

static size_t chained_tiles(const struct point *point)
{
    const size_t tile = cache_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers);
    return point->n / tile + (point->n % tile != 0);
}

/* One worker alone has no one to tell a total to. */
static void chained_run(const struct run *run)
{
    const struct plan plan = plan_of(run);
    const struct point *const point = run->point;
    const size_t n = point->n, tiles = chained_tiles(point);
    const size_t tile = cache_tile(n, dtype_size(point->dtype), run->workers);
    union element carry = run->initial;
    if (run->workers == 1) {
        scan_range(run, plan.scan, 0, n, &carry);
        return;
    }
    struct lookback *const lookback = lookback_begin(run, tiles);
    for (size_t own; (own = lookback_ticket(lookback)) < tiles;) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        const union element total = reduce_range(&plan, first, last);
        lookback_publish(lookback, own, total);
        carry = lookback_prefix(lookback, own, total, run->initial, point->op, point->dtype);
        scan_range(run, plan.scan, first, last, &carry);
    }
}

static size_t partials_bytes(const struct point *point)
{
    return point->workers * sizeof(struct partial);
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

#define THREADS_SCAN(id, title, flow, published, work, scratch)                                            \
    const struct implementation id = {                                                                     \
        .name = title,                                                                                     \
        .summary = flow,                                                                                   \
        .source = published,                                                                               \
        .primitive = PRIMITIVE_SCAN,                                                                       \
        .family = FAMILY_THREADS,                                                                          \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) | \
                AXIS_BIT(AXIS_ISA),                                                                        \
        .dtypes = EVERY_DTYPE,                                                                             \
        .ops = EVERY_OP,                                                                                   \
        .supports = unroll_supports,                                                                       \
        .scratch_bytes = scratch,                                                                          \
        .roundings = roundings,                                                                            \
        .run = work,                                                                                       \
    };

THREADS_SCAN(
    threads_scan_reduce_then_scan, "threads/reduce-then-scan",
    "reduce one segment a worker, while the first is scanned; rescan each from the partials before it",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1", reduce_then_scan_run,
    partials_bytes)
THREADS_SCAN(threads_scan_then_propagate, "threads/scan-then-propagate",
             "scan one segment a worker, then combine each with the totals before it",
             "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", scan_then_propagate_run,
             partials_bytes)
THREADS_SCAN(
    threads_scan_partitioned, "threads/partitioned",
    "all workers reduce, then scan one cache-sized partition after the other, so that it is read once",
    "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)", partitioned_run, two_rows_bytes)
THREADS_SCAN(threads_scan_chained, "threads/chained",
             "one pass: ticketed cache-sized tiles are reduced, look back for their prefix, and are scanned "
             "from cache",
             "Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (NVR-2016-002)",
             chained_run, chained_bytes)
