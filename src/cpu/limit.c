/* SPDX-License-Identifier: MIT */
/* The limits: what the memory of this machine allows for the same bytes, measured beside every point. */
#include "cpu/limit.h"

#include "cpu/converted_kernels.h"
#include "cpu/elements.h"
#include "cpu/lookback.h"
#include "cpu/tables.h"
#include "cpu/tuning.h"
#include "implementation/implementation.h"
#include "machine/workers/team.h"

#include <string.h>

ISA_TABLES(struct limit_kernels, limit_kernels);

const struct limit_kernels *limit_kernels(enum isa isa)
{
    return limit_kernels_tables[isa];
}

/* A worker's part of the run's arrays, boundaries at cache lines. What calls cost is more than a limit may
 * take: a kibibyte is read in less than ten nanoseconds. */
struct limit_part {
    const char *input, *second;
    char *output;
    size_t n, bytes; /* elements, and the bytes that are read of a stream */
};

static struct limit_part part_of(const struct run *run)
{
    const size_t size = dtype_size(run->point->dtype);
    const size_t n = run->point->n;
    const struct span own =
        run->workers > 1 ? team_part(n, CACHE_LINE / size, run->worker, run->workers) : (struct span){0, n};
    const size_t first = own.first, last = own.last;
    return (struct limit_part){.input = (const char *)run->input + first * size,
                               .second = run->second ? (const char *)run->second + first * size : NULL,
                               .output = output_from(run, first),
                               .n = last - first,
                               .bytes = (last - first) * size};
}

static void copy_shaped(enum copy_shape shape, const struct point *point, const struct limit_part *part)
{
    const enum isa isa = (enum isa)point->isa;
    const enum dtype dtype = (enum dtype)point->dtype;
    if (dtype_is_plain(dtype))
        limit_kernels(isa)->copy[shape](part->input, part->output, part->bytes);
    else
        converted_kernels(isa, dtype)->copy[shape](part->input, part->output, part->n);
    if (shape != COPY_PLAIN)
        stream_fence();
}

static void copy_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    copy_shaped(run->point->implementation->variant, run->point, &part);
}

/* Who is slow copies less: shares that are fixed wait for the slowest core. */
enum { TICKET_BYTES = 256 << 10 };

static void copy_ticketed_run(const struct run *run)
{
    copy_kernel *const copy = limit_kernels(run->point->isa)->copy[COPY_AHEAD];
    const size_t bytes = run->point->n * dtype_size(run->point->dtype);
    struct lookback *const tickets = lookback_begin(run, 0);
    for (size_t at; (at = lookback_ticket(tickets) * TICKET_BYTES) < bytes;) {
        const size_t left = bytes - at;
        copy((const char *)run->input + at, (char *)run->output + at,
             left < TICKET_BYTES ? left : TICKET_BYTES);
    }
    stream_fence();
}

static size_t tickets_bytes(const struct point *point)
{
    (void)point;
    return lookback_bytes(0);
}

/* As what reads everything before it scans, and reads it again. */
static void read_copy_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    limit_kernels(run->point->isa)->read[READ_PREFETCH](part.input, NULL, part.bytes);
    copy_shaped(run->point->implementation->variant, run->point, &part);
}

/* As what scans, and then goes over its output again. */
static void copy_twice_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    copy_shaped(run->point->implementation->variant, run->point, &part);
    limit_kernels(run->point->isa)->copy[COPY_PLAIN](part.output, part.output, part.bytes);
}

static void copy_rep_run(const struct run *run)
{
#if defined __x86_64__
    struct limit_part part = part_of(run);
    __asm__ volatile("rep movsb" : "+D"(part.output), "+S"(part.input), "+c"(part.bytes)::"memory");
#else
    (void)run;
#endif
}

static bool copy_rep_supports(const struct point *point, struct error *why)
{
    (void)point;
#if defined __x86_64__
    (void)why;
    return true;
#else
    return error_set(why, EXIT_SYSTEM, "rep movsb is an instruction of x86");
#endif
}

static void memcpy_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    memcpy(part.output, part.input, part.bytes);
}

/* The fold as one element: all its parts where an element is a part of it. */
static void give_fold(const struct run *run, uint64_t fold, void *result)
{
    const size_t size = dtype_size(run->point->dtype);
    const bool narrow = size < sizeof fold;
    uint64_t value = narrow ? (uint32_t)(fold ^ fold >> 32) : fold;
    if (size < sizeof(uint32_t))
        value = (uint16_t)(value ^ value >> 16);
    if (size == 1)
        value = (uint8_t)(value ^ value >> 8);
    if (result == run->count || size == sizeof value)
        memcpy(result, &value, sizeof value);
    else if (size == sizeof(uint32_t)) /* of a constant size, so that nothing is called */
        memcpy(result, &value, sizeof(uint32_t));
    else
        memcpy(result, &value, size);
}

