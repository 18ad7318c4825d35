/* SPDX-License-Identifier: MIT */
/* Every CPU implementation against plain loops: all element types, operators, modes, ISAs and unroll factors
 * on awkward sizes, between guard pages, by one to three workers. */
#include "cpu/cpu_implementations.h"

#include "base/buffer.h"
#include "base/random.h"
#include "machine/isa.h"
#include "machine/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORKERS_MOST = 3, TILE_THREADS = 32, TILE_VALUES = 4, TILE = TILE_THREADS * TILE_VALUES };

static const struct implementation *const scans[] = {
    &serial_scan,
    &simd_scan_operators,
    &simd_scan_intrinsics,
    &simd_scan_windows,
    &simd_scan_stream,
    &simd_scan_vertical,
    &simd_scan_tree,
    &threads_scan_reduce_then_scan,
    &threads_scan_then_propagate,
    &threads_scan_partitioned,
    &threads_scan_chained,
};
static const struct implementation *const tiled_scans[] = {&serial_tiled_scan};
static const struct implementation *const reductions[] = {
    &serial_reduce_strict,   &serial_reduce_memory,   &serial_reduce_reassociated, &simd_reduce_operators,
    &simd_reduce_intrinsics, &threads_reduce_blocked, &threads_reduce_atomic,
};
static const struct implementation *const dots[] = {
    &serial_dot_strict,   &serial_dot_memory, &serial_dot_reassociated, &simd_dot_operators,
    &simd_dot_intrinsics, &simd_dot_fma,      &threads_dot_blocked,
};
static const struct implementation *const compactions[] = {
    &serial_compact_branch,       &serial_compact_branchless,   &simd_compact_compress,
    &threads_compact_three_phase, &threads_compact_single_pass,
};
static const struct implementation *const counts[] = {&serial_count, &simd_count};
static const struct implementation *const copies[] = {&limit_copy, &limit_copy_stream, &limit_copy_rep,
                                                      &limit_memcpy};
static const struct implementation *const reads[] = {&limit_read, &limit_read_prefetch};
static const struct implementation *const reads_of_two[] = {&limit_read2};
static const struct implementation *const partial_copies[] = {&limit_compact};

/* One problem: its buffers, what every implementation should leave there, and the team. */
struct world {
    struct team *team;
    struct buffer input, second, output, expected;
    uint64_t count, expected_count;
    enum primitive primitive;
    enum dtype dtype;
    enum op op;
    enum mode mode;
    size_t n, output_elements;
    uint64_t selectivity;
    union element initial;
    unsigned char *scratch;
    size_t scratch_size;
    size_t runs;
};

static void map(struct buffer *buffer, size_t bytes, size_t size, bool back)
{
    struct error error = {0};
    const struct buffer_shape shape = {
        .bytes = bytes, .align = size, .placement = back ? PLACE_BACK : PLACE_OFFSET, .pages = PAGES_4K};
    assert_true(buffer_map(buffer, &shape, &error));
}

static void map_world(struct world *world, size_t n, bool back)
{
    const size_t size = dtype_size(world->dtype);
    world->n = n;
    map(&world->input, n * size, size, back);
    map(&world->second, n * size, size, back);
    map(&world->output, (n > 0 ? n : 1) * size, size, back);
    map(&world->expected, (n > 0 ? n : 1) * size, size, back);
}

static void unmap_world(struct world *world)
{
    buffer_unmap(&world->input);
    buffer_unmap(&world->second);
    buffer_unmap(&world->output);
    buffer_unmap(&world->expected);
}

static bool is_float(enum dtype dtype)
{
    return dtype == DTYPE_F32 || dtype == DTYPE_F64;
}

static void put(void *array, enum dtype dtype, size_t i, double value, uint64_t bits)
{
    if (dtype == DTYPE_F32)
        ((float *)array)[i] = (float)value;
    else if (dtype == DTYPE_F64)
        ((double *)array)[i] = value;
    else if (dtype == DTYPE_U64)
        ((uint64_t *)array)[i] = bits;
    else
        ((uint32_t *)array)[i] = (uint32_t)bits;
}

/* Values on which every order of operations gives the same bits. */
static double exact_float(enum op op, uint64_t bits)
{
    if (op == OP_PRODUCT)
        return bits % 2 ? 1 : -1;
    if (op == OP_MIN || op == OP_MAX)
        return (double)(bits % 100000) - 50000.5;
    return (double)(bits % 101) - 50;
}

