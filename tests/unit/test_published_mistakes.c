/* SPDX-License-Identifier: MIT */
/* Mistakes of published GPU code: each published form is caught, and the kernel here does without it. */
#include "base/random.h"
#include "engine/emulate/emulate_tables.h"
#include "engine/model/dialect_model.h"
#include "engine/model/model.h"
#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "machine/isa.h"
#include "problem/primitive.h"
#include "registry/registry.h"

#include "kernels/dot.h"
#include "kernels/reduce.h"
#include "kernels/scan.h"
#include "kernels/tiled_scan.h"

#include "kernels/tiled_scan_warp.h"

#include "../published/mistakes.h"

#include "test.h"

#include <sys/mman.h>

enum { T = 64, N = 256 };
static uint32_t input[N], output[N], partials[N];

struct trial {
    launch_kernel *kernel;
    void (*local)(void);
    enum op op;
    unsigned threads;
    size_t n, groups;
};

/* in, out, partials or n, n or groups: as the kernels here have their parameters. */
static struct model_report run(const struct trial *trial, const void *third)
{
    const struct model_options options = {.device = device_find("cpu"), .workers = 1};
    struct launch launch = {.threads = trial->threads, .values = 1, .local = trial->local};
    struct error error = {0};
    struct model *const model = model_create(&options);
    assert_true(model_region(model, "in", input, trial->n * sizeof *input, &error));
    assert_true(model_region(model, "out", output, trial->n * sizeof *output, &error));
    assert_true(model_region(model, "partials", partials, sizeof partials, &error));
    launch.dtype = DTYPE_U32;
    launch.op = trial->op;
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    if (third)
        launch.argument[2].in = third;
    else
        launch.argument[2].value = trial->n;
    launch.argument[3].value = third ? trial->n : LAYOUT_BLOCKED;
    launch.argument[4].value = 1;
    memset(output, 0x5a, sizeof output);
    model_launch(model, trial->kernel, &launch, trial->groups);
    assert_true(model_finish(model, &error));
    const struct model_report report = *model_report(model);
    model_destroy(model);
    return report;
}

static void expect(const struct model_report *report, const char *hazard)
{
    char text[256];
    assert_int_not_equal(report->hazards, 0);
    assert_string_equal(hazard_text(&report->hazard[0], text, sizeof text), hazard);
}

/* A kernel whose groups exchange words, and what it needs of a device. */
struct exchange {
    launch_kernel *kernel;
    const struct device *device;
    enum group_order order;
    bool is_chain;
    uint64_t choice; /* fenced; of a chain 1: ordered, 2: descending */
};

enum { GROUPS = 16 };

static struct model_report run_exchange(const struct exchange *exchange)
{
    static uint32_t words[3][N];
    const struct model_options options = {.device = exchange->device, .order = exchange->order, .workers = 1};
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    struct error error = {0};
    struct model *const model = model_create(&options);
    memset(words, 0, sizeof words);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    assert_true(model_region(model, "words", words, sizeof words, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].out = words[0];
    launch.argument[3].out = words[1];
    if (exchange->is_chain)
        launch.argument[4].out = words[2];
    launch.argument[4 + exchange->is_chain].value = GROUPS;
    launch.argument[5 + exchange->is_chain].value = exchange->choice;
    launch.argument[6 + exchange->is_chain].value = 0;
    model_launch(model, exchange->kernel, &launch, GROUPS);
    assert_true(model_finish(model, &error));
    const struct model_report report = *model_report(model);
    model_destroy(model);
    return report;
}

/* The sum of the inputs of all groups. */
static uint32_t sum_of_groups(void)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < GROUPS; i++)
        sum += input[i];
    return sum;
}

TEST(a_fold_needs_barriers_between_its_lanes)
{
    const struct trial published = {published_fold_model, NULL, OP_SUM, T, N, N / T};
    const struct model_report report = run(&published, NULL);
    expect(&report, "shared race: kernel published_fold, group 0, thread 1, words[1]");
}