/* The exclusive or of all workers' folds, as one element or as a count. */
static void fold_all(const struct run *run, uint64_t fold, void *result)
{
    struct partial *const partials = run->scratch;
    if (run->workers > 1) {
        partials[run->worker].value.u64 = fold;
        team_barrier(run->team, run->worker);
        if (run->worker > 0)
            return;
        for (unsigned w = 1; w < run->workers; w++)
            fold ^= partials[w].value.u64;
    }
    give_fold(run, fold, result);
}

static void read_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    read_kernel *const read = limit_kernels(run->point->isa)->read[run->point->implementation->variant];
    fold_all(run, read(part.input, part.second, part.bytes), run->output);
}

/* With more and smaller loads some CPUs read faster from the last cache. */
typedef uint64_t narrow __attribute__((vector_size(16), aligned(4), may_alias));

static uint64_t read_sixteens(const char *input, size_t bytes)
{
    narrow folds[4] = {{0}};
    size_t i = 0;
    for (; i + sizeof folds <= bytes; i += sizeof folds)
#pragma GCC unroll 4
        for (size_t u = 0; u < 4; u++)
            folds[u] ^= *(const narrow *)(input + i + u * sizeof(narrow));
    folds[0] ^= folds[1] ^ folds[2] ^ folds[3];
    uint64_t fold = folds[0][0] ^ folds[0][1];
    for (unsigned shift = 0; i < bytes; i += sizeof(uint32_t), shift ^= 32) {
        uint32_t element;
        memcpy(&element, input + i, sizeof element);
        fold ^= (uint64_t)element << shift;
    }
    return fold;
}

static void read_narrow_run(const struct run *run)
{
    const struct limit_part part = part_of(run);
    fold_all(run, read_sixteens(part.input, part.bytes), run->output);
}