static void fill(const struct world *world, void *array, uint64_t seed)
{
    for (size_t i = 0; i < world->n; i++) {
        const uint64_t bits = random_at(seed, i);
        put(array, world->dtype, i, exact_float(world->op, bits), bits >> 7 | (world->op == OP_PRODUCT));
    }
}

/* About a share `selectivity` of elements > 0; the others zero, −0.0, negative or NaN where the type has
 * them. */
static void fill_selected(const struct world *world)
{
    static const double others[] = {0.0, -0.0, -1.5, -__builtin_inf(), __builtin_nan("")};
    for (size_t i = 0; i < world->n; i++) {
        const uint64_t bits = random_at(7, i);
        const bool chosen = bits % SELECTIVITY_ONE < world->selectivity;
        const uint64_t negative = world->dtype == DTYPE_I32 ? UINT64_C(0x80000000) | bits >> 40 : 0;
        put(world->input.data, world->dtype, i,
            chosen ? (double)(i + 1) : others[bits >> 33 & 3 ? bits >> 35 & 3 : 4],
            chosen           ? (bits >> 36) + 1
            : bits >> 33 & 1 ? negative
                             : 0);
    }
}

#define MIN_OF(a, b) ((a) < (b) ? (a) : (b))
#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))
#define DEFINE_COMBINE(type, name, modular)                                                            \
    static type combine_##name(enum op op, type a, type b)                                             \
    {                                                                                                  \
        return op == OP_MIN       ? MIN_OF(a, b)                                                       \
               : op == OP_MAX     ? MAX_OF(a, b)                                                       \
               : op == OP_PRODUCT ? (type)((modular)a * (modular)b)                                    \
                                  : (type)((modular)a + (modular)b);                                   \
    }                                                                                                  \
    static void expect_scan_##name(const struct world *world)                                          \
    {                                                                                                  \
        const type *const input = (const type *)world->input.data;                                     \
        type *const expected = (type *)world->expected.data, prefix = world->initial.name;             \
        for (size_t i = 0; i < world->n; i++) {                                                        \
            if (world->primitive == PRIMITIVE_TILED_SCAN && i % TILE == 0)                             \
                prefix = 0;                                                                            \
            const type next = combine_##name(world->op, prefix, input[i]);                             \
            expected[i] = world->mode == MODE_EXCLUSIVE ? prefix : next;                               \
            prefix = next;                                                                             \
        }                                                                                              \
    }                                                                                                  \
    static void expect_result_##name(const struct world *world)                                        \
    {                                                                                                  \
        const type *const input = (const type *)world->input.data;                                     \
        const type *const second = (const type *)world->second.data;                                   \
        const bool dot = world->primitive == PRIMITIVE_DOT;                                            \
        type result = op_identity(dot ? OP_SUM : world->op, world->dtype).name;                        \
        for (size_t i = 0; i < world->n; i++)                                                          \
            result = combine_##name(world->op, result,                                                 \
                                    dot ? combine_##name(OP_PRODUCT, input[i], second[i]) : input[i]); \
        memcpy(world->expected.data, &result, sizeof result);                                          \
    }                                                                                                  \
    static uint64_t expect_compaction_##name(const struct world *world)                                \
    {                                                                                                  \
        const type *const input = (const type *)world->input.data;                                     \
        type *const expected = (type *)world->expected.data;                                           \
        uint64_t found = 0;                                                                            \
        for (size_t i = 0; i < world->n; i++)                                                          \
            if (input[i] > 0)                                                                          \
                expected[found++] = input[i];                                                          \
        return found;                                                                                  \
    }
DEFINE_COMBINE(uint32_t, u32, uint32_t)
DEFINE_COMBINE(int32_t, i32, uint32_t)
DEFINE_COMBINE(uint64_t, u64, uint64_t)
DEFINE_COMBINE(float, f32, float)
DEFINE_COMBINE(double, f64, double)

#define BY_TYPE(prefix)                                                                     \
    {                                                                                       \
        [DTYPE_U32] = prefix##_u32, [DTYPE_I32] = prefix##_i32, [DTYPE_U64] = prefix##_u64, \
        [DTYPE_F32] = prefix##_f32, [DTYPE_F64] = prefix##_f64                              \
    }
static void (*const expect_scan[DTYPE_COUNT])(const struct world *) = BY_TYPE(expect_scan);
static void (*const expect_result[DTYPE_COUNT])(const struct world *) = BY_TYPE(expect_result);
static uint64_t (*const expect_compaction[DTYPE_COUNT])(const struct world *) = BY_TYPE(expect_compaction);

