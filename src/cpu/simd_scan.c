/* SPDX-License-Identifier: MIT */
/* Scans by one worker with SIMD registers. */
#include "cpu/cpu_implementations.h"
#include "cpu/elements.h"

#define PAPER "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)"
#define ARTICLE "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"

static void scan_all(const struct run *run, enum scan_style style)
{
    union element carry = run->initial;
    scan_range(run, scan_kernel_of(style, run->point), 0, run->point->n, &carry);
}

/* Along one lane, then over the totals of all lanes, at either end the elements beside whole vectors. */
static size_t scan_roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return point->n / lanes + 12 * lanes;
}

#define SIMD_SCAN(id, style, title, flow, published, varies)                             \
    static void id##_run(const struct run *run)                                          \
    {                                                                                    \
        scan_all(run, style);                                                            \
    }                                                                                    \
    const struct implementation id = {                                                   \
        .name = title,                                                                   \
        .summary = flow,                                                                 \
        .source = published,                                                             \
        .primitive = PRIMITIVE_SCAN,                                                     \
        .family = FAMILY_SIMD,                                                           \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_ISA) | (varies), \
        .dtypes = EVERY_DTYPE,                                                           \
        .ops = EVERY_OP,                                                                 \
        .supports = (varies) ? unroll_supports : NULL,                                   \
        .roundings = scan_roundings,                                                     \
        .run = id##_run,                                                                 \
    };

SIMD_SCAN(simd_scan_operators, SCAN_OPERATORS, "simd/operators",
          "log-step scan in registers with vector operators, the carry run through the totals of `unroll` "
          "registers",
          ARTICLE, AXIS_BIT(AXIS_UNROLL))
SIMD_SCAN(simd_scan_intrinsics, SCAN_INTRINSICS, "simd/intrinsics",
          "the log-step scan of simd/operators with the intrinsics of the ISA", ARTICLE,
          AXIS_BIT(AXIS_UNROLL))
SIMD_SCAN(simd_scan_windows, SCAN_WINDOWS, "simd/windows",
          "log steps whose lanes come from the register before, so that no total is broadcast; prefetched",
          "scanbench", AXIS_BIT(AXIS_UNROLL))
SIMD_SCAN(simd_scan_stream, SCAN_STREAM, "simd/stream",
          "simd/windows with stores past the caches, for arrays far beyond the last one", "scanbench", 0)
SIMD_SCAN(simd_scan_vertical, SCAN_VERTICAL, "simd/vertical",
          "each lane of `unroll` registers owns a chunk: gather its total, then gather, scan and scatter",
          PAPER, AXIS_BIT(AXIS_UNROLL))
SIMD_SCAN(simd_scan_tree, SCAN_TREE, "simd/tree",
          "up and down a balanced tree within each register, the carry as in simd/operators", PAPER,
          AXIS_BIT(AXIS_UNROLL))
