/* SPDX-License-Identifier: MIT */
/* NVIDIA's compiler takes every kernel for each width of type and operator, in shapes, group functions and
 * networks in turns, for three generations of devices. Without it, which CUDA_HOME may have, skipped. */
#include "base/error.h"
#include "engine/cuda/cuda.h"
#include "engine/engine.h"
#include "image_section.h"
#include "implementation/implementation.h"
#include "registry/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What a kernel is not made for. */
enum limit {
    NO_LIMIT,
    SUMS,
    STAGED,
    FLOAT_SUMS,
    INTEGER_SUMS,
    FOUR_BYTES,
    ATOMIC,
    ATOMIC_SUMS,
    RING,
    RING_SUMS,
    RING_PAIRS,
    PAIRS
};

static const struct {
    const char *name, *local; /* the type of group function that it calls */
    enum limit limit;
} rows[] = {
    {"reduce_tile", "reduce_", NO_LIMIT},
    {"reduce_atomic", "reduce_", ATOMIC},
    {"scan_tile", "scan_", NO_LIMIT},
    {"scan_tile_shared", "scan_", NO_LIMIT},
    {"reduce_tile_serial", "reduce_", NO_LIMIT},
    {"reduce_once", "reduce_", NO_LIMIT},
    {"scan_tile_total", "scan_", NO_LIMIT},
    {"add_partial", NULL, NO_LIMIT},
    {"reduce_tile_unchecked", "reduce_", NO_LIMIT},
    {"reduce_atomic_counted", "reduce_", ATOMIC_SUMS},
    {"scan_chained", "scan_", NO_LIMIT},
    {"scan_lookback", "scan_", NO_LIMIT},
    {"scan_fallback", "scan_", FOUR_BYTES},
    {"scan_one_round", NULL, NO_LIMIT},
    {"scan_one_round_rows", NULL, NO_LIMIT},
    {"scan_lookback_subgroup", NULL, NO_LIMIT},
    {"scan_rows_subgroup", NULL, NO_LIMIT},
    {"scan_rows_group", NULL, NO_LIMIT},
    {"scan_row_loop", NULL, NO_LIMIT},
    {"reduce_rows_subgroup", NULL, NO_LIMIT},
    {"reduce_row_loop", NULL, NO_LIMIT},
    {"reduce_row_parts", NULL, NO_LIMIT},
    {"scan_ahead", NULL, RING},
    {"scan_rows_ahead", NULL, RING},
    {"tiled_naive", NULL, NO_LIMIT},
    {"tiled_shared", NULL, NO_LIMIT},
    {"tiled_double_buffer", NULL, NO_LIMIT},
    {"tiled_warp", NULL, SUMS},
    {"tiled_coarsened", NULL, SUMS},
    {"dot_first", "dot_", FLOAT_SUMS},
    {"dot_second", "dot_", FLOAT_SUMS},
    {"dot_first_device", NULL, FLOAT_SUMS},
    {"dot_second_device", NULL, FLOAT_SUMS},
    {"dot_exchange", "dot_", FLOAT_SUMS},
    {"dot_add", "dot_", FLOAT_SUMS},
    {"dot_counter", "dot_", FLOAT_SUMS},
    {"dot_tagged", "dot_", FLOAT_SUMS},
    {"pairs_total", NULL, PAIRS},
    {"pairs_before", NULL, PAIRS},
    {"pairs_tile", NULL, PAIRS},
    {"pairs_chained", NULL, PAIRS},
    {"pairs_one_round", NULL, PAIRS},
    {"pairs_lookback_subgroup", NULL, PAIRS},
    {"pairs_ahead", NULL, RING_PAIRS},
    {"count_sequence", NULL, SUMS},
    {"count_block", NULL, SUMS},
    {"move_sequence", NULL, SUMS},
    {"move_block", NULL, SUMS},
    {"compact_lookback_subgroup", NULL, STAGED},
    {"count_atomic", NULL, SUMS},
    {"count_atomic_counted", NULL, SUMS},
    {"compact_one_round", NULL, SUMS},
    {"compact_lookback", NULL, SUMS},
    {"compact_atomics", NULL, SUMS},
    {"compact_ahead", NULL, RING_SUMS},
    {"copy_tile", NULL, SUMS},
    {"copy_tile_unchecked", NULL, SUMS},
    {"limit_copy", NULL, INTEGER_SUMS},
    {"limit_copy_early", NULL, INTEGER_SUMS},
    {"limit_read", NULL, INTEGER_SUMS},
    {"limit_read_once", NULL, INTEGER_SUMS},
    {"limit_read2_once", NULL, INTEGER_SUMS},
    {"limit_copy_part", NULL, INTEGER_SUMS},
    {"limit_copy_first", NULL, INTEGER_SUMS},
    {"limit_finish", NULL, INTEGER_SUMS},
    {"probe_nothing", NULL, INTEGER_SUMS},
    {"probe_chain", NULL, INTEGER_SUMS},
};
enum { KERNELS = sizeof rows / sizeof rows[0] };