/* Block by block, its share of the selected elements is copied and the rest only read. */
static void compact_run(const struct run *run)
{
    const bool prefetch = run->point->implementation->variant;
    const struct limit_kernels *const kernels = limit_kernels(run->point->isa);
    const double selectivity = (double)run->point->selectivity / SELECTIVITY_ONE;
    const size_t n = run->point->n, size = dtype_size(run->point->dtype);
    const bool stream = stream_pays((n + primitive_part(n, selectivity)) * size, run->workers);
    copy_read_kernel *const copy = kernels->copy_read[stream];
    uint64_t fold = 0;
    const struct span own = team_part(n, PART_BLOCK, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    for (size_t i = first; i < last; i += PART_BLOCK) {
        const size_t end = last - i < PART_BLOCK ? last : i + PART_BLOCK;
        const size_t at = primitive_part(i, selectivity), part = primitive_part(end, selectivity) - at;
        for (size_t k = 0; prefetch && k < (end - i) * size; k += CACHE_LINE)
            prefetch_far((const char *)input_from(run, i) + STREAM_AHEAD + k);
        fold ^= copy(input_from(run, i), output_from(run, at), part * size);
        fold ^= kernels->read[READ_PLAIN](input_from(run, i + part), NULL, (end - i - part) * size);
    }
    stream_fence();
    fold_all(run, fold, run->count);
}

/* In the caches nothing is gained by blocks: the share is copied in one piece, and the rest read. */
static void compact_whole_run(const struct run *run)
{
    copy_part_kernel *const copy_part =
        limit_kernels(run->point->isa)->copy_part[run->point->implementation->variant];
    const double selectivity = (double)run->point->selectivity / SELECTIVITY_ONE;
    const size_t n = run->point->n, size = dtype_size(run->point->dtype), k = primitive_part(n, selectivity);
    const size_t line = CACHE_LINE / size;
    if (run->workers == 1) {
        const struct copied_part whole = {run->input, run->output, k * size, n * size};
        fold_all(run, copy_part(&whole), run->count);
        return;
    }
    const struct span copied = team_part(k, line, run->worker, run->workers);
    const struct span rest = team_part(n - k, line, run->worker, run->workers);
    const size_t bytes = (copied.last - copied.first) * size;
    const struct copied_part first = {input_from(run, copied.first), output_from(run, copied.first), bytes,
                                      bytes};
    const struct copied_part then = {.input = input_from(run, k + rest.first),
                                     .bytes = (rest.last - rest.first) * size};
    fold_all(run, copy_part(&first) ^ copy_part(&then), run->count);
}

/* Elsewhere it would be the plain one again. */
static bool split_supports(const struct point *point, struct error *why)
{
    if (isa_vector_bytes(isa_best()) < CACHE_LINE)
        return error_set(why, EXIT_SYSTEM, "no vector of this CPU is a cache line");
    return isa_vector_bytes(point->isa) == CACHE_LINE ||
           error_set(why, EXIT_USAGE, "a vector of %s is no cache line", isa_names[point->isa]);
}

static const struct cost copy_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost read_copy_costs[] = {{"reads", "2n"}, {"writes", "n"}, {0}};
static const struct cost copy_twice_costs[] = {{"reads", "2n"}, {"writes", "2n"}, {0}};
static const struct cost read_costs[] = {{"reads", "n"}, {0}};
static const struct cost read_two_costs[] = {{"reads", "2n"}, {0}};
static const struct cost compact_costs[] = {{"reads", "n"}, {"writes", "k"}, {0}};

#define LIMIT(id, kind, title, flow, varies, work, scratch, check, requires, traffic, way) \
    LIMIT_OF(id, kind, title, flow, varies, 0, work, scratch, check, requires, traffic, way)
#define LIMIT_OF(id, kind, title, flow, varies, converted, work, scratch, check, requires, traffic, way) \
    const struct implementation id = {                                                                   \
        .name = title,                                                                                   \
        .summary = flow,                                                                                 \
        .source = "scanbench",                                                                           \
        .primitive = kind,                                                                               \
        .family = FAMILY_LIMIT,                                                                          \
        .axes = AXIS_BIT(AXIS_WORKERS) | (varies),                                                       \
        .dtypes = EVERY_DTYPE | (converted),                                                             \
        .phases = "each worker its part: " flow,                                                         \
        .preconditions = requires,                                                                       \
        .costs_hold = ANY_SIZE,                                                                          \
        .costs = traffic,                                                                                \
        .supports = check,                                                                               \
        .scratch_bytes = scratch,                                                                        \
        .variant = way,                                                                                  \
        .run = work,                                                                                     \
    };
#define COPIES(id, title, flow, varies, converted, work, traffic, way)                                    \
    LIMIT_OF(id, PRIMITIVE_COPY, title, flow, AXIS_BIT(AXIS_ISA) | (varies), converted, work, NULL, NULL, \
             NEEDS_ISA, traffic, way)
#define READS(id, title, flow, way)                                                                \
    LIMIT_OF(id, PRIMITIVE_READ, title, flow, AXIS_BIT(AXIS_ISA), EVERY_CONVERTED_DTYPE, read_run, \
             partials_bytes, NULL, NEEDS_ISA, read_costs, way)
#define READS_TWO(id, title, flow, way)                                                                     \
    LIMIT_OF(id, PRIMITIVE_READ_TWO, title, flow, AXIS_BIT(AXIS_ISA), EVERY_HALF, read_run, partials_bytes, \
             NULL, NEEDS_ISA, read_two_costs, way)
#define SPLITS(id, kind, title, flow, converted, work, scratch, traffic, way)                     \
    LIMIT_OF(id, kind, title, flow, AXIS_BIT(AXIS_ISA), converted, work, scratch, split_supports, \
             NEEDS_ISA ", whose vectors are cache lines", traffic, way)
#define COPIES_PART(id, title, flow, work, way)                                                     \
    LIMIT_OF(id, PRIMITIVE_COPY_PART, title, flow, AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_SELECTIVITY), \
             EVERY_NARROW, work, partials_bytes, NULL, NEEDS_ISA, compact_costs, way)

COPIES(limit_copy, "limit/copy", "vector loads and ordinary stores, four registers at a time",
       AXIS_BIT(AXIS_IN_PLACE), EVERY_CONVERTED_DTYPE, copy_run, copy_costs, COPY_PLAIN)
COPIES(limit_copy_stream, "limit/copy-stream", "vector loads and stores past the caches", 0,
       EVERY_CONVERTED_DTYPE, copy_run, copy_costs, COPY_STREAM)
COPIES(limit_copy_stream_prefetch, "limit/copy-stream-prefetch",
       "vector loads and stores past the caches, the input fetched 8 KiB ahead", 0, EVERY_CONVERTED_DTYPE,
       copy_run, copy_costs, COPY_AHEAD)
