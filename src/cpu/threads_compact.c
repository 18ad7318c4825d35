/* SPDX-License-Identifier: MIT */
/* Stream compaction by several pinned workers, with the SIMD kernels inside. */
#include "base/divide.h"
#include "cpu/compact_range.h"
#include "cpu/elements.h"
#include "cpu/lookback.h"
#include "cpu/segments.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

static size_t count_range(const struct run *run, size_t first, size_t last, enum read_mode reading)
{
    return count_kernel_of(run->point)(input_from(run, first), last - first, reading);
}

enum { MOVE_COST = 2 }; /* counting a segment takes about half the time of moving it */

/* What is undefined after the elements of the first segment is written before the barrier, and theirs by the
 * others after it. */
static void three_phase_run(const struct run *run)
{
    struct partial *const counts = run->scratch;
    const struct segment early = segment_early(run, MOVE_COST);
    const size_t bytes = run->point->n * dtype_size(run->point->dtype);
    counts[run->worker].value.u64 =
        run->worker == 0
            ? compact_range(run, &(struct element_range){early.first, early.last, stream_ahead()},
                            run->output, early.last - early.first)
            : count_range(run, early.first, early.last, read_mode_of(bytes, run->workers));
    team_barrier(run->team, run->worker);

    const struct segment late = segment_late(run, MOVE_COST);
    size_t before = 0;
    for (unsigned w = 0; w < late.index; w++)
        before += counts[w].value.u64;
    const size_t room = run->worker == 0 ? run->point->n - before : counts[run->worker].value.u64;
    const size_t moved = compact_range(run, &(struct element_range){late.first, late.last, stream_ahead()},
                                       output_from(run, before), room);
    if (run->worker == 0)
        *run->count = before + moved;
}

static size_t tile_of(const struct point *point)
{
    return cache_tile(point->n, dtype_size(point->dtype), (unsigned)point->workers, compact_bytes(point));
}

static size_t tiles_of(const struct point *point)
{
    return divide_up(point->n, tile_of(point));
}

/* Each worker draws its next tile before it moves this one, to fetch it meanwhile. */
static void single_pass_run(const struct run *run)
{
    const size_t n = run->point->n, tile = tile_of(run->point), tiles = tiles_of(run->point);
    const size_t tile_bytes = tile * dtype_size(run->point->dtype);
    const struct accumulation count_before = {.op = OP_SUM, .dtype = DTYPE_U64};
    struct lookback *const lookback = lookback_begin(run, tiles);
    if (run->worker == 0 && tiles == 0)
        *run->count = 0;
    for (size_t own = lookback_ticket(lookback), next; own < tiles; own = next) {
        const size_t first = own * tile, last = n - first < tile ? n : first + tile;
        const union element count = {.u64 = count_range(run, first, last, READING_PLAIN)};
        lookback_publish(lookback, own, count);
        const size_t before = lookback_prefix(lookback, own, count, &count_before).u64;
        next = lookback_ticket(lookback);
        compact_range(run, &(struct element_range){first, last, (next - own) * tile_bytes},
                      output_from(run, before), count.u64);
        if (own == tiles - 1)
            *run->count = before + count.u64;
    }
}

static size_t states_bytes(const struct point *point)
{
    return lookback_bytes(tiles_of(point));
}

/* The first and the last segment, 3 of 2W + 1 parts, are read once. */
static const struct cost three_phase_costs[] = {{"reads", "2n - 3n/(2W + 1)"}, {"writes", "k"}, {0}};
static const struct cost single_pass_costs[] = {{"reads", "n"}, {"writes", "k"}, {0}};

#define THREADS_COMPACT(id, title, flow, published, work, scratch, steps, traffic)    \
    const struct implementation id = {                                                \
        .name = title,                                                                \
        .summary = flow,                                                              \
        .source = published,                                                          \
        .primitive = PRIMITIVE_COMPACT,                                               \
        .family = FAMILY_THREADS,                                                     \
        .deterministic = true,                                                        \
        .axes = AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA) | \
                AXIS_BIT(AXIS_SELECTIVITY),                                           \
        .dtypes = EVERY_DTYPE | EVERY_NARROW,                                         \
        .phases = steps,                                                              \
        .preconditions = ISA_AND_UNROLL,                                              \
        .costs_hold = ANY_SIZE,                                                       \
        .costs = traffic,                                                             \
        .supports = unroll_supports,                                                  \
        .scratch_bytes = scratch,                                                     \
        .run = work,                                                                  \
    };

THREADS_COMPACT(
    threads_compact_three_phase, "threads/three-phase",
    "count one sequence a worker, while the first is moved; add up the counts before each, move it",
    "Parallel Stream Compaction: [4] Metadata Volume (2018)", three_phase_run, partials_bytes,
    "the first worker moves the first segment, each other one counts its own\n"
    "each moves its segment to where the counts before it lead; the first one the last segment",
    three_phase_costs)
THREADS_COMPACT(
    threads_compact_single_pass, "threads/single-pass",
    "ticketed cache-sized tiles are counted, look back for where they go, and are moved from cache",
    "Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (NVR-2016-002)",
    single_pass_run, states_bytes,
    "workers draw tiles that fit their cache: count, publish, walk back over the counts of earlier tiles "
    "until one has all before it, move the tile, now from cache",
    single_pass_costs)