/* "NULL" where there is none. */
#define LOCAL_ROW(NAME, spelling, scan, reduce) #scan, #reduce,
static const char *const locals[] = {
#include "implementation/local.def"
    "dot_shared", "dot_shuffle", "dot_simd_sum"};
enum { LOCALS = sizeof locals / sizeof locals[0] };
static const char *const networks[] = {"kogge_stone", "sklansky", "brent_kung", "han_carlson"};
static const unsigned threads[] = {32, 64, 256, 512, 1024}, values[] = {1, 4, 2, 8},
                      ring_values[] = {4, 28, 12, 20};

static struct nvrtc nvrtc;
static size_t turn, compiled;

static bool is_made_for(size_t kernel, enum dtype dtype, enum op op)
{
    switch (rows[kernel].limit) {
    case NO_LIMIT:
    case RING:
        return true;
    case SUMS:
    case STAGED:
    case RING_SUMS:
    case RING_PAIRS:
    case PAIRS:
        return op == OP_SUM;
    case FLOAT_SUMS:
        return op == OP_SUM && dtype_is_float(dtype);
    case INTEGER_SUMS:
        return op == OP_SUM && !dtype_is_float(dtype);
    case FOUR_BYTES:
        return dtype_size(dtype) == 4;
    case ATOMIC_SUMS:
        return dtype_size(dtype) == 4 && !dtype_is_float(dtype) && op == OP_SUM;
    case ATOMIC:
        return dtype_size(dtype) == 4 && !dtype_is_float(dtype) && op != OP_PRODUCT;
    }
    return false;
}

/* The next group function of a type. */
static const char *next_local(const char *type)
{
    static size_t at;
    do
        at++;
    while (strncmp(locals[at % LOCALS], type, strlen(type)) != 0);
    return locals[at % LOCALS];
}

/* Values of a thread that leave the tile room in shared memory, where it is staged there. */
static unsigned staged_values(const struct cuda_program *program)
{
    struct point point = {.implementation = registry_find(PRIMITIVE_COMPACT, "group/lookback-subgroup"),
                          .dtype = program->dtype,
                          .threads_per_group = program->threads,
                          .values_per_thread = program->values};
    struct error why = {0};
    while (!point.implementation->supports(&point, &why))
        point.values_per_thread /= 2;
    return (unsigned)point.values_per_thread;
}

static struct cuda_program program_of(size_t kernel, enum dtype dtype, enum op op, int architecture)
{
    const size_t now = turn++;
    const enum limit limit = rows[kernel].limit;
    const bool ring = limit == RING || limit == RING_SUMS || limit == RING_PAIRS;
    return (struct cuda_program){
        .kernel = rows[kernel].name,
        .dtype = dtype,
        .op = op,
        .local = rows[kernel].local ? next_local(rows[kernel].local) : NULL,
        .network = networks[now / 4 % 4],
        .threads = ring && threads[now % 5] > 512 ? 512 : threads[now % 5],
        .values = ring ? ring_values[now % 4] : values[now % 4],
        .ring = ring ? 2 + now % 6 : 0,
        .helpers = ring ? 1 + now % 4 : 0,
        .beside = limit != RING_PAIRS && limit != PAIRS ? 0
                  : now % 3 == 0                        ? 1
                                                        : (unsigned)dtype_size(dtype),
        .teams = ring && threads[now % 5] <= 256 ? 1 + now % 2 : 0,
        .architecture = architecture,
    };
}