TEST(the_last_ticket_needs_a_fence)
{
    const struct device *const cuda = device_find("cuda");
    for (enum group_order order = 0; order < ORDER_COUNT; order++)
        for (unsigned fenced = 0; fenced < 2; fenced++) {
            const struct model_report report =
                run_exchange(&(struct exchange){published_counter_model, cuda, order, false, fenced});
            assert_int_equal(report.stale_reads > 0, !fenced);
            assert_int_equal(output[0] == sum_of_groups(), fenced);
        }
}

TEST(a_flag_needs_its_order)
{
    const struct device *const cuda = device_find("cuda");
    for (unsigned ordered = 0; ordered < 2; ordered++) {
        const struct model_report report =
            run_exchange(&(struct exchange){published_chain_model, cuda, ORDER_ASCENDING, true, ordered});
        assert_false(report.starved);
        assert_int_equal(report.stale_reads > 0, !ordered);
        assert_int_equal(output[GROUPS - 1] == sum_of_groups(), ordered);
    }
}

/* With as many groups as are resident a descending chain ends; with more it starves. */
TEST(a_descending_chain_starves_beyond_what_is_resident)
{
    struct device device = *device_find("cuda");
    for (unsigned resident = GROUPS; resident >= GROUPS / 2; resident -= GROUPS / 2) {
        device.resident_threads = resident * T;
        const struct model_report report =
            run_exchange(&(struct exchange){published_chain_model, &device, ORDER_ASCENDING, true, 1 | 2});
        assert_int_equal(report.starved, resident < GROUPS);
    }
}

TEST(a_prefix_has_a_word_of_its_own)
{
    const struct trial published = {published_prefix_model, NULL, OP_SUM, T, N, N / T};
    const struct trial own = {scan_tile_model, (void (*)(void))scan_raking, OP_SUM, T, N, N / T};
    struct model_report report = run(&published, partials);
    expect(&report, "shared race: kernel published_prefix, group 0, thread 0, scratch[0] (with thread 63)");
    report = run(&own, partials);
    assert_int_equal(report.hazards, 0);
}

TEST(a_cooperative_scan_reads_only_sums_that_exist)
{
    const struct trial published = {
        scan_tile_model, (void (*)(void))published_cooperative, OP_SUM, T, N, N / T};
    const struct trial own = {scan_tile_model, (void (*)(void))scan_cooperative, OP_SUM, T, N, N / T};
    struct model_report report = run(&published, partials);
    expect(&report, "poisoned read: kernel scan_tile, group 0, thread 2, words[2]");
    report = run(&own, partials);
    assert_int_equal(report.hazards, 0);
}

static uint32_t least(void)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < N; i++)
        least = input[i] < least ? input[i] : least;
    return least;
}

TEST(raking_takes_any_operator)
{
    struct trial trial = {reduce_tile_model, (void (*)(void))published_raking, OP_MIN, N, N, 1};
    run(&trial, NULL);
    assert_int_not_equal(output[0], least());
    trial.local = (void (*)(void))reduce_raking;
    run(&trial, NULL);
    assert_int_equal(output[0], least());
}

TEST(a_partial_tile_ends_with_the_array)
{
    launch_kernel *const ladder[] = {tiled_naive_model, tiled_shared_model, tiled_double_buffer_model,
                                     tiled_warp_model};
    struct trial trial = {published_tile_model, NULL, OP_SUM, T, 100, 2};
    struct model_report report = run(&trial, NULL);
    expect(&report, "out of bounds in device memory: kernel published_tile, group 1, thread 36, in[100]");
    for (size_t i = 0; i < sizeof ladder / sizeof ladder[0]; i++) {
        trial.kernel = ladder[i];
        report = run(&trial, NULL);
        assert_int_equal(report.hazards, 0);
        assert_int_equal(output[64], input[64]);
        assert_int_equal(output[100], 0x5a5a5a5a);
    }
}

TEST(a_subgroup_reads_only_sums_that_there_is_room_for)
{
    struct trial trial = {published_sums_model, NULL, OP_SUM, T, N, 1};
    struct model_report report = run(&trial, NULL);
    expect(&report, "out of bounds in shared memory: kernel published_sums, group 0, thread 2, sums[2]");
    for (trial.threads = 32; trial.threads <= N; trial.threads += 32) {
        trial.kernel = tiled_warp_model;
        report = run(&trial, NULL);
        assert_int_equal(report.hazards, 0);
    }
}