/* The exclusive or of the bits of all elements of `streams` inputs. */
static uint64_t fold(const struct world *world, unsigned streams)
{
    const struct buffer *const inputs[] = {&world->input, &world->second};
    const size_t size = dtype_size(world->dtype);
    uint64_t all = 0;
    for (unsigned s = 0; s < streams; s++) {
        for (size_t i = 0; i < world->n; i++) {
            uint64_t bits = 0;
            memcpy(&bits, inputs[s]->data + i * size, size);
            all ^= bits;
        }
    }
    return all;
}

static void expect_part(struct world *world)
{
    const double selectivity = (double)world->selectivity / SELECTIVITY_ONE;
    const size_t size = dtype_size(world->dtype);
    for (size_t first = 0; first < world->n; first += PART_BLOCK) {
        const size_t last = MIN_OF(first + PART_BLOCK, world->n), at = primitive_part(first, selectivity);
        memcpy(world->expected.data + at * size, world->input.data + first * size,
               (primitive_part(last, selectivity) - at) * size);
    }
    world->output_elements = primitive_part(world->n, selectivity);
    world->expected_count = fold(world, 1);
}

static void expect_fold(struct world *world, unsigned streams)
{
    const uint64_t all = fold(world, streams);
    memcpy(world->expected.data, &all, dtype_size(world->dtype));
    world->output_elements = 1;
}

static void solve(struct world *world)
{
    world->output_elements = world->n;
    world->expected_count = 0;
    switch (world->primitive) {
    case PRIMITIVE_SCAN:
    case PRIMITIVE_TILED_SCAN:
        expect_scan[world->dtype](world);
        break;
    case PRIMITIVE_REDUCE:
    case PRIMITIVE_DOT:
        expect_result[world->dtype](world);
        world->output_elements = 1;
        break;
    case PRIMITIVE_COMPACT:
    case PRIMITIVE_TALLY:
        world->expected_count = expect_compaction[world->dtype](world);
        world->output_elements = world->primitive == PRIMITIVE_COMPACT ? world->expected_count : 0;
        break;
    case PRIMITIVE_COPY:
        memcpy(world->expected.data, world->input.data, world->n * dtype_size(world->dtype));
        break;
    case PRIMITIVE_COPY_PART:
        expect_part(world);
        break;
    default:
        expect_fold(world, world->primitive == PRIMITIVE_READ ? 1 : 2);
    }
}

struct job {
    struct world *world;
    const struct point *point;
};

static void run_worker(void *argument, unsigned worker)
{
    const struct job *const job = argument;
    struct world *const world = job->world;
    const struct run run = {
        .point = job->point,
        .input = world->input.data,
        .second = world->second.data,
        .output = world->output.data,
        .count = &world->count,
        .initial = world->initial,
        .scratch = world->scratch,
        .team = world->team,
        .worker = worker,
        .workers = job->point->workers ? (unsigned)job->point->workers : 1,
    };
    job->point->implementation->run(&run);
}

static void poison(struct world *world, unsigned char pattern)
{
    memset(world->output.data, pattern, world->output.bytes);
    memset(&world->count, pattern, sizeof world->count);
    memset(world->scratch, ~pattern, world->scratch_size);
}

static bool has_count(enum primitive primitive)
{
    return primitive == PRIMITIVE_TALLY || primitive == PRIMITIVE_COMPACT || primitive == PRIMITIVE_COPY_PART;
}

static void check_run(struct world *world, const struct point *point, unsigned char pattern)
{
    struct job job = {world, point};
    poison(world, pattern);
    team_run(world->team, point->workers ? (unsigned)point->workers : 1, run_worker, &job);
    const size_t bytes = world->output_elements * dtype_size(world->dtype);
    char text[256];
    if (memcmp(world->output.data, world->expected.data, bytes) != 0)
        fail_msg("%s unroll %u isa %s: wrong output", point_text(point, text, sizeof text),
                 (unsigned)point->unroll, isa_names[point->isa]);
    if (has_count(world->primitive) && world->count != world->expected_count)
        fail_msg("%s unroll %u isa %s: count %llu, not %llu", point_text(point, text, sizeof text),
                 (unsigned)point->unroll, isa_names[point->isa], (unsigned long long)world->count,
                 (unsigned long long)world->expected_count);
    world->runs++;
}

static void check_point(struct world *world, const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct error why = {0};
    if (implementation->supports && !implementation->supports(point, &why)) {
        assert_int_equal(why.code, EXIT_USAGE);
        return;
    }
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    assert_true(bytes <= world->scratch_size);
    implementation->roundings(point);
    check_run(world, point, 0xa5);
}

