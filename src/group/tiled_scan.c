/* SPDX-License-Identifier: MIT */
/* The ladder of tiled scans: one launch, each tile on its own. */
#include "group/emulate.h"
#include "group/emulate_scan.h"
#include "group/group_implementations.h"
#include "group/levels.h"

static void tiled_scan(const struct run *run, launch_kernel *kernel)
{
    struct launch launch = emulate_start(run);
    launch.argument[0].in = run->input;
    launch.argument[1].out = run->output;
    launch.argument[2].value = run->point->n;
    emulate_launch(run, kernel, &launch, divide_up(run->point->n, point_tile(run->point)));
}

static size_t roundings(const struct point *point)
{
    return point->values_per_thread + point->threads_per_group + 4;
}

static bool supports_one_value(const struct point *point, struct error *why)
{
    struct point one = *point;
    one.values_per_thread = 1;
    return emulate_supports(&one, why);
}

#define TILED(kernel, suffix, spelling, operators, extra, can, flow)                               \
    static void kernel##_run(const struct run *run)                                                \
    {                                                                                              \
        unsigned values = 0;                                                                       \
        emulate_values_index(run->point->values_per_thread, &values);                              \
        const struct point *const point = run->point;                                              \
        tiled_scan(run, emulate_scan_kernels(point->isa, point->dtype, point->op)->kernel suffix); \
    }                                                                                              \
    const struct implementation group_tiled_##kernel = {                                           \
        .name = "group/" spelling,                                                                 \
        .summary = flow,                                                                           \
        .source = "S. Veitner, Making prefix sum really fast (2025)",                              \
        .primitive = PRIMITIVE_TILED_SCAN,                                                         \
        .family = FAMILY_GROUP,                                                                    \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_WORKERS) |    \
                AXIS_BIT(AXIS_ISA) | (extra),                                                      \
        .dtypes = DTYPES_ALL,                                                                      \
        .ops = operators,                                                                          \
        .supports = can,                                                                           \
        .roundings = roundings,                                                                    \
        .run = kernel##_run,                                                                       \
    };

TILED(naive, , "naive", OPS_ALL, 0, supports_one_value, "Hillis-Steele in device memory")
TILED(shared, , "shared", OPS_ALL, 0, supports_one_value, "Hillis-Steele in shared memory")
TILED(double_buffer, , "double-buffer", OPS_ALL, 0, supports_one_value,
      "Hillis-Steele between two arrays of shared memory in turn")
TILED(warp, , "warp", 1u << OP_SUM, AXIS_BIT(AXIS_NETWORK), supports_one_value,
      "every simdgroup scans in registers, then the first one their sums")
TILED(coarsened, [values], "coarsened", 1u << OP_SUM,
      AXIS_BIT(AXIS_NETWORK) | AXIS_BIT(AXIS_VALUES_PER_THREAD), emulate_supports,
      "several serial values a thread, then as warp")
