/* SPDX-License-Identifier: MIT */
/* Reduce-then-scan over groups: reduce each tile to a partial, scan the partials, rescan each tile from its
 * partial. Partials that exceed a tile are scanned by the same two kernels, one level further up. */
#include "group/emulate.h"
#include "group/emulate_scan.h"
#include "group/group_implementations.h"
#include "machine/isa.h"

enum { ALIGNMENT = 64 };

/* What precedes the first element of the top level. */
static const uint64_t nothing = 0;

#if defined __x86_64__
#define FOR_EACH_ISA(DO) DO(SSE2, sse2) DO(AVX2, avx2) DO(AVX512, avx512)
#else
#define FOR_EACH_ISA(DO) DO(NEON, neon)
#endif

#define DECLARE(id, isa) extern const struct scan_kernels emulate_scan_##isa##_u32, emulate_scan_##isa##_f32;
FOR_EACH_ISA(DECLARE)

#define ENTRY(id, isa) \
    [ISA_##id] = {[DTYPE_U32] = &emulate_scan_##isa##_u32, [DTYPE_F32] = &emulate_scan_##isa##_f32},
static const struct scan_kernels *const tables[ISA_COUNT][DTYPE_COUNT] = {FOR_EACH_ISA(ENTRY)};

static size_t divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

/* Elements of level `level`: 0 is the input, 1 its tiles' partials, and so on. */
static size_t level_elements(const struct point *point, unsigned level)
{
    const size_t tile = point->threads_per_group * point->values_per_thread;
    size_t n = point->n;
    for (unsigned l = 0; l < level; l++)
        n = divide_up(n, tile);
    return n;
}

/* The level that fits one tile, and so is scanned without partials of its own. */
static unsigned top_level(const struct point *point)
{
    const size_t tile = point->threads_per_group * point->values_per_thread;
    unsigned level = 0;
    while (level_elements(point, level) > tile)
        level++;
    return level;
}

/* Where the partials of `level` stand in scratch: the sums as the reduction leaves them, then their scan. */
static size_t partials_offset(const struct point *point, unsigned level, bool scans)
{
    size_t offset = 0;
    for (unsigned l = 1; l <= level; l++) {
        const size_t bytes =
            divide_up(level_elements(point, l) * dtype_size(point->dtype), ALIGNMENT) * ALIGNMENT;
        offset += l < level ? 2 * bytes : scans ? bytes : 0;
    }
    return offset;
}

static size_t scratch_bytes(const struct point *point)
{
    return partials_offset(point, top_level(point) + 1, false);
}

static size_t level_groups(const struct point *point, unsigned level)
{
    return divide_up(level_elements(point, level), point->threads_per_group * point->values_per_thread);
}

static const void *level_input(const struct run *run, unsigned level)
{
    return level == 0 ? run->input : (char *)run->scratch + partials_offset(run->point, level, false);
}

static void reduce_level(const struct run *run, unsigned level, launch_kernel *kernel, void (*local)(void))
{
    struct launch launch = {.threads = (unsigned)run->point->threads_per_group, .local = local};
    launch.argument[0].in = level_input(run, level);
    launch.argument[1].out = (char *)run->scratch + partials_offset(run->point, level + 1, false);
    launch.argument[2].value = level_elements(run->point, level);
    emulate_launch(run, kernel, &launch, level_groups(run->point, level));
}

static void scan_level(const struct run *run, unsigned level, launch_kernel *kernel, void (*local)(void))
{
    const struct point *const point = run->point;
    char *const scratch = run->scratch;
    const bool top = level == top_level(point);
    struct launch launch = {.threads = (unsigned)point->threads_per_group, .local = local};
    launch.argument[0].in = level_input(run, level);
    launch.argument[1].out = level == 0 ? run->output : scratch + partials_offset(point, level, true);
    launch.argument[2].in = top ? (const void *)&nothing : scratch + partials_offset(point, level + 1, true);
    launch.argument[3].value = level_elements(point, level);
    launch.argument[4].value = level == 0 && point->mode == MODE_INCLUSIVE;
    emulate_launch(run, kernel, &launch, level_groups(point, level));
}

static void reduce_then_scan(const struct run *run, enum local local)
{
    const struct scan_kernels *const kernels = tables[run->point->isa][run->point->dtype];
    const unsigned top = top_level(run->point);
    unsigned values = 0;
    emulate_values_index(run->point->values_per_thread, &values);
    for (unsigned level = 0; level < top; level++)
        reduce_level(run, level, kernels->reduce_tile[values], kernels->local_reduce[local]);
    for (unsigned level = top + 1; level-- > 0;)
        scan_level(run, level, kernels->scan_tile[values], kernels->local_scan[local]);
}

/* In a thread V, across the group at most T (a serial rake and its like), and all of it once a level. */
static size_t roundings(const struct point *point)
{
    const size_t level = point->values_per_thread + point->threads_per_group + 2;
    return (2 * top_level(point) + 1) * level;
}

static void raking_run(const struct run *run)
{
    reduce_then_scan(run, LOCAL_RAKING);
}

static void cooperative_run(const struct run *run)
{
    reduce_then_scan(run, LOCAL_COOPERATIVE);
}

static void blelloch_run(const struct run *run)
{
    reduce_then_scan(run, LOCAL_BLELLOCH);
}

#define REDUCE_THEN_SCAN(local, text, from)                                                     \
    const struct implementation group_reduce_then_scan_##local = {                              \
        .name = "group/reduce-then-scan/" #local,                                               \
        .summary = text,                                                                        \
        .source = from,                                                                         \
        .primitive = PRIMITIVE_SCAN,                                                            \
        .family = FAMILY_GROUP,                                                                 \
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) |    \
                AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA), \
        .dtypes = 1u << DTYPE_U32 | 1u << DTYPE_F32,                                            \
        .ops = 1u << OP_SUM,                                                                    \
        .supports = emulate_supports,                                                           \
        .scratch_bytes = scratch_bytes,                                                         \
        .roundings = roundings,                                                                 \
        .run = local##_run,                                                                     \
    }

REDUCE_THEN_SCAN(raking, "tiles by groups; in a group, one simdgroup rakes contiguous words serially",
                 "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1");
REDUCE_THEN_SCAN(
    cooperative,
    "tiles by groups; in a group, every simdgroup scans in registers, then their sums are scanned",
    "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1");
REDUCE_THEN_SCAN(blelloch, "tiles by groups; in a group, up-sweep and down-sweep of a balanced tree",
                 "G. Blelloch, Prefix Sums and Their Applications (1990)");