/* The code is there under the kernel's name. */
static void assert_compiles(const struct cuda_program *wanted, enum limit limit)
{
    struct cuda_program fitted = *wanted;
    const struct cuda_program *const program = &fitted;
    if (limit == STAGED)
        fitted.values = staged_values(wanted);
    struct cuda_image image;
    struct error error = {0};
    char section[64];
    if (!cuda_build(&nvrtc, program, &image, &error))
        fail_msg("%s %s %s T=%u V=%u: %s", dtype_names[program->dtype], op_names[program->op],
                 program->network, program->threads, program->values, error.text);
    snprintf(section, sizeof section, ".text.%s", program->kernel);
    if (!memmem(image.code, image.bytes, section, strlen(section)))
        fail_msg("%s of %s %s is compiled to nothing", program->kernel, dtype_names[program->dtype],
                 op_names[program->op]);
    free(image.code);
    compiled++;
}

/* KERNELS: none has the name. */
static size_t kernel_index(const char *name)
{
    size_t kernel = 0;
    while (kernel < KERNELS && strcmp(rows[kernel].name, name) != 0)
        kernel++;
    return kernel;
}

static void no_kernel_is_left_out(void **state)
{
#define KERNEL(name, ...) #name,
    static const char *const names[] = {
#include "engine/kernels.def"
    };
    (void)state;
    assert_int_equal(sizeof names / sizeof names[0], KERNELS);
    for (size_t i = 0; i < KERNELS; i++)
        if (kernel_index(names[i]) == KERNELS)
            fail_msg("%s is not compiled here", names[i]);
}

/* Each kernel for every width of type, integers having one sign or the other in turns, as operators take
 * turns: each pair comes with some kernels. Of atomics each pair is an instruction of its own. */
static void assert_types_and_operators(size_t kernel, bool compiled_for[][OP_COUNT])
{
    static const unsigned others[] = {1u << DTYPE_I32 | 1u << DTYPE_U64, 1u << DTYPE_U32 | 1u << DTYPE_I64};
    const bool atomic = rows[kernel].limit == ATOMIC;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (size_t step = 0; step < OP_COUNT && (atomic || !(others[kernel % 2] >> dtype & 1)); step++) {
            const enum op op = (enum op)((kernel + dtype + step) % OP_COUNT);
            if (op == OP_NONE || !is_made_for(kernel, dtype, op))
                continue;
            struct cuda_program program = program_of(kernel, dtype, op, 90);
            program.reversed = (kernel / 2 + dtype) % 2 == 0;
            assert_compiles(&program, rows[kernel].limit);
            compiled_for[dtype][op] = true;
            if (!atomic)
                break;
        }
}

static void every_kernel_type_and_operator(void **state)
{
    bool compiled_for[DTYPE_COUNT][OP_COUNT] = {{false}};
    (void)state;
    for (size_t kernel = 0; kernel < KERNELS; kernel++)
        assert_types_and_operators(kernel, compiled_for);
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++)
            if (!compiled_for[dtype][op])
                fail_msg("no kernel of %s %s is compiled here", dtype_names[dtype], op_names[op]);
}

/* The kernels of an implementation for each converted type that it takes, in its own shape if it has one. */
static void assert_converted(const struct implementation *implementation)
{
    const struct kernel_use *const uses = implementation->kernels;
    for (size_t use = 0; uses && uses[use].kernel; use++)
        for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++) {
            if (dtype_is_plain(dtype) || !(implementation->dtypes >> dtype & 1))
                continue;
            const struct point point = {.implementation = implementation, .dtype = dtype};
            if (uses[use].needed && !uses[use].needed(&point))
                continue;
            struct cuda_program program = program_of(kernel_index(uses[use].kernel->name), dtype, OP_SUM, 90);
            const struct build build = program_build(&point, &uses[use]);
            if (uses[use].shape.threads) {
                program.dtype = build.dtype;
                program.threads = build.threads;
                program.values = build.values;
            }
            assert_compiles(&program, NO_LIMIT);
        }
}

static void every_converted_type(void **state)
{
    const size_t before = compiled;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        assert_converted(registry[i]);
    assert_true(compiled > before);
}

/* A kernel that calls a group function. */
static const char *caller_of(const char *local)
{
    return strncmp(local, "scan_", 5) == 0 ? "scan_tile" : *local == 'd' ? "dot_first" : "reduce_tile";
}

