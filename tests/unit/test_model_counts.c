/* SPDX-License-Identifier: MIT */
/* What the algorithms within a group cost, counted by the model, against their formulas. */
#include "base/random.h"
#include "group/model.h"
#include "kernels/dialect_model.h"
#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "kernels/reduce.h"
#include "kernels/tiled_scan.h"

#include "kernels/tiled_scan_warp.h"

#include "kernels/tiled_scan_coarsened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One tile: the threads' totals, then the local algorithm. */
KERNEL(probe_scan, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    LOAD_BLOCKED(value, in, GROUP, n);
    EACH_THREAD {
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
    CALL(LOCAL(local_scan), prefix, total, words);
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, MY(prefix));
    }
}

KERNEL(probe_reduce, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    SHARED(elem, words, LOCAL_WORDS);
    LOAD_BLOCKED(value, in, GROUP, n);
    EACH_THREAD {
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
    CALL(LOCAL(local_reduce), total, words);
    THE_FIRST_THREAD {
        WRITE(out, GROUP, MY(total));
    }
}

KERNEL(probe_load, IN(elem, in), OUT(elem, out), VALUE(size, n), VALUE(uint, layout), VALUE(uint, width))
{
    PRIVATE(elem, total);
    LOAD_TOTAL(total, in, GROUP, n, layout, width);
    EACH_THREAD {
        WRITE(out, THREAD, MY(total));
    }
}

/* The terms of the formulas: threads, simdgroups, log2 of the threads, the adds of a log-step scan. */
struct shape {
    long T, S, L, A;
    int index; /* 0 … 5 for 32 … 1024 threads */
};

/* In the order of the table: adds, subs, shuffles, shared loads and stores, barriers, simdgroup barriers,
 * steps, words, conflicts. */
struct expected {
    long adds, subs, shuffles, loads, stores, barriers, simd_barriers, steps, words, conflicts;
};

static long from_table(struct shape s, const long by_threads[6])
{
    return by_threads[s.index];
}

#define CONFLICTS(...) from_table(s, (const long[6]){__VA_ARGS__})
#define BLELLOCH_CONFLICTS CONFLICTS(0, 35, 105, 245, 525, 1085)

/* The table's row for hillis-steele is an inclusive scan; an exclusive one reads one word less at the end. */
static struct expected hillis_steele(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T - 1 + 2 * s.A, s.T + s.A, 2 * s.L + 1, 0, s.L, s.T, 0};
}

static struct expected cooperative_scan(struct shape s)
{
    return (struct expected){
        129 * (s.S + 1) + s.S + s.T, 0, 6 * (s.S + 1), s.S + s.T, 2 * s.S, 2, 0, 12, s.S, 0};
}

static struct expected blelloch(struct shape s)
{
    return (struct expected){2 * (s.T - 1), 0, 0,       5 * s.T - 4, 4 * s.T - 2,
                             2 * s.L + 3,   0, 2 * s.L, s.T,         BLELLOCH_CONFLICTS};
}

static struct expected raking_scan(struct shape s)
{
    return (struct expected){2 * s.T + 97,
                             0,
                             6,
                             5 * s.T - 64,
                             4 * s.T - 32,
                             2,
                             0,
                             s.S + 6,
                             s.T,
                             CONFLICTS(0, 11, 75, 371, 1635, 6851)};
}

/* A word of padding between the runs of the 32 lanes; none behind the last one. */
static long padding(struct shape s)
{
    return s.S > 2 ? 31 : 0;
}

static struct expected cub_raking_scan(struct shape s)
{
    return (struct expected){2 * s.T + 65,
                             0,
                             6,
                             3 * s.T,
                             2 * s.T,
                             2,
                             0,
                             2 * s.S + 4,
                             s.T + padding(s),
                             CONFLICTS(0, 6, 8, 16, 32, 0)};
}

static struct expected cub_memoize(struct shape s)
{
    return (struct expected){2 * s.T + 65,
                             0,
                             6,
                             2 * s.T,
                             2 * s.T,
                             2,
                             0,
                             2 * s.S + 4,
                             s.T + padding(s),
                             CONFLICTS(0, 4, 8, 16, 32, 0)};
}

