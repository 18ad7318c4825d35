/* SPDX-License-Identifier: MIT */
/* What the reductions within a group cost, counted by the model, against their formulas. */
#include "model_probe.h"

#include "engine/model/dialect_model.h"
#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "kernels/reduce.h"
#include "kernels/scan.h"

#include "kernels/tile_reduce_serial.h"

/* One tile: the threads' totals, then the local algorithm. */
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

static struct expected shared_tree(struct shape s)
{
    if (s.T == 32)
        return (struct expected){160, 0, 5, 32, 32, 1, 0, 5, 32, 0};
    return (struct expected){s.T + 128, 0, 5, 2 * s.T - 32, 2 * s.T - 32, 1 + s.L - 6, 1, s.L, s.T, 0};
}

/* On to one word in shared memory, with a barrier of the subgroup after each of the last steps. */
static struct expected shared_tree_barriers(struct shape s)
{
    return (struct expected){
        s.T - 1, 0, 0, 2 * s.T - 1, 2 * s.T - 1, s.T == 32 ? 1 : s.L - 5, s.T == 32 ? 5 : 6, s.L, s.T, 0};
}

static struct expected shared_tree_volatile(struct shape s)
{
    struct expected expected = shared_tree_barriers(s);
    expected.simd_barriers = 0;
    return expected;
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

/* With one subgroup nobody reads what it hands over: 5 steps, where the table has S + 5. */
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

static const struct row reductions[] = {
    {"shared-tree", (local_function)reduce_shared_tree, shared_tree},
    {"shared-tree-shuffles", (local_function)reduce_shared_tree_shuffles, shared_tree},
    {"shared-tree-barriers", (local_function)reduce_shared_tree_barriers, shared_tree_barriers},
    {"raking", (local_function)reduce_raking, raking_reduce},
    {"cooperative", (local_function)reduce_cooperative, cooperative_reduce},
    {"cub-raking", (local_function)reduce_cub_raking, cub_raking_reduce},
    {"cub-warp", (local_function)reduce_cub_warp, cub_warp},
    {"interleaved-modulo", (local_function)reduce_interleaved_modulo, harris},
    {"interleaved-strided", (local_function)reduce_interleaved_strided, harris_strided},
    {"sequential", (local_function)reduce_sequential, harris},
};

TEST(reductions_cost_what_the_table_says)
{
    bool ok = true;
    for (size_t i = 0; i < LENGTH(reductions); i++)
        ok &= check_row(probe_reduce_model, &reductions[i]);
    assert_true(ok);
}

TEST(reductions_are_right)
{
    for (size_t i = 0; i < LENGTH(reductions); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2) {
            model_destroy(run_probe(probe_reduce_model, reductions[i].local, threads, 1, NETWORK_NONE));
            uint32_t sum = 0;
            for (unsigned t = 0; t < threads; t++)
                sum += input[t];
            assert_int_equal(output[0], sum);
        }
}

/* What all threads cost that get a total, whatever the reduction. */
static void expect_shared(local_function local, unsigned threads, unsigned stores)
{
    struct model *const model = run_probe(reduce_tile_model, local, threads, 2, NETWORK_NONE);
    const struct model_report *const report = model_report(model);
    const struct counts *const finish = &report->kernel[0].group[PHASE_FINISH];
    assert_true(no_hazard(report));
    assert_int_equal(finish->of[COUNTER_SHARED_STORES], stores);
    assert_int_equal(finish->of[COUNTER_BARRIERS], stores > 0);
    assert_int_equal(finish->of[COUNTER_SHARED_LOADS], stores > 0 ? threads : 0);
    assert_int_equal(finish->of[COUNTER_BANK_CONFLICTS], 0);
    uint32_t sum = 0;
    for (unsigned t = 0; t < 2 * threads; t++)
        sum += input[t];
    assert_int_equal(output[0], sum);
    model_destroy(model);
}

TEST(sharing_a_total_costs_a_word_and_a_barrier)
{
    for (size_t i = 0; i < LENGTH(reductions); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2)
            expect_shared(reductions[i].local, threads, 1);
}

/* As the table has it for cooperative: 32 stores; nothing in a group whose one subgroup has the total. */
TEST(all_lanes_share_a_total_as_published)
{
    static const local_function in_lanes[] = {
        (local_function)reduce_cooperative,          (local_function)reduce_raking,
        (local_function)reduce_cub_raking,           (local_function)reduce_shared_tree,
        (local_function)reduce_shared_tree_shuffles,
    };
    probe_sharers = 32;
    for (size_t i = 0; i < LENGTH(in_lanes); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2)
            expect_shared(in_lanes[i], threads, threads == 32 ? 0 : 32);
    probe_sharers = 1;
}

/* As published, of volatile words: undefined where lanes need not run in step, and shown as a race; where
 * they do, right. */
TEST(a_fold_without_barriers_is_a_race)
{
    static const struct row row = {"volatile", (local_function)reduce_shared_tree_volatile,
                                   shared_tree_volatile};
    for (unsigned threads = 32; threads <= 1024; threads *= 2) {
        struct model *const model = run_probe(probe_reduce_model, row.local, threads, 1, NETWORK_NONE);
        const struct model_report *const report = model_report(model);
        assert_true(report->hazard_count[HAZARD_RACE] > 0);
        assert_string_equal(report->hazard[0].array, "words");
        model_destroy(model);
    }
    probe_device.simd_lockstep = true;
    assert_true(check_row(probe_reduce_model, &row));
    probe_device.simd_lockstep = false;
}

/* V − 1 steps while loading, where pairs take log2 V; as many adds, loads and transactions. */
TEST(values_may_be_folded_one_after_the_other)
{
    for (unsigned values = 1; values <= 32; values *= 2) {
        struct model *const model =
            run_probe(reduce_tile_serial_model, (local_function)reduce_raking, 128, values, NETWORK_NONE);
        const struct model_report *const report = model_report(model);
        const struct counts *const load = &report->kernel[0].group[PHASE_LOAD];
        assert_true(no_hazard(report));
        assert_true(load_matches("serial", shape_of(2), values, load));
        assert_int_equal(load->of[COUNTER_STEPS], values - 1);
        model_destroy(model);
    }
}

AROUND_TESTS(fill, NULL)
