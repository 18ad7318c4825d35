/* SPDX-License-Identifier: MIT */
/* Reductions and dot products by one worker with SIMD registers. */
#include "cpu/elements.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"
#include "machine/isa.h"

#define REDUCE_ARTICLE "M. Kieber-Emmons, Optimizing Parallel Reduction in Metal for Apple M1"
#define DOT_ARTICLE "S. Yamanishi, AppleNumericalComputing, chapter 03 dot product"

static void reduce_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum reduce_style style = (enum reduce_style)point->implementation->variant;
    const struct problem_key key = point_problem(point, 0);
    union element result = op_identity(point->op, point->dtype);
    const enum read_mode reading = read_mode_of(point->n * dtype_size(point->dtype), 1);
    reduce_kernel *const kernel = reduce_kernel_of(style, point);
    if (point->row_length > 0) {
        reduce_rows(run, kernel, reading, &(struct element_range){0, problem_rows(&key), 0});
        return;
    }
    kernel(run->input, point->n, reading, &result);
    element_write(point->dtype, run->output, 0, result);
}

static void dot_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum dot_style style = (enum dot_style)point->implementation->variant;
    union element result = op_identity(OP_SUM, point->dtype);
    const enum read_mode reading = read_mode_of(2 * point->n * dtype_size(point->dtype), 1);
    dot_kernel_of(style, point)(run->input, run->second, point->n, reading, &result);
    element_write(point->dtype, run->output, 0, result);
}

/* Along one lane of one register, over registers, vectors left over and lanes, then the elements beside
 * vectors. */
static size_t roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return point->n / (lanes * point->unroll) + 2 * point->unroll + 2 * lanes + 2;
}

static bool fma_supports(const struct point *point, struct error *why)
{
    if (!unroll_supports(point, why))
        return false;
    return dot_kernel_of(DOT_FMA, point) ||
           error_set(why, EXIT_USAGE, "isa %s has no fused multiply-add", isa_names[point->isa]);
}

static const struct cost reduce_costs[] = {{"reads", "n"}, {0}};
static const struct cost dot_costs[] = {{"reads", "2n"}, {0}};

#define SIMD_REDUCTION(id, style, work, kind, title, flow, published, varies, takes, ops_, check, traffic) \
    const struct implementation id = {                                                                     \
        .name = title,                                                                                     \
        .summary = flow,                                                                                   \
        .source = published,                                                                               \
        .primitive = kind,                                                                                 \
        .family = FAMILY_SIMD,                                                                             \
        .deterministic = true,                                                                             \
        .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_ISA) | (varies),                                     \
        .dtypes = takes,                                                                                   \
        .ops = ops_,                                                                                       \
        .phases = flow "\nat the end the accumulators, then their lanes, are joined",                      \
        .preconditions = ISA_AND_UNROLL "\nfloats are rounded in another order than serially",             \
        .costs_hold = ANY_SIZE,                                                                            \
        .costs = traffic,                                                                                  \
        .supports = check,                                                                                 \
        .roundings = roundings,                                                                            \
        .variant = style,                                                                                  \
        .run = work,                                                                                       \
    };
#define SIMD_REDUCE(id, style, title, flow, takes)                                                  \
    SIMD_REDUCTION(id, style, reduce_run, PRIMITIVE_REDUCE, title, flow, REDUCE_ARTICLE,            \
                   AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_ROW_LENGTH), takes, EVERY_OP, unroll_supports, \
                   reduce_costs)
#define SIMD_DOT(id, style, title, flow, takes, check) \
    SIMD_REDUCTION(id, style, dot_run, PRIMITIVE_DOT, title, flow, DOT_ARTICLE, 0, takes, 0, check, dot_costs)

SIMD_REDUCE(simd_reduce_operators, REDUCE_OPERATORS, "simd/operators",
            "`unroll` independent accumulators with vector operators", EVERY_DTYPE)
SIMD_REDUCE(simd_reduce_intrinsics, REDUCE_INTRINSICS, "simd/intrinsics",
            "`unroll` independent accumulators with the intrinsics of the ISA",
            EVERY_DTYPE | EVERY_CONVERTED_DTYPE)
SIMD_DOT(simd_dot_operators, DOT_OPERATORS, "simd/operators",
         "`unroll` independent accumulators with vector operators, multiply and add separate",
         EVERY_DTYPE | EVERY_HALF, unroll_supports)
SIMD_DOT(simd_dot_intrinsics, DOT_INTRINSICS, "simd/intrinsics",
         "`unroll` independent accumulators with the intrinsics of the ISA, multiply and add separate",
         EVERY_DTYPE, unroll_supports)
SIMD_DOT(simd_dot_fma, DOT_FMA, "simd/fma", "`unroll` independent accumulators, multiply and add fused",
         EVERY_FLOAT, fma_supports)