/* The table has S + 6 steps. The longest chain is 5 rounds, a hand-off and S − 1 adds: what the last
 * simdgroup puts before its own prefix is done one add earlier, and that add is the last one. */
static struct expected cub_warp_scans(struct shape s)
{
    return (struct expected){
        129 * s.S + s.T * (s.S - 1) + s.T - 32, 0, 6 * s.S, s.T * s.S, s.S, 1, 0, s.S + 5, s.S, 0};
}

static struct expected shared_tree(struct shape s)
{
    if (s.T == 32)
        return (struct expected){160, 0, 5, 32, 32, 1, 0, 5, 32, 0};
    return (struct expected){s.T + 128, 0, 5, 2 * s.T - 32, 2 * s.T - 32, 1 + s.L - 6, 1, s.L, s.T, 0};
}

static struct expected raking_reduce(struct shape s)
{
    return (struct expected){s.T + 128, 0, 5, 2 * s.T - 32, 2 * s.T - 32, 1, 0, s.S + 4, s.T, 0};
}

static struct expected cooperative_reduce(struct shape s)
{
    if (s.T == 32)
        return (struct expected){160, 0, 5, 0, 0, 0, 0, 5, 0, 0};
    return (struct expected){160 * (s.S + 1), 0, 5 * (s.S + 1), s.S, s.S, 1, 0, 11, s.S, 0};
}

static struct expected cub_raking_reduce(struct shape s)
{
    return (struct expected){s.T + 128, 0, 5, s.T - 32, s.T - 32, 1, 0, s.S + 4, s.T - 32, 0};
}

/* With one simdgroup nobody reads what it hands over: 5 steps, where the table has S + 5. */
static struct expected cub_warp(struct shape s)
{
    return (struct expected){160 * s.S + s.S - 1,   0,   5 * s.S, s.S - 1, s.S, 1, 0,
                             s.S > 1 ? s.S + 5 : 5, s.S, 0};
}

static struct expected harris(struct shape s)
{
    return (struct expected){s.T - 1, 0, 0, 2 * s.T - 1, 2 * s.T - 1, s.L + 1, 0, s.L, s.T, 0};
}

static struct expected harris_strided(struct shape s)
{
    struct expected expected = harris(s);
    expected.conflicts = BLELLOCH_CONFLICTS / 7 * 3;
    return expected;
}

typedef void (*local_function)(void);
struct row {
    const char *name;
    local_function local;
    struct expected (*expected)(struct shape);
};

static const struct row scans[] = {
    {"hillis-steele", (local_function)scan_hillis_steele, hillis_steele},
    {"cooperative", (local_function)scan_cooperative, cooperative_scan},
    {"blelloch", (local_function)scan_blelloch, blelloch},
    {"raking", (local_function)scan_raking, raking_scan},
    {"cub-raking", (local_function)scan_cub_raking, cub_raking_scan},
    {"cub-memoize", (local_function)scan_cub_memoize, cub_memoize},
    {"cub-warp-scans", (local_function)scan_cub_warp_scans, cub_warp_scans},
};
static const struct row reductions[] = {
    {"shared-tree", (local_function)reduce_shared_tree, shared_tree},
    {"raking", (local_function)reduce_raking, raking_reduce},
    {"cooperative", (local_function)reduce_cooperative, cooperative_reduce},
    {"cub-raking", (local_function)reduce_cub_raking, cub_raking_reduce},
    {"cub-warp", (local_function)reduce_cub_warp, cub_warp},
    {"interleaved-modulo", (local_function)reduce_interleaved_modulo, harris},
    {"interleaved-strided", (local_function)reduce_interleaved_strided, harris_strided},
    {"sequential", (local_function)reduce_sequential, harris},
};
#define LENGTH(rows) (sizeof rows / sizeof rows[0])

enum { MOST = 32 * 1024 };
static uint32_t input[MOST], output[MOST];