SPLITS(limit_copy_stream_split, PRIMITIVE_COPY, "limit/copy-stream-split",
       "as limit/copy-stream, each vector read by two accesses of half its width", 0, copy_run, NULL,
       copy_costs, COPY_SPLIT)
LIMIT(limit_copy_ticketed, PRIMITIVE_COPY, "limit/copy-ticketed",
      "as limit/copy-stream-prefetch, 256 KiB to whoever draws the next ticket", AXIS_BIT(AXIS_ISA),
      copy_ticketed_run, tickets_bytes, NULL, NEEDS_ISA, copy_costs, 0)
COPIES(limit_read_copy, "limit/read-copy", "reads all, then as limit/copy: 3n", 0, 0, read_copy_run,
       read_copy_costs, COPY_PLAIN)
COPIES(limit_read_copy_stream, "limit/read-copy-stream", "reads all, then as limit/copy-stream-prefetch: 3n",
       0, 0, read_copy_run, read_copy_costs, COPY_AHEAD)
COPIES(limit_copy_twice, "limit/copy-twice", "as limit/copy, then once more in place: 4n", 0, 0,
       copy_twice_run, copy_twice_costs, COPY_PLAIN)
COPIES(limit_copy_twice_stream, "limit/copy-twice-stream",
       "as limit/copy-stream-prefetch, then limit/copy in place: 4n", 0, 0, copy_twice_run, copy_twice_costs,
       COPY_AHEAD)
LIMIT(limit_copy_rep, PRIMITIVE_COPY, "limit/copy-rep", "rep movsb", 0, copy_rep_run, NULL, copy_rep_supports,
      "an x86-64 CPU", copy_costs, 0)
LIMIT_OF(limit_memcpy, PRIMITIVE_COPY, "limit/memcpy", "memcpy of the C library", 0,
         EVERY_NARROW | EVERY_HALF, memcpy_run, NULL, NULL, "none", copy_costs, 0)
READS(limit_read, "limit/read", "vector loads into four accumulators", READ_PLAIN)
READS(limit_read_prefetch, "limit/read-prefetch",
      "vector loads into four accumulators, prefetched 2 KiB ahead", READ_PREFETCH)
READS(limit_read_wide, "limit/read-wide", "vector loads into eight accumulators", READ_WIDE)
READS(limit_read_wide_prefetch, "limit/read-wide-prefetch",
      "vector loads into eight accumulators, prefetched 1 KiB ahead", READ_WIDE_PREFETCH)
SPLITS(limit_read_split, PRIMITIVE_READ, "limit/read-split",
       "as limit/read, each vector by two accesses of half its width", EVERY_CONVERTED_DTYPE, read_run,
       partials_bytes, read_costs, READ_SPLIT)
LIMIT(limit_read_narrow, PRIMITIVE_READ, "limit/read-narrow", "loads of 16 bytes into four accumulators", 0,
      read_narrow_run, partials_bytes, NULL, "none", read_costs, 0)
READS_TWO(limit_read2, "limit/read2", "vector loads of two streams into four accumulators", READ_TWO)
READS_TWO(limit_read2_wide, "limit/read2-wide", "vector loads of two streams into eight accumulators",
          READ_TWO_WIDE)
READS_TWO(limit_read2_prefetch, "limit/read2-prefetch",
          "vector loads of two streams into eight accumulators, both prefetched 1 KiB ahead",
          READ_TWO_PREFETCH)
READS_TWO(limit_read2_halves, "limit/read2-halves",
          "vector loads of two streams, of both halves of each side by side, into eight accumulators",
          READ_TWO_HALVES)
SPLITS(limit_read2_split, PRIMITIVE_READ_TWO, "limit/read2-split",
       "as limit/read2, each vector by two accesses of half its width", EVERY_HALF, read_run, partials_bytes,
       read_two_costs, READ_TWO_SPLIT)
COPIES_PART(limit_compact, "limit/compact",
            "read all, copy the selected share block by block, past the caches when they do not hold it",
            compact_run, false)
COPIES_PART(limit_compact_prefetch, "limit/compact-prefetch",
            "as limit/compact, the input fetched 8 KiB ahead", compact_run, true)
COPIES_PART(limit_compact_whole, "limit/compact-whole", "copy the selected share in one piece, read the rest",
            compact_whole_run, false)
COPIES_PART(limit_compact_whole_prefetch, "limit/compact-whole-prefetch",
            "as limit/compact-whole, the input fetched 1 KiB ahead", compact_whole_run, true)