static bool has(const struct implementation *implementation, enum axis axis)
{
    return implementation->axes & AXIS_BIT(axis);
}

/* Every ISA, unroll factor and number of workers that the implementation has; those too large to be awkward
 * only with the best ISA. */
static void check_axes(struct world *world, const struct implementation *implementation)
{
    struct point point = {.implementation = implementation};
    point.dtype = world->dtype;
    point.n = world->n;
    point.op = has(implementation, AXIS_OP) ? world->op : OP_NONE;
    point.mode = has(implementation, AXIS_MODE) ? world->mode : MODE_NONE;
    point.selectivity = has(implementation, AXIS_SELECTIVITY) ? world->selectivity : 0;
    point.threads_per_group = has(implementation, AXIS_THREADS_PER_GROUP) ? TILE_THREADS : 0;
    point.values_per_thread = has(implementation, AXIS_VALUES_PER_THREAD) ? TILE_VALUES : 0;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa))
            continue;
        for (unsigned unroll = 1; unroll <= 8; unroll *= 2) {
            for (unsigned workers = 1; workers <= WORKERS_MOST; workers++) {
                point.isa = has(implementation, AXIS_ISA) ? isa : ISA_NONE;
                point.unroll = has(implementation, AXIS_UNROLL) ? unroll : 0;
                point.workers = has(implementation, AXIS_WORKERS) ? workers : 0;
                check_point(world, &point);
                if (!point.workers)
                    break;
            }
            if (!point.unroll)
                break;
        }
        if (!point.isa)
            break;
    }
}

static void check_problem(struct world *world, const struct implementation *const *list, size_t count)
{
    solve(world);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(list[i]->primitive, world->primitive);
        if (list[i]->dtypes & 1u << world->dtype)
            check_axes(world, list[i]);
    }
}

static const size_t sizes[] = {0,  1,  2,  3,  5,   7,   8,   9,   15,  16,  17,   31,   33,   63,    64,
                               65, 66, 95, 97, 127, 128, 129, 130, 255, 257, 1021, 1025, 4099, 20011, 70001};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

typedef void check_size(struct world *world);

/* The check on every type and size, at the front guard and at the back one in turn. */
static void walk(void **state, enum primitive primitive, check_size *check)
{
    struct world *const world = *state;
    world->primitive = primitive;
    world->runs = 0;
    for (world->dtype = DTYPE_NONE + 1; world->dtype < DTYPE_COUNT; world->dtype++) {
        for (size_t s = 0; s < SIZES; s++) {
            map_world(world, sizes[s], (s + world->dtype) % 2);
            check(world);
            unmap_world(world);
        }
    }
    assert_true(world->runs > SIZES);
}

#define CHECK(world, list) check_problem(world, list, sizeof(list) / sizeof(list)[0])

static union element initial_of(const struct world *world)
{
    union element initial = op_identity(world->op, world->dtype);
    if (world->n % 3 > 0)
        put(&initial, world->dtype, 0, world->op == OP_PRODUCT ? -1 : 3, 3);
    return initial;
}

static void check_scans(struct world *world)
{
    for (world->op = OP_SUM; world->op < OP_COUNT; world->op++) {
        fill(world, world->input.data, 1);
        world->initial = initial_of(world);
        for (world->mode = MODE_EXCLUSIVE; world->mode <= MODE_INCLUSIVE; world->mode++)
            CHECK(world, scans);
    }
}

static void scan(void **state)
{
    walk(state, PRIMITIVE_SCAN, check_scans);
}

static void check_tiled_scans(struct world *world)
{
    world->op = OP_SUM;
    world->mode = MODE_INCLUSIVE;
    fill(world, world->input.data, 2);
    CHECK(world, tiled_scans);
}

static void tiled_scan(void **state)
{
    walk(state, PRIMITIVE_TILED_SCAN, check_tiled_scans);
}

static void check_reductions(struct world *world)
{
    for (world->op = OP_SUM; world->op < OP_COUNT; world->op++) {
        fill(world, world->input.data, 3);
        CHECK(world, reductions);
    }
}

static void reduce(void **state)
{
    walk(state, PRIMITIVE_REDUCE, check_reductions);
}

static void check_dots(struct world *world)
{
    world->op = OP_SUM;
    fill(world, world->input.data, 4);
    world->op = is_float(world->dtype) ? OP_PRODUCT : OP_SUM;
    fill(world, world->second.data, 5);
    world->op = OP_SUM;
    CHECK(world, dots);
}

static void dot(void **state)
{
    walk(state, PRIMITIVE_DOT, check_dots);
}