static struct model *run_probe(launch_kernel *kernel, local_function local, unsigned threads, unsigned values,
                               enum network network)
{
    const struct model_options options = {
        .device = device_find("cpu"), .dtype = DTYPE_U32, .op = OP_SUM, .values = values, .workers = 1};
    struct launch launch = {.threads = threads, .local = local, .network = network};
    struct error error = {0};
    struct model *const model = model_create(&options, &error);
    const size_t n = (size_t)threads * values;
    assert_non_null(model);
    assert_true(model_region(model, "in", input, n * sizeof *input, &error));
    assert_true(model_region(model, "out", output, n * sizeof *output, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = n;
    launch.argument[3].value = LAYOUT_BLOCKED;
    launch.argument[4].value = 1;
    launch.argument[5].value = true; /* reduce_tile: broadcast */
    model_launch(model, kernel, &launch, 1);
    assert_true(model_finish(model, &error));
    return model;
}

static bool is_equal(const char *name, struct shape s, const char *what, uint64_t counted, long expected)
{
    if (counted == (uint64_t)expected)
        return true;
    print_error("%s, T = %ld: %s are %lu, not %ld\n", name, s.T, what, (unsigned long)counted, expected);
    return false;
}

static bool matches(const struct row *row, struct shape s, const struct counts *counts)
{
    const struct expected e = row->expected(s);
    const struct {
        enum counter counter;
        long expected;
    } pairs[] = {
        {COUNTER_ADDS, e.adds},
        {COUNTER_SUBS, e.subs},
        {COUNTER_SHUFFLES, e.shuffles},
        {COUNTER_SHARED_LOADS, e.loads},
        {COUNTER_SHARED_STORES, e.stores},
        {COUNTER_BARRIERS, e.barriers},
        {COUNTER_SIMD_BARRIERS, e.simd_barriers},
        {COUNTER_STEPS, e.steps},
        {COUNTER_SHARED_WORDS, e.words},
        {COUNTER_BANK_CONFLICTS, e.conflicts},
    };
    bool ok = true;
    for (size_t i = 0; i < LENGTH(pairs); i++)
        ok &= is_equal(row->name, s, model_counter_names[pairs[i].counter], counts->of[pairs[i].counter],
                       pairs[i].expected);
    return ok;
}

/* The load of a tile: T(V − 1) adds, TV loads, V·min(V, 32) transactions a simdgroup. */
static bool load_matches(const char *name, struct shape s, long V, const struct counts *counts)
{
    return is_equal(name, s, "load adds", counts->of[COUNTER_ADDS], s.T * (V - 1)) &&
           is_equal(name, s, "loads", counts->of[COUNTER_DEVICE_LOADS], s.T * V) &&
           is_equal(name, s, "transactions", counts->of[COUNTER_TRANSACTIONS], s.S * V * V);
}

static bool no_hazard(const struct model_report *report)
{
    char text[256];
    for (size_t i = 0; i < report->hazards; i++)
        print_error("%s\n", hazard_text(&report->hazard[i], text, sizeof text));
    return report->hazards == 0 && !report->unsupported && !report->starved;
}

static bool check_row(launch_kernel *kernel, const struct row *row)
{
    bool ok = true;
    for (int i = 0; i < 6; i++)
        for (unsigned values = 1; values <= 32; values *= 2) {
            const long T = 32L << i, L = 5 + i;
            const struct shape shape = {T, T / 32, L, T * L - T + 1, i};
            struct model *const model = run_probe(kernel, row->local, (unsigned)T, values, NETWORK_NONE);
            const struct model_report *const report = model_report(model);
            const struct model_kernel *const counted = &report->kernel[0];
            ok &= no_hazard(report) && counted->has_group &&
                  matches(row, shape, &counted->group[PHASE_LOCAL]) &&
                  load_matches(row->name, shape, values, &counted->group[PHASE_LOAD]);
            model_destroy(model);
        }
    return ok;
}

static void scans_cost_what_the_table_says(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < LENGTH(scans); i++)
        ok &= check_row(probe_scan_model, &scans[i]);
    assert_true(ok);
}

static void reductions_cost_what_the_table_says(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < LENGTH(reductions); i++)
        ok &= check_row(probe_reduce_model, &reductions[i]);
    assert_true(ok);
}