static void every_group_function_and_network(void **state)
{
    (void)state;
    for (size_t local = 0; local < LOCALS; local++)
        for (size_t network = 0; network < sizeof networks / sizeof networks[0]; network++) {
            struct cuda_program program = program_of(0, DTYPE_F32, OP_SUM, 90);
            program.kernel = caller_of(locals[local]);
            program.local = locals[local];
            program.network = networks[network];
            program.values = 4;
            if (strcmp(locals[local], "NULL") != 0 && (network == 0 || *locals[local] == 's'))
                assert_compiles(&program, NO_LIMIT);
        }
}

static void every_kernel_for_older_and_newer_devices(void **state)
{
    static const int architectures[] = {80, 100};
    (void)state;
    for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++)
        for (size_t kernel = 0; kernel < KERNELS; kernel++) {
            const bool is_float = rows[kernel].limit == FLOAT_SUMS;
            struct cuda_program program =
                program_of(kernel, is_float ? DTYPE_F32 : DTYPE_U32, OP_SUM, architectures[i]);
            program.values = i == 0 ? 16 : 32;
            assert_compiles(&program, rows[kernel].limit);
        }
}

/* The memory in which a thread of a program keeps what registers do not hold: what .nv.info says of frames,
 * as an attribute of eight bytes, a symbol and a size. */
static uint32_t frame_bytes(const struct cuda_program *program)
{
    static const char attribute[] = {0x04, 0x11, 8, 0};
    struct cuda_image image;
    struct error error = {0};
    uint32_t bytes = 0;
    if (!cuda_build(&nvrtc, program, &image, &error))
        fail_msg("%s", error.text);
    const char *const code = image.code, *const end = code + image.bytes;
    const char *at = memmem(code, image.bytes, attribute, sizeof attribute);
    assert_non_null(at);
    for (; at && at + 12 <= end; at = memmem(at + 12, (size_t)(end - at) - 12, attribute, sizeof attribute)) {
        uint32_t own;
        memcpy(&own, at + 8, sizeof own);
        bytes = own > bytes ? own : bytes;
    }
    free(image.code);
    return bytes;
}

/* An index that the compiler does not know makes memory of an array, many times as slow. */
static void values_stay_in_registers(void **state)
{
    static const char *const fast[] = {
        "reduce_tile",         "reduce_once",     "reduce_atomic",           "scan_one_round",
        "scan_rows_subgroup",  "scan_rows_group", "scan_row_loop",           "reduce_rows_subgroup",
        "reduce_row_loop",     "count_atomic",    "count_atomic_counted",    "tiled_coarsened",
        "scan_one_round_rows", "pairs_one_round", "pairs_lookback_subgroup", "reduce_row_parts"};
    (void)state;
    for (size_t i = 0; i < sizeof fast / sizeof fast[0]; i++) {
        struct cuda_program program = program_of(kernel_index(fast[i]), DTYPE_U32, OP_SUM, 90);
        program.threads = 256;
        program.values = 16;
        const uint32_t bytes = frame_bytes(&program);
        if (bytes > 2 * sizeof(uint32_t)) /* a word or two are no array */
            fail_msg("%s keeps %u bytes of each thread's values in memory", program.kernel, bytes);
    }
    /* Narrow elements are read in words: twelve accesses of a thread are 192 bytes. */
    struct cuda_program narrow = program_of(kernel_index("limit_read_once"), DTYPE_U8, OP_SUM, 90);
    narrow.threads = 512;
    narrow.values = 192;
    assert_int_equal(frame_bytes(&narrow), 0);
}

/* With a ring the compiler fills the registers that a group has to the last, and keeps some words elsewhere,
 * which takes no time: without them 16 Mi of u32 in groups of 256 took 42.4 us instead of 41.3 on an H200. */
static void values_of_a_ring_stay_in_registers(void **state)
{
    static const struct {
        unsigned threads, values, ring, helpers, teams;
    } shapes[] = {{128, 28, 14, 4, 2}, {128, 20, 19, 3, 2}, {256, 28, 7, 2, 2},
                  {256, 28, 7, 4, 2},  {256, 16, 2, 1, 2},  {512, 16, 5, 4, 1}};
    static const char *const fast[] = {"scan_ahead", "compact_ahead", "scan_rows_ahead"};
    (void)state;
    for (size_t i = 0; i < sizeof fast / sizeof fast[0]; i++)
        for (size_t j = 0; j < sizeof shapes / sizeof shapes[0]; j++) {
            struct cuda_program program = program_of(kernel_index(fast[i]), DTYPE_U32, OP_SUM, 90);
            program.threads = shapes[j].threads;
            program.values = shapes[j].values;
            program.ring = shapes[j].ring;
            program.helpers = shapes[j].helpers;
            program.teams = shapes[j].teams;
            program.at_once = 1;
            const uint32_t bytes = frame_bytes(&program);
            if (bytes >= shapes[j].values * sizeof(uint32_t))
                fail_msg("%s keeps %u bytes of each thread's values in memory where T = %u and V = %u",
                         program.kernel, bytes, program.threads, program.values);
        }
}

