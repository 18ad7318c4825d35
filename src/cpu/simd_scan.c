/* SPDX-License-Identifier: MIT */
/* Scans by one worker with SIMD registers. */
#include "cpu/elements.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"

#define PAPER "Zhang, Wang, Ross, Parallel Prefix Sum with SIMD (ADMS 2020)"
#define ARTICLE "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"

static void scan_run(const struct run *run)
{
    const struct point *const point = run->point;
    const enum scan_style style = (enum scan_style)point->implementation->variant;
    const size_t bytes = (size_t)primitive_bytes(PRIMITIVE_SCAN, (enum dtype)point->dtype, point->n, 0);
    const size_t ahead = style == SCAN_STREAM ? stream_ahead() : prefetch_ahead(bytes, 1);
    union element carry = run->initial;
    scan_range(run, style, &(struct element_range){0, point->n, ahead}, &carry);
}

/* Along one lane, then over the totals of all lanes, at either end the elements beside whole vectors. */
static size_t scan_roundings(const struct point *point)
{
    const size_t lanes = point_lanes(point);
    return point->n / lanes + 12 * lanes;
}

static const struct cost once_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost twice_costs[] = {{"reads", "2n"}, {"writes", "n"}, {0}};

#define SIMD_SCAN(id, style, title, flow, published, varies, converted, steps, traffic) \
    const struct implementation id = {                                                  \
        .name = title,                                                                  \
        .summary = flow,                                                                \
        .source = published,                                                            \
        .primitive = PRIMITIVE_SCAN,                                                    \
        .family = FAMILY_SIMD,                                                          \
        .deterministic = true,                                                          \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_ISA) |     \
                AXIS_BIT(AXIS_ROW_LENGTH) | AXIS_BIT(AXIS_IN_PLACE) | (varies),         \
        .dtypes = EVERY_DTYPE | (converted),                                            \
        .ops = EVERY_OP,                                                                \
        .phases = steps,                                                                \
        .preconditions = (varies) ? ISA_AND_UNROLL : NEEDS_ISA,                         \
        .costs_hold = ANY_SIZE,                                                         \
        .costs = traffic,                                                               \
        .takes_initial = true,                                                          \
        .reverses = (style) == SCAN_INTRINSICS,                                         \
        .supports = (varies) ? unroll_supports : NULL,                                  \
        .roundings = scan_roundings,                                                    \
        .variant = style,                                                               \
        .run = scan_run,                                                                \
    };

#define LOG_STEPS                                                                                       \
    "each of `unroll` registers: in log2(lanes) steps every lane takes the one 1, 2, 4, … below it\n" \
    "the carry runs through the registers' totals and is added to each"
#define WINDOW_STEPS                                                                                       \
    "each register: in log2(lanes) steps every lane takes the one 1, 2, 4, … below it, where the first " \
    "lanes take from the register before: the sums of windows that overlap"

SIMD_SCAN(simd_scan_operators, SCAN_OPERATORS, "simd/operators",
          "log-step scan in registers with vector operators, the carry run through the totals of `unroll` "
          "registers",
          ARTICLE, AXIS_BIT(AXIS_UNROLL), 0, LOG_STEPS, once_costs)
SIMD_SCAN(simd_scan_intrinsics, SCAN_INTRINSICS, "simd/intrinsics",
          "the log-step scan of simd/operators with the intrinsics of the ISA", ARTICLE,
          AXIS_BIT(AXIS_UNROLL), 0, LOG_STEPS, once_costs)
SIMD_SCAN(simd_scan_windows, SCAN_WINDOWS, "simd/windows",
          "log steps whose lanes come from the register before, so that no total is broadcast; prefetched",
          "scanbench", AXIS_BIT(AXIS_UNROLL), EVERY_CONVERTED_DTYPE, WINDOW_STEPS, once_costs)
SIMD_SCAN(simd_scan_stream, SCAN_STREAM, "simd/stream",
          "simd/windows with stores past the caches, for arrays far beyond the last one", "scanbench", 0,
          EVERY_CONVERTED_DTYPE,
          WINDOW_STEPS "\nwhole lines are stored past the caches, so that they are not read first",
          once_costs)
SIMD_SCAN(simd_scan_vertical, SCAN_VERTICAL, "simd/vertical",
          "each lane of `unroll` registers owns a chunk: gather its total, then gather, scan and scatter",
          PAPER, AXIS_BIT(AXIS_UNROLL), 0,
          "each lane walks a chunk of its own and adds up its total\n"
          "the totals are scanned\n"
          "each lane walks its chunk again from its prefix: gather, add, scatter",
          twice_costs)
SIMD_SCAN(simd_scan_tree, SCAN_TREE, "simd/tree",
          "up and down a balanced tree within each register, the carry as in simd/operators", PAPER,
          AXIS_BIT(AXIS_UNROLL), 0,
          "each of `unroll` registers: sums go up a balanced tree of its lanes, prefixes come down\n"
          "the carry runs through the registers' totals",
          once_costs)