static void scans_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(scans); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2) {
            model_destroy(run_probe(probe_scan_model, scans[i].local, threads, 2, NETWORK_NONE));
            uint32_t sum = 0;
            for (unsigned t = 0; t < threads; t++) {
                assert_int_equal(output[t], sum);
                sum += input[2 * t] + input[2 * t + 1];
            }
        }
}

static void reductions_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(reductions); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2) {
            model_destroy(run_probe(probe_reduce_model, reductions[i].local, threads, 1, NETWORK_NONE));
            uint32_t sum = 0;
            for (unsigned t = 0; t < threads; t++)
                sum += input[t];
            assert_int_equal(output[0], sum);
        }
}

/* Adds and depth of 32 lanes: (129, 5), (80, 5), (57, 9), (80, 6); the result is the same. */
static void networks_cost_what_they_are_known_for(void **state)
{
    static const uint64_t adds[] = {129, 80, 57, 80}, depths[] = {5, 5, 9, 6};
    (void)state;
    for (enum network network = NETWORK_KOGGE_STONE; network <= NETWORK_HAN_CARLSON; network++) {
        struct model *const model =
            run_probe(probe_scan_model, (local_function)scan_cub_raking, 32, 1, network);
        const struct counts *const local = &model_report(model)->kernel[0].group[PHASE_LOCAL];
        assert_int_equal(local->of[COUNTER_ADDS], adds[network - 1]);
        assert_int_equal(local->of[COUNTER_SHUFFLES], depths[network - 1] + 1);
        assert_int_equal(local->of[COUNTER_STEPS], depths[network - 1] + 1);
        uint32_t sum = 0;
        for (unsigned t = 0; t < 32; sum += input[t++])
            assert_int_equal(output[t], sum);
        model_destroy(model);
    }
}

/* One store, one barrier and a load a thread more, whatever the reduction; the table has 32 stores for
 * cooperative, whose lanes all store the same word. */
static void sharing_a_total_costs_a_word_and_a_barrier(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(reductions); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2) {
            struct model *const model =
                run_probe(reduce_tile_model, reductions[i].local, threads, 2, NETWORK_NONE);
            const struct model_report *const report = model_report(model);
            const struct counts *const finish = &report->kernel[0].group[PHASE_FINISH];
            assert_true(no_hazard(report));
            assert_int_equal(finish->of[COUNTER_SHARED_STORES], 1);
            assert_int_equal(finish->of[COUNTER_BARRIERS], 1);
            assert_int_equal(finish->of[COUNTER_SHARED_LOADS], threads);
            assert_int_equal(finish->of[COUNTER_BANK_CONFLICTS], 0);
            uint32_t sum = 0;
            for (unsigned t = 0; t < 2 * threads; t++)
                sum += input[t];
            assert_int_equal(output[0], sum);
            model_destroy(model);
        }
}

static struct expected tiled_naive(struct shape s)
{
    return (struct expected){s.A, 0, 0, 0, 0, 2 * s.L + 1, 0, s.L, 0, 0};
}

static struct expected tiled_shared(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T + 2 * s.A, s.T + s.A, 2 * s.L + 1, 0, s.L, s.T, 0};
}

static struct expected tiled_double_buffer(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T * s.L + s.A + s.T, s.T + s.T * s.L, s.L + 1, 0, s.L, 2 * s.T, 0};
}

/* Steps: 5 rounds, the last lane's add, 5 rounds, the simdgroup's prefix, the own value: 13. The table has 12
 * here, but V + 13 for coarsened, which is the same behind V serial adds. */
static struct expected tiled_warp(struct shape s)
{
    return (struct expected){
        129 * (s.S + 1) + s.S + 2 * s.T, s.T + 32, 5 * (s.S + 1), s.S + s.T, 2 * s.S, 2, 0, 13, s.S, 0};
}

/* Set by the test: what struct shape has no room for. */
static long coarsened_values;

static struct expected tiled_coarsened(struct shape s)
{
    struct expected expected = tiled_warp(s);
    expected.adds = 129 * (s.S + 1) + s.S + s.T + 2 * s.T * coarsened_values;
    expected.steps = coarsened_values + 13;
    return expected;
}

