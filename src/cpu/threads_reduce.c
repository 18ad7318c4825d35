/* SPDX-License-Identifier: MIT */
/* Reductions and dot products by several pinned workers, with the SIMD kernels inside. */
#include "base/divide.h"
#include "cpu/elements.h"
#include "cpu/sleepers.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

#include <stdatomic.h>

enum { GRAIN = 256, SEGMENT = 1 << 16 };

static void combine(const struct run *run, enum op op)
{
    const struct partial *const partials = run->scratch;
    union element total = partials[0].value;
    for (unsigned w = 1; w < run->workers; w++)
        total = element_combine(op, run->point->dtype, total, partials[w].value);
    element_write(run->point->dtype, run->output, 0, total);
}

/* Combine the workers' partials into the output: fan-in by worker 0. */
static void finish(const struct run *run, enum op op)
{
    team_barrier(run->team, run->worker);
    if (run->worker == 0)
        combine(run, op);
}

static union element reduce_part(const struct run *run, enum read_mode reading, size_t first, size_t last)
{
    union element partial = op_identity(run->point->op, run->point->dtype);
    reduce_kernel_of(REDUCE_INTRINSICS, run->point)(input_from(run, first), last - first, reading, &partial);
    return partial;
}

/* Even parts, wherever rows begin. Whole rows are their worker's alone; of the others each worker keeps what
 * it has of the row that its part begins in, and where a row begins it is joined from all that have some. */
static void reduce_rows_run(const struct run *run, enum read_mode reading)
{
    const struct point *const point = run->point;
    const struct span own = team_part(point->n, GRAIN, run->worker, run->workers);
    const size_t row = point->row_length, begun = divide_up(own.first, row);
    const size_t ended = own.last == point->n ? divide_up(point->n, row) : own.last / row;
    struct partial *const partials = run->scratch;
    const bool is_within = begun > ended || own.last <= begun * row; /* of one row, which began earlier */
    partials[run->worker].value = reduce_part(run, reading, own.first, is_within ? own.last : begun * row);
    union element tail = op_identity(point->op, point->dtype);
    if (!is_within) {
        reduce_rows(run, reduce_kernel_of(REDUCE_INTRINSICS, point), reading,
                    &(struct element_range){begun, ended, 0});
        tail = ended * row < own.last ? reduce_part(run, reading, ended * row, own.last) : tail;
    }
    team_barrier(run->team, run->worker);
    if (is_within || ended * row >= own.last)
        return;
    for (unsigned w = run->worker + 1; w < run->workers; w++)
        if (team_part(point->n, GRAIN, w, run->workers).first < (ended + 1) * row)
            tail = element_combine(point->op, point->dtype, tail, partials[w].value);
    element_write(point->dtype, run->output, ended, tail);
}

static void reduce_blocked_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum read_mode reading = read_mode_of(point->n * dtype_size(point->dtype), run->workers);
    if (point->row_length > 0) {
        reduce_rows_run(run, reading);
        return;
    }
    const struct span own = team_part(point->n, GRAIN, run->worker, run->workers);
    struct partial *const partials = run->scratch;
    partials[run->worker].value = reduce_part(run, reading, own.first, own.last);
    finish(run, point->op);
}

/* The worker's part of the products, to its partial. */
static void dot_part(const struct run *run, dot_kernel *kernel)
{
    const struct point *const point = run->point;
    const size_t size = dtype_size(point->dtype);
    const enum read_mode reading = read_mode_of(2 * point->n * size, run->workers);
    union element partial = op_identity(OP_SUM, point->dtype);
    const struct span own = team_part(point->n, GRAIN, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    kernel(input_from(run, first), (const char *)run->second + first * size, last - first, reading, &partial);
    struct partial *const partials = run->scratch;
    partials[run->worker].value = partial;
}

static void dot_blocked_run(const struct run *run)
{
    dot_kernel *const fused = dot_kernel_of(DOT_FMA, run->point);
    dot_part(run, fused ? fused : dot_kernel_of(DOT_INTRINSICS, run->point));
    finish(run, OP_SUM);
}

static void dot_unfused_part(const struct run *run)
{
    dot_part(run, dot_kernel_of(DOT_INTRINSICS, run->point));
}

static void dot_unfused_run(const struct run *run)
{
    dot_unfused_part(run);
    finish(run, OP_SUM);
}

static bool sleepers_prepare(const struct run *run, void **state, struct error *why)
{
    *state = sleepers_create(run, why);
    return *state != NULL;
}

static void sleepers_finish(void *state)
{
    if (state)
        sleepers_destroy(state);
}

static void dot_sleeping_run(const struct run *run)
{
    sleepers_run(run->state, run, dot_unfused_part);
    combine(run, OP_SUM);
}

/* The integer that all workers combine their segments into, with two cache lines to itself as a partial. */
struct shared {
    _Atomic uint64_t bits;
    char apart[2 * CACHE_LINE - sizeof(uint64_t)];
};

static void combine_atomically(const struct run *run, struct shared *shared, union element partial)
{
    const enum op op = run->point->op;
    const enum dtype dtype = run->point->dtype;
    if (op == OP_SUM) { /* of 32 bits too: the low half of a 64-bit sum is the sum of the low halves */
        atomic_fetch_add_explicit(&shared->bits, partial.u64, memory_order_relaxed);
        return;
    }
    union element expected = {.u64 = atomic_load_explicit(&shared->bits, memory_order_relaxed)}, desired;
    do
        desired = element_combine(op, dtype, expected, partial);
    while (!atomic_compare_exchange_weak_explicit(&shared->bits, &expected.u64, desired.u64,
                                                  memory_order_relaxed, memory_order_relaxed));
}

static void reduce_atomic_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum read_mode reading = read_mode_of(point->n * dtype_size(point->dtype), run->workers);
    reduce_kernel *const reduce = reduce_kernel_of(REDUCE_INTRINSICS, point);
    struct shared *const shared = run->scratch;
    const union element identity = op_identity(point->op, point->dtype);
    if (run->worker == 0)
        atomic_store_explicit(&shared->bits, identity.u64, memory_order_relaxed);
    team_barrier(run->team, run->worker);
    const struct span own = team_part(point->n, GRAIN, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    for (size_t i = first; i < last; i += SEGMENT) {
        union element partial = identity;
        reduce(input_from(run, i), last - i < SEGMENT ? last - i : SEGMENT, reading, &partial);
        combine_atomically(run, shared, partial);
    }
    team_barrier(run->team, run->worker);
    const union element total = {.u64 = atomic_load_explicit(&shared->bits, memory_order_relaxed)};
    if (run->worker == 0)
        element_write(point->dtype, run->output, 0, total);
}

static bool atomic_supports(const struct point *point, struct error *why)
{
    if (dtype_is_float((enum dtype)point->dtype))
        return error_set(why, EXIT_USAGE, "%s has no atomic arithmetic", dtype_names[point->dtype]);
    return unroll_supports(point, why);
}

static size_t shared_bytes(const struct point *point)
{
    (void)point;
    return sizeof(struct shared);
}

/* A product and a sum along one lane of one register, then over registers, lanes, rest and workers. */
static size_t roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point), step = lanes * point->unroll;
    return point->n / point->workers / step + GRAIN / step + 2 * point->unroll + 2 * lanes + point->workers +
           4;
}

