/* SPDX-License-Identifier: MIT */
/* The kill list of scans: seeded bugs that the checker must find. */
#include "machine/workers/team.h"
#include "seeded_bed.h"

#include <float.h>
#include <stdatomic.h>

enum { TILE = 16 };

static bool inclusive(const struct run *run)
{
    return run->point->scan_mode == MODE_INCLUSIVE;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Scans. */
static void tile_edge_off_by_one(const struct run *run)
{
    const uint32_t *const in = run->input;
    uint32_t carry = 0;
    for (size_t first = 0; first < run->point->n; first += TILE) {
        const size_t last = least(first + TILE, run->point->n);
        carry = scan_range(run, first, last, carry);
        if (last < run->point->n)
            carry += in[last] - in[last - 1]; /* the total of a window that is one too far */
    }
}

static void modes_mixed(const struct run *run)
{
    const size_t n = run->point->n;
    struct point other = *run->point;
    struct run rest = *run;
    const uint32_t carry = scan_range(run, 0, least(TILE, n), 0);
    other.scan_mode = MODE_INCLUSIVE;
    rest.point = &other;
    scan_range(&rest, least(TILE, n), n, carry);
}

static void nothing_at_one(const struct run *run)
{
    if (run->point->n != 1)
        scan_range(run, 0, run->point->n, 0);
}

static void writes_at_zero(const struct run *run)
{
    scan_range(run, 0, run->point->n, 0);
    if (run->point->n == 0)
        ((volatile uint32_t *)run->output)[0] = 0;
}

static void only_first_workers_part(const struct run *run)
{
    const struct span own = team_part(run->point->n, 1, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    if (run->worker == 0)
        scan_range(run, first, last, 0);
}

/* Two words a worker: a flag, and what its part adds up to. */
static _Atomic uint32_t *slot(const struct run *run, unsigned worker)
{
    return (_Atomic uint32_t *)run->scratch + 2 * worker;
}

static uint32_t part_total(const struct run *run, unsigned worker, size_t *first, size_t *last)
{
    uint32_t total = 0;
    const struct span own = team_part(run->point->n, 1, worker, run->workers);
    *first = own.first;
    *last = own.last;
    for (size_t i = *first; i < *last; i++)
        total += ((const uint32_t *)run->input)[i];
    return total;
}

/* The next one sees the flag and takes what is not there yet. */
static void flag_before_value(const struct run *run)
{
    size_t first, last;
    _Atomic uint32_t *const mine = slot(run, run->worker);
    const uint32_t total = part_total(run, run->worker, &first, &last);
    atomic_store(mine, 1);
    uint32_t carry = 0;
    for (unsigned w = 0; w < run->worker; w++) {
        while (atomic_load(slot(run, w)) != 1) {
        }
        carry += atomic_load(slot(run, w) + 1);
    }
    team_barrier(run->team, run->worker); /* the slow moment, made certain */
    atomic_store(mine + 1, total);
    scan_range(run, first, last, carry);
}

static void missing_barrier(const struct run *run)
{
    size_t first, last;
    const uint32_t total = part_total(run, run->worker, &first, &last);
    uint32_t carry = 0;
    for (unsigned w = 0; w < run->worker; w++)
        carry += atomic_load(slot(run, w));
    team_barrier(run->team, run->worker);
    atomic_store(slot(run, run->worker), total);
    scan_range(run, first, last, carry);
}

static void adds_to_output(const struct run *run)
{
    uint32_t *const out = run->output;
    const uint32_t before = run->point->n > 20 ? out[20] : 0;
    scan_range(run, 0, run->point->n, 0);
    if (run->point->n > 20)
        out[20] += before;
}

static void differs_each_third_time(const struct run *run)
{
    static unsigned calls;
    scan_range(run, 0, run->point->n, ++calls % 3 == 0);
}

static void ignores_the_prefix(const struct run *run)
{
    scan_range(run, 0, run->point->n, 0);
}

static void swapped_operands_of_a_tile(const struct run *run)
{
    uint32_t *const out = run->output;
    scan_range(run, 0, run->point->n, 0);
    for (size_t i = TILE; i + 1 < run->point->n; i += TILE) {
        const uint32_t kept = out[i];
        out[i] = out[i + 1];
        out[i + 1] = kept;
    }
}

/* Restarts with zero, which is no identity of minima of positive or maxima of negative numbers. */
static void zero_for_identity(const struct run *run)
{
    const int32_t *const in = run->input;
    int32_t *const out = run->output;
    int32_t best = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        const int32_t value = in[i];
        const int32_t next =
            run->point->op == OP_MIN ? (value < best ? value : best) : (value > best ? value : best);
        out[i] = inclusive(run) ? next : best;
        best = next;
    }
}

static void restarts_one_late(const struct run *run)
{
    const uint32_t *const in = run->input;
    uint32_t *const out = run->output;
    const size_t tile = point_tile(run->point);
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        if (i % tile == 1 && i > 1)
            sum = in[i - 1];
        sum += in[i];
        out[i] = sum;
    }
}