static const struct {
    struct row row;
    launch_kernel *kernel;
    bool naive; /* loads and stores of device memory as the table has them */
} ladder[] = {
    {{"naive", NULL, tiled_naive}, tiled_naive_model, true},
    {{"shared", NULL, tiled_shared}, tiled_shared_model, false},
    {{"double-buffer", NULL, tiled_double_buffer}, tiled_double_buffer_model, false},
    {{"warp", NULL, tiled_warp}, tiled_warp_model, false},
    {{"coarsened", NULL, tiled_coarsened}, tiled_coarsened_model, false},
};

static bool check_step(size_t step, int log, unsigned values)
{
    const long T = 32L << log, L = 5 + log;
    const struct shape s = {T, T / 32, L, T * L - T + 1, log};
    struct model *const model = run_probe(ladder[step].kernel, NULL, (unsigned)T, values, NETWORK_NONE);
    const struct model_report *const report = model_report(model);
    const struct counts *const total = &report->kernel[0].group[PHASE_TOTAL];
    const long loads = ladder[step].naive ? s.T + 2 * s.A : s.T * values;
    const long stores = ladder[step].naive ? s.T + s.A : s.T * values;
    coarsened_values = values;
    const bool ok =
        no_hazard(report) && matches(&ladder[step].row, s, total) &&
        is_equal(ladder[step].row.name, s, "device loads", total->of[COUNTER_DEVICE_LOADS], loads) &&
        is_equal(ladder[step].row.name, s, "device stores", total->of[COUNTER_DEVICE_STORES], stores);
    model_destroy(model);
    return ok;
}

static void tiled_scans_cost_what_the_table_says(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t step = 0; step < LENGTH(ladder); step++)
        for (int log = 0; log < 6; log++)
            for (unsigned values = 1; values <= (step == 4 ? 32 : 1); values *= 2)
                ok &= check_step(step, log, values);
    assert_true(ok);
}

/* Segments that a simdgroup's load of 32·V words touches. */
static uint64_t load_transactions(unsigned values, unsigned layout, unsigned width)
{
    const struct model_options options = {
        .device = device_find("cpu"), .dtype = DTYPE_U32, .op = OP_SUM, .values = values, .workers = 1};
    struct launch launch = {.threads = 32};
    struct error error = {0};
    struct model *const model = model_create(&options, &error);
    assert_non_null(model);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = 32 * (uint64_t)values;
    launch.argument[3].value = layout;
    launch.argument[4].value = width;
    model_launch(model, probe_load_model, &launch, 1);
    const struct counts *const total = &model_report(model)->kernel[0].group[PHASE_TOTAL];
    assert_int_equal(total->of[COUNTER_DEVICE_LOADS], 32 * values);
    const uint64_t stores = 1, transactions = total->of[COUNTER_TRANSACTIONS] - stores;
    model_destroy(model);
    return transactions;
}

static void wide_and_striped_loads_touch_fewer_segments(void **state)
{
    (void)state;
    for (unsigned values = 1; values <= 32; values *= 2) {
        assert_int_equal(load_transactions(values, LAYOUT_BLOCKED, 1), values * values);
        for (unsigned width = 1; width <= 4 && width <= values; width *= 2)
            assert_int_equal(load_transactions(values, LAYOUT_STRIPED, width), values);
    }
    assert_int_equal(load_transactions(4, LAYOUT_BLOCKED, 4), 4);
    assert_int_equal(load_transactions(4, LAYOUT_BLOCKED, 2), 8);
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        input[i] = (uint32_t)(random_at(1, i) >> 32);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_are_right),
        cmocka_unit_test(reductions_are_right),
        cmocka_unit_test(scans_cost_what_the_table_says),
        cmocka_unit_test(reductions_cost_what_the_table_says),
        cmocka_unit_test(tiled_scans_cost_what_the_table_says),
        cmocka_unit_test(sharing_a_total_costs_a_word_and_a_barrier),
        cmocka_unit_test(wide_and_striped_loads_touch_fewer_segments),
        cmocka_unit_test(networks_cost_what_they_are_known_for),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