static const struct cost reduce_costs[] = {{"reads", "n"}, {0}};
static const struct cost atomic_costs[] = {{"reads", "n"}, {"atomics", "(n + 65535)/65536"}, {0}};
static const struct cost dot_costs[] = {{"reads", "2n"}, {0}};

/* `...`: what else it has. */
#define THREADS_REDUCTION(id, kind, title, flow, published, varies, converted, ops_, check, scratch, work, \
                          traffic, same_bits, ...)                                                         \
    const struct implementation id = {                                                                     \
        .name = title,                                                                                     \
        .summary = flow,                                                                                   \
        .source = published,                                                                               \
        .primitive = kind,                                                                                 \
        .family = FAMILY_THREADS,                                                                          \
        .deterministic = same_bits,                                                                        \
        .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | (varies),            \
        .dtypes = EVERY_DTYPE | (converted),                                                               \
        .ops = ops_,                                                                                       \
        .phases = flow,                                                                                    \
        .preconditions = ISA_AND_UNROLL "\nfloats are rounded in another order than serially",             \
        .costs_hold = ANY_SIZE,                                                                            \
        .costs = traffic,                                                                                  \
        .supports = check,                                                                                 \
        .scratch_bytes = scratch,                                                                          \
        .roundings = roundings,                                                                            \
        .run = work,                                                                                       \
        __VA_ARGS__};

THREADS_REDUCTION(threads_reduce_blocked, PRIMITIVE_REDUCE, "threads/blocked",
                  "a contiguous range a worker, partials in cache lines of their own, combined by the first",
                  "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product",
                  AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_ROW_LENGTH), EVERY_CONVERTED_DTYPE, EVERY_OP,
                  unroll_supports, partials_bytes, reduce_blocked_run, reduce_costs, true)
THREADS_REDUCTION(threads_reduce_atomic, PRIMITIVE_REDUCE, "threads/atomic",
                  "one atomic operation a segment of 64 Ki elements (integers)",
                  "M. Kieber-Emmons, Optimizing Parallel Reduction in Metal for Apple M1", AXIS_BIT(AXIS_OP),
                  EVERY_CONVERTED_DTYPE & ~EVERY_HALF, EVERY_OP, atomic_supports, shared_bytes,
                  reduce_atomic_run, atomic_costs, false)
THREADS_REDUCTION(
    threads_dot_blocked, PRIMITIVE_DOT, "threads/blocked",
    "a contiguous range a worker, partials in cache lines of their own, combined by the first; fused "
    "where the ISA can",
    "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product", 0, EVERY_HALF, 0, unroll_supports,
    partials_bytes, dot_blocked_run, dot_costs, true)
THREADS_REDUCTION(threads_dot_unfused, PRIMITIVE_DOT, "threads/blocked/unfused",
                  "the same with the product and the sum rounded apart, as the source's NEON kernels",
                  "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product", 0, 0, 0, unroll_supports,
                  partials_bytes, dot_unfused_run, dot_costs, true)
THREADS_REDUCTION(
    threads_dot_sleeping, PRIMITIVE_DOT, "threads/blocked/sleeping",
    "the same by threads that sleep until a call wakes them, and a caller that sleeps until they "
    "are done, as published",
    "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product", 0, 0, 0, unroll_supports, partials_bytes,
    dot_sleeping_run, dot_costs, true, .own_threads = true, .prepare = sleepers_prepare,
    .finish = sleepers_finish)
