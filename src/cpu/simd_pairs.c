/* SPDX-License-Identifier: MIT */
/* Recurrences and segmented scans by one worker, by pairs in SIMD registers. */
#include "cpu/pairs.h"

static void pairs_run(const struct run *run)
{
    const struct pair_setup setup = pair_setup_of(run);
    union element carry = run->initial;
    pairs_scan_range(&setup, 0, run->point->n, &carry);
}

#define SIMD_PAIRS(id, kind, types, traffic, bound)                                                        \
    const struct implementation id = {                                                                     \
        .name = "simd",                                                                                    \
        .summary = "pairs in registers: their lanes by log steps, then the carry through them",            \
        .source = "G. Blelloch, Prefix Sums and Their Applications (1990)",                                \
        .primitive = kind,                                                                                 \
        .family = FAMILY_SIMD,                                                                             \
        .deterministic = true,                                                                             \
        .axes = AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_IN_PLACE),                                              \
        .dtypes = types,                                                                                   \
        .phases = "four registers at a time: join the lanes of each with those 1, 2, 4, … before them\n" \
                  "with 32-bit elements AVX2 and AVX-512 first turn the four, so that each lane has four " \
                  "pairs which follow each other: three joins, and then log steps over one register\n"     \
                  "from step to step one product and one sum, of what the lanes come to",                  \
        .preconditions = NEEDS_ISA,                                                                        \
        .costs_hold = ANY_SIZE,                                                                            \
        .costs = traffic,                                                                                  \
        .takes_initial = true,                                                                             \
        .reverses = (kind) == PRIMITIVE_RECURRENCE,                                                        \
        .roundings = bound,                                                                                \
        .run = pairs_run,                                                                                  \
    };

static const struct cost recurrence_costs[] = {{"reads", "2n"}, {"writes", "n"}, {0}};
static const struct cost segments_costs[] = {{"reads", "n + n/B"}, {"writes", "n"}, {0}};

SIMD_PAIRS(simd_recurrence, PRIMITIVE_RECURRENCE, EVERY_FLOAT, recurrence_costs, pairs_roundings)
SIMD_PAIRS(simd_segmented_scan, PRIMITIVE_SEGMENTED_SCAN, SEGMENT_TYPES, segments_costs, pairs_roundings)