/* The shared memory that a program has whatever a launch gives it: that of its section, less what the system
 * keeps for itself of each group on such devices, which is not of what a group may have. */
static size_t shared_bytes(const struct cuda_program *program)
{
    enum { KEPT_BY_SYSTEM = 1024 };
    struct cuda_image image;
    struct error error = {0};
    if (!cuda_build(&nvrtc, program, &image, &error))
        fail_msg("%s", error.text);
    const size_t bytes = image_section(&image, ".nv.shared", program->kernel).sh_size;
    free(image.code);
    assert_true(bytes > KEPT_BY_SYSTEM);
    return bytes - KEPT_BY_SYSTEM;
}

/* By which a point is refused whose ring would leave them none. */
static void words_beside_a_ring_are_as_few_as_is_said(void **state)
{
    static const char *const ringed[] = {"scan_ahead", "compact_ahead", "pairs_ahead"};
    static const unsigned rings[] = {2, 7, 64}, threads_of_rings[] = {32, 896};
    (void)state;
    for (size_t i = 0; i < 18; i++) {
        const struct cuda_program program = {
            .kernel = ringed[i % 3],
            .dtype = DTYPE_U64,
            .op = OP_SUM,
            .network = networks[0],
            .threads = threads_of_rings[i / 3 % 2],
            .values = 2,
            .ring = rings[i / 6],
            .beside = i % 3 == 2 ? 8 : 0,
            .helpers = 1,
            .architecture = 90,
        };
        const size_t bytes = shared_bytes(&program), most = cuda_ring_words_bytes(program.ring);
        if (bytes > most)
            fail_msg("%s of %u slots has %zu bytes beside them; expected at most %zu", program.kernel,
                     program.ring, bytes, most);
    }
}

static void what_is_wrong_has_its_file_and_line(void **state)
{
    struct cuda_program program = program_of(2, DTYPE_U32, OP_SUM, 90);
    struct cuda_image image;
    struct error error = {0};
    (void)state;
    program.network = "of_nobody";
    assert_false(cuda_build(&nvrtc, &program, &image, &error));
    if (!strstr(error.text, "cannot compile scan_tile for sm_90: engine/cuda/dialect_cuda_lanes.h(") ||
        !strstr(error.text, "): error: identifier \"ROUND_UP\" is undefined")) /* no such list of rounds */
        fail_msg("%s", error.text);
}

static void a_device_that_the_compiler_does_not_know_is_refused(void **state)
{
    const struct cuda_program program = program_of(2, DTYPE_U32, OP_SUM, 11);
    struct cuda_image image;
    struct error error = {0};
    (void)state;
    assert_false(cuda_build(&nvrtc, &program, &image, &error));
    if (!strstr(error.text, "cannot compile scan_tile for sm_11: "))
        fail_msg("%s", error.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_kernel_is_left_out),
        cmocka_unit_test(what_is_wrong_has_its_file_and_line),
        cmocka_unit_test(a_device_that_the_compiler_does_not_know_is_refused),
        cmocka_unit_test(values_stay_in_registers),
        cmocka_unit_test(values_of_a_ring_stay_in_registers),
        cmocka_unit_test(words_beside_a_ring_are_as_few_as_is_said),
        cmocka_unit_test(every_group_function_and_network),
        cmocka_unit_test(every_kernel_for_older_and_newer_devices),
        cmocka_unit_test(every_kernel_type_and_operator),
        cmocka_unit_test(every_converted_type),
    };
    struct error error = {0};
    if (!nvrtc_load(&nvrtc, 0, &error)) {
        printf("[  SKIPPED ] %s\n", error.text);
        return 77;
    }
    setenv("XDG_CACHE_HOME", STAND_INS "/cache", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("NVRTC %d.%d: %zu programs\n", nvrtc.major, nvrtc.minor, compiled);
    return failed;
}
