/* SPDX-License-Identifier: MIT */
/* Stream compaction by several pinned workers, with the SIMD kernels inside. */
#include "cpu/compact.h"
#include "cpu/cpu_implementations.h"
#include "cpu/elements.h"
#include "cpu/lookback.h"
#include "cpu/tuning.h"
#include "machine/team.h"

enum { GRAIN = 256 };

static size_t count_range(const struct run *run, size_t first, size_t last)
{
    return count_kernel_of(run->point)(input_from(run, first), last - first);
}

static void three_phase_run(const struct run *run)
{
    struct partial *const counts = run->scratch;
    size_t first, last;
    team_part(run->point->n, GRAIN, run->worker, run->workers, &first, &last);
    const size_t own = count_range(run, first, last);
    counts[run->worker].value.u64 = own;
    team_barrier(run->team, run->worker);
    size_t before = 0;
    for (unsigned w = 0; w < run->worker; w++)
        before += counts[w].value.u64;
    compact_range(run, first, last, output_from(run, before), own);
    if (run->worker == run->workers - 1)
        *run->count = before + own;
}

static size_t tile_of(const struct point *point)
{
    return cache_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers);
}

static size_t tiles_of(const struct point *point)
{
    return point->n / tile_of(point) + (point->n % tile_of(point) != 0);
}

static void single_pass_run(const struct run *run)
{
    const size_t n = run->point->n, tile = tile_of(run->point), tiles = tiles_of(run->point);
    const union element nothing = {.u64 = 0};
    struct lookback *const lookback = lookback_begin(run, tiles);
    if (run->worker == 0 && tiles == 0)
        *run->count = 0;
    for (size_t own; (own = lookback_ticket(lookback)) < tiles;) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        const union element count = {.u64 = count_range(run, first, last)};
        lookback_publish(lookback, own, count);
        const size_t before = lookback_prefix(lookback, own, count, nothing, OP_SUM, DTYPE_U64).u64;
        compact_range(run, first, last, output_from(run, before), count.u64);
        if (own == tiles - 1)
            *run->count = before + count.u64;
    }
}

static size_t counts_bytes(const struct point *point)
{
    return point->workers * sizeof(struct partial);
}

static size_t states_bytes(const struct point *point)
{
    return lookback_bytes(tiles_of(point));
}

static size_t no_roundings(const struct point *point)
{
    (void)point;
    return 0;
}

#define THREADS_COMPACT(id, title, flow, published, work, scratch)                    \
    const struct implementation id = {                                                \
        .name = title,                                                                \
        .summary = flow,                                                              \
        .source = published,                                                          \
        .primitive = PRIMITIVE_COMPACT,                                               \
        .family = FAMILY_THREADS,                                                     \
        .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | \
                AXIS_BIT(AXIS_SELECTIVITY),                                           \
        .dtypes = EVERY_DTYPE,                                                        \
        .supports = unroll_supports,                                                  \
        .scratch_bytes = scratch,                                                     \
        .roundings = no_roundings,                                                    \
        .run = work,                                                                  \
    };

THREADS_COMPACT(threads_compact_three_phase, "threads/three-phase",
                "count one sequence a worker, add up the counts before it, move",
                "Parallel Stream Compaction: [4] Metadata Volume (2018)", three_phase_run, counts_bytes)
THREADS_COMPACT(
    threads_compact_single_pass, "threads/single-pass",
    "ticketed cache-sized tiles are counted, look back for where they go, and are moved from cache",
    "Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (NVR-2016-002)",
    single_pass_run, states_bytes)