/* A fold by halves of 96 threads leaves out a third of them: the kernel is the published one, the plan
 * refuses it. */
TEST(a_fold_by_halves_needs_a_power_of_two)
{
    static const char *const names[] = {"group/two-pass/device", "group/two-pass/shared",
                                        "group/two-pass/shuffle", "group/one-pass/shuffle"};
    const uint32_t ones[96] = {[0 ... 95] = 1};
    struct launch launch = {.threads = 96, .dtype = DTYPE_U32, .op = OP_SUM};
    const struct model_options options = {.device = device_find("cpu"), .workers = 1};
    struct error error = {0};
    struct model *const model = model_create(&options);
    launch.local = (void (*)(void))dot_shared;
    launch.argument[0].in = launch.argument[1].in = ones;
    launch.argument[2].out = output;
    launch.argument[3].value = 96;
    launch.argument[4].value = 1;
    assert_true(model_region(model, "ones", (void *)ones, sizeof ones, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    model_launch(model, dot_first_model, &launch, 1);
    model_destroy(model);
    assert_int_not_equal(output[0], 96);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct implementation *const dot = registry_find(PRIMITIVE_DOT, names[i]);
        struct point point = {.implementation = dot};
        point.n = N;
        point.threads_per_group = 96;
        point.groups = 1;
        struct error why = {0};
        assert_false(dot->supports(&point, &why));
        assert_string_equal(why.text, "threads_per_group is a power of two from 32 to 1024");
    }
}

/* Address space alone: untouched pages cost nothing. */
static uint32_t *reserve(size_t elements)
{
    uint32_t *const words = mmap(NULL, elements * sizeof *words, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (words == MAP_FAILED)
        skip();
    return words;
}

/* One group of a compiled kernel from element 2^31 on, where an int has overflowed. */
static void check_far_group(const struct kernel *kernel, uint32_t *in, uint32_t *out, size_t n)
{
    const size_t first = (size_t)1 << 31;
    const bool tiled = kernel != &kernels.scan_tile;
    const struct build build = {
        .dtype = DTYPE_U32, .op = OP_SUM, .threads = T, .values = 1, .local = tiled ? NULL : "scan_raking"};
    const struct compiled_table *tables[EMULATE_TABLES];
    uint32_t *const before = reserve(n / T + 1);
    const struct scan_tile_arguments scan = {in, out, before, n, true};
    const struct tiled_naive_arguments ladder = {in, out, n};
    struct built *built = NULL;
    struct error why = {0};
    uint32_t sum = 0;
    emulate_tables(isa_best(), DTYPE_U32, OP_SUM, tables);
    assert_true(compiled_build(tables, kernel, &build, &built, &why));
    const struct compiled *const compiled = (const struct compiled *)built;
    struct launch launch = compiled_launch(compiled, tiled ? (const void *)&ladder : &scan);
    launch.first_group = first / T;
    launch.last_group = first / T + 1;
    memset(out + first, 0, (n - first) * sizeof *out);
    compiled->function(&launch);
    for (size_t i = first; i < n; i++) {
        sum += in[i];
        assert_int_equal(out[i], sum);
    }
    compiled_discard(built);
}

TEST(indices_go_beyond_an_int)
{
    const struct kernel *const compiled[] = {&kernels.tiled_naive, &kernels.tiled_shared,
                                             &kernels.tiled_double_buffer, &kernels.tiled_warp,
                                             &kernels.scan_tile};
    const size_t first = (size_t)1 << 31, n = first + 50;
    uint32_t *const in = reserve(n), *const out = reserve(n);
    for (size_t i = first; i < n; i++)
        in[i] = input[i - first];
    for (size_t k = 0; k < sizeof compiled / sizeof compiled[0]; k++)
        check_far_group(compiled[k], in, out, n);
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++)
        input[i] = (uint32_t)(random_at(5, i) >> 33) + 1;
    return 0;
}

AROUND_TESTS(fill, NULL)
