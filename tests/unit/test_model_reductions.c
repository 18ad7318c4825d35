/* SPDX-License-Identifier: MIT */
/* What the reductions within a group cost, counted by the model, against their formulas. */
#include "model_probe.h"

#include "engine/model/dialect_model.h"
#include "kernels/local_reduce.h"
#include "kernels/reduce.h"

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

static void reductions_cost_what_the_table_says(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < LENGTH(reductions); i++)
        ok &= check_row(probe_reduce_model, &reductions[i]);
    assert_true(ok);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions_are_right),
        cmocka_unit_test(reductions_cost_what_the_table_says),
        cmocka_unit_test(sharing_a_total_costs_a_word_and_a_barrier),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