static void check_selections(struct world *world)
{
    static const uint64_t shares[] = {0, SELECTIVITY_ONE / 50, SELECTIVITY_ONE / 2, SELECTIVITY_ONE};
    for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++) {
        world->selectivity = shares[s];
        fill_selected(world);
        if (world->primitive == PRIMITIVE_COMPACT)
            CHECK(world, compactions);
        else if (world->primitive == PRIMITIVE_TALLY)
            CHECK(world, counts);
        else
            CHECK(world, partial_copies);
    }
}

static void compact(void **state)
{
    walk(state, PRIMITIVE_COMPACT, check_selections);
}

static void count(void **state)
{
    walk(state, PRIMITIVE_TALLY, check_selections);
}

static void partial_copy(void **state)
{
    walk(state, PRIMITIVE_COPY_PART, check_selections);
}

static void check_limits(struct world *world)
{
    fill(world, world->input.data, 8);
    fill(world, world->second.data, 9);
    if (world->primitive == PRIMITIVE_COPY)
        CHECK(world, copies);
    else if (world->primitive == PRIMITIVE_READ)
        CHECK(world, reads);
    else
        CHECK(world, reads_of_two);
}

static void copy(void **state)
{
    walk(state, PRIMITIVE_COPY, check_limits);
}

static void read_one(void **state)
{
    walk(state, PRIMITIVE_READ, check_limits);
}

static void read_two(void **state)
{
    walk(state, PRIMITIVE_READ_TWO, check_limits);
}

/* Beyond the last cache kernels store past it. */
static void check_large(struct world *world, const struct implementation *implementation)
{
    struct point point = {.implementation = implementation};
    point.dtype = world->dtype;
    point.n = world->n;
    point.op = has(implementation, AXIS_OP) ? world->op : OP_NONE;
    point.mode = has(implementation, AXIS_MODE) ? world->mode : MODE_NONE;
    point.selectivity = has(implementation, AXIS_SELECTIVITY) ? world->selectivity : 0;
    point.unroll = has(implementation, AXIS_UNROLL) ? 4 : 0;
    point.workers = has(implementation, AXIS_WORKERS) ? WORKERS_MOST : 0;
    point.isa = has(implementation, AXIS_ISA) ? isa_best() : ISA_NONE;
    check_point(world, &point);
}

static void large(void **state)
{
    struct world *const world = *state;
    world->dtype = DTYPE_U32;
    world->op = OP_SUM;
    world->mode = MODE_EXCLUSIVE;
    world->selectivity = SELECTIVITY_ONE / 2;
    world->initial.u64 = 17;
    map_world(world, (12 << 20) + 5, true);
    fill_selected(world);
    world->primitive = PRIMITIVE_COMPACT;
    solve(world);
    check_large(world, &simd_compact_compress);
    check_large(world, &threads_compact_three_phase);
    check_large(world, &threads_compact_single_pass);
    world->primitive = PRIMITIVE_COPY_PART;
    solve(world);
    check_large(world, &limit_compact);
    world->primitive = PRIMITIVE_SCAN;
    solve(world);
    check_large(world, &threads_scan_reduce_then_scan);
    check_large(world, &threads_scan_partitioned);
    check_large(world, &threads_scan_chained);
    unmap_world(world);
}

static void refusals(void **state)
{
    (void)state;
    struct point point = {.implementation = &threads_reduce_atomic};
    struct error why = {0};
    point.dtype = DTYPE_F32;
    point.unroll = 4;
    assert_false(threads_reduce_atomic.supports(&point, &why));
    assert_string_equal(why.text, "f32 has no atomic arithmetic");
    point.unroll = 3;
    why = (struct error){0};
    assert_false(simd_scan_windows.supports(&point, &why));
    assert_int_equal(why.code, EXIT_USAGE);
}

static int start(void **state)
{
    static struct world world = {.scratch_size = 1 << 20};
    struct error error = {0};
    world.team = team_create(NULL, WORKERS_MOST, &error);
    world.scratch = aligned_alloc(64, world.scratch_size);
    *state = &world;
    return world.team && world.scratch ? 0 : -1;
}

static int stop(void **state)
{
    struct world *const world = *state;
    team_destroy(world->team);
    free(world->scratch);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scan),         cmocka_unit_test(tiled_scan), cmocka_unit_test(reduce),
        cmocka_unit_test(dot),          cmocka_unit_test(compact),    cmocka_unit_test(count),
        cmocka_unit_test(copy),         cmocka_unit_test(read_one),   cmocka_unit_test(read_two),
        cmocka_unit_test(partial_copy), cmocka_unit_test(large),      cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