/* Floats. */
static void scan_floats(const struct run *run, float (*add)(float, float))
{
    const float *const in = run->input;
    float *const out = run->output;
    float sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        const float value = in[i];
        const float next = add(sum, value);
        out[i] = inclusive(run) ? next : sum;
        sum = next;
    }
}

/* Adds and takes away what costs the last bits, unlike what it declares. */
static float through_an_offset(float sum, float value)
{
    volatile float high = sum + value + 4;
    return high - 4;
}

static void loses_bits_to_an_offset(const struct run *run)
{
    scan_floats(run, through_an_offset);
}

static float off_the_grid(float sum, float value)
{
    return nextafterf(sum + value, INFINITY);
}

static void scan_off_the_grid(const struct run *run)
{
    scan_floats(run, off_the_grid);
}

static float without_nan(float sum, float value)
{
    return isnan(value) ? sum : sum + value;
}

static void drops_nan(const struct run *run)
{
    scan_floats(run, without_nan);
}

static float clipped(float sum, float value)
{
    return sum + value > FLT_MAX ? FLT_MAX : sum + value;
}

static void clips_infinity(const struct run *run)
{
    scan_floats(run, clipped);
}

/* Half-precision sums: 11 bits. */
static float short_sum(float sum, float value)
{
    const float wide = sum + value, cut = wide * 8193;
    return cut - (cut - wide);
}

static void scans_in_half_precision(const struct run *run)
{
    scan_floats(run, short_sum);
}

/* An exclusive sum as the inclusive one less the element. */
static void exclusive_by_subtraction(const struct run *run)
{
    const float *const in = run->input;
    float *const out = run->output;
    float sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        sum += in[i];
        out[i] = inclusive(run) ? sum : sum - in[i];
    }
}

#define SCAN PRIMITIVE_SCAN, DTYPE_U32, OP_SUM
#define FLOAT_SCAN PRIMITIVE_SCAN, DTYPE_F32, OP_SUM
#define WORKERS .axes = AXIS_BIT(AXIS_WORKERS)
static const struct bug bugs[] = {
    {"scan: off by one at a tile's edge", tile_edge_off_by_one, SCAN, .what = "element"},
    {"scan: inclusive after the first tile", modes_mixed, SCAN, .what = "exclusive"},
    {"scan: nothing written where n = 1", nothing_at_one, SCAN, .what = "element 0 of 1"},
    {"scan: something written where n = 0", writes_at_zero, SCAN, .what = "n=0"},
    {"scan: only the first worker's part", only_first_workers_part, SCAN, .what = "workers=2", WORKERS},
    {"scan: flag before value", flag_before_value, SCAN, .what = "workers=2", WORKERS},
    {"scan: missing barrier", missing_barrier, SCAN, .what = "workers=2", WORKERS},
    {"scan: adds to what the output held", adds_to_output, SCAN, .what = "element 20"},
    {"scan: another answer each third time", differs_each_third_time, SCAN, .what = "element 0"},
    {"scan: ignores the prefix", ignores_the_prefix, SCAN, .what = "after a prefix", .takes_initial = true},
    {"scan: neighbours swapped at tiles' edges", swapped_operands_of_a_tile, SCAN, .what = "element 16"},
    {"scan of minima: wrong identity", zero_for_identity, PRIMITIVE_SCAN, DTYPE_I32, OP_MIN,
     .what = "element 0"},
    {"scan of maxima: wrong identity", zero_for_identity, PRIMITIVE_SCAN, DTYPE_I32, OP_MAX,
     .what = "element 0"},
    {"tiled scan: restarts one late", restarts_one_late, PRIMITIVE_TILED_SCAN, DTYPE_U32, OP_SUM,
     .what = "element 32", .axes = AXIS_BIT(AXIS_THREADS_PER_GROUP)},
    {"scan of floats: bits lost to an offset", loses_bits_to_an_offset, FLOAT_SCAN, .what = "element"},
    {"scan of floats: sums off the grid", scan_off_the_grid, FLOAT_SCAN, .what = "element"},
    {"scan of floats: half precision", scans_in_half_precision, FLOAT_SCAN, .what = "element"},
    {"scan of floats: NaN dropped", drops_nan, FLOAT_SCAN, .what = "one NaN"},
    {"scan of floats: infinity clipped", clips_infinity, FLOAT_SCAN, .what = "one infinity"},
    {"scan of floats: exclusive by subtraction", exclusive_by_subtraction, FLOAT_SCAN, .what = "one NaN"},
};

BUG_TESTS(bugs)
