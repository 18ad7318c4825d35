/* SPDX-License-Identifier: MIT */
/* What dot products over groups cost, counted by the model, against their formulas; which of them a device
 * may break. */
#include "model_probe.h"

#include "registry/registry.h"

/* A kind of dot product, and what its algorithm within a group costs. */
struct kind {
    const char *name;
    struct expected (*expected)(struct shape, bool wide);
};

/* Accesses of more than 16 lanes to words of 8 bytes meet in the banks: one conflict each. */
static struct expected fold(struct shape s, bool wide)
{
    return (struct expected){
        s.T - 1, 0, 0, 2 * s.T - 1, 2 * s.T - 1, s.L - 4, 5 * s.S, s.L, s.T, wide ? 4 * s.S - 3 : 0,
    };
}

static struct expected shuffle(struct shape s, bool wide)
{
    return (struct expected){
        6 * s.T - 32, 0, 5 * s.S, 3 * s.T - 64, 2 * s.T - 32, s.L - 4, 0, s.L, s.T, wide ? 5 * s.S - 3 : 0,
    };
}

static struct expected simd_sum(struct shape s, bool wide)
{
    return (struct expected){
        5 * s.T + 160, 0, 5 * (s.S + 1), 32, 32 + s.S, 2, 0, 11, 32, wide ? 2 : 0,
    };
}

static const struct kind kinds[] = {
    {"group/two-pass/shared", fold},       {"group/two-pass/shuffle", shuffle},
    {"group/two-pass/simd-sum", simd_sum}, {"group/one-pass/shuffle", shuffle},
    {"group/one-pass/simd-sum", simd_sum}, {"group/one-pass/thread-counter", shuffle},
    {"group/one-pass/tagged", shuffle},
};

struct work {
    const char *name, *device;
    enum dtype dtype;
    long n, threads, groups;
    enum group_order order;
};

static struct model_result run(const struct work *work)
{
    struct point point = {.implementation = registry_find(PRIMITIVE_DOT, work->name)};
    assert_non_null(point.implementation);
    point.dtype = work->dtype;
    point.n = (uint64_t)work->n;
    point.threads_per_group = (uint64_t)work->threads;
    point.groups = (uint64_t)work->groups;
    return run_point(point, work->device, work->order);
}

/* Two groups of V products a thread. */
static struct model_result run_shape(const char *name, enum dtype dtype, struct shape s, long V)
{
    const struct work work = {name, "cuda", dtype, 2 * V * s.T, s.T, 2, ORDER_ASCENDING};
    return run(&work);
}

/* Words of the banks' 4 bytes. */
static bool local_matches(const struct kind *kind, struct shape s, bool wide, const struct counts *local)
{
    struct expected e = kind->expected(s, wide);
    e.words *= wide ? 2 : 1;
    return counts_match(kind->name, s, &e, local);
}

static bool load_is(const char *name, struct shape s, long V, const struct counts *load)
{
    return is_equal(name, s, "multiplies", load->of[COUNTER_MULTIPLIES], s.T * V) &&
           is_equal(name, s, "load adds", load->of[COUNTER_ADDS], s.T * V) &&
           is_equal(name, s, "loads", load->of[COUNTER_DEVICE_LOADS], 2 * s.T * V) &&
           is_equal(name, s, "load steps", load->of[COUNTER_STEPS], V);
}

static bool check_shape(const struct kind *kind, enum dtype dtype, struct shape s, long V)
{
    const struct model_result result = run_shape(kind->name, dtype, s, V);
    const struct model_kernel *const first = &result.report.kernel[0];
    if (result.verdict == MODEL_OK && first->has_group &&
        local_matches(kind, s, dtype == DTYPE_F64, &first->group[PHASE_LOCAL]) &&
        load_is(kind->name, s, V, &first->group[PHASE_LOAD]))
        return true;
    print_error("%s, T = %ld, V = %ld: %s\n", kind->name, s.T, V, result.message);
    return false;
}

TEST(folds_cost_what_the_table_says)
{
    bool ok = true;
    for (size_t k = 0; k < LENGTH(kinds); k++)
        for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++)
            for (int i = 0; i < 6; i++)
                for (long V = 1; V <= 32; V *= 2)
                    ok &= check_shape(&kinds[k], dtype, shape_of(i), V);
    assert_true(ok);
}

/* The fold in device memory: T − 1 adds, L + 1 barriers, L steps after the V of the load. */
TEST(a_fold_in_device_memory_costs_what_the_table_says)
{
    bool ok = true;
    for (int i = 0; i < 6; i++)
        for (long V = 1; V <= 32; V *= 2) {
            const struct shape s = shape_of(i);
            const char *const name = "group/two-pass/device";
            const struct model_result result = run_shape(name, DTYPE_F32, s, V);
            const struct counts *const total = &result.report.kernel[0].group[PHASE_TOTAL];
            assert_int_equal(result.verdict, MODEL_OK);
            ok &= is_equal(name, s, "adds", total->of[COUNTER_ADDS], s.T * V + s.T - 1) &&
                  is_equal(name, s, "barriers", total->of[COUNTER_BARRIERS], s.L + 1) &&
                  is_equal(name, s, "steps", total->of[COUNTER_STEPS], V + s.L) &&
                  is_equal(name, s, "shared words", total->of[COUNTER_SHARED_WORDS], 0) &&
                  is_equal(name, s, "loads", total->of[COUNTER_DEVICE_LOADS], 2 * s.T * V + 2 * s.T - 1) &&
                  is_equal(name, s, "stores", total->of[COUNTER_DEVICE_STORES], 2 * s.T);
        }
    assert_true(ok);
}

enum { N = 4096, T = 64, G = 16 };

static struct model_result run_named(const char *name, const char *device, long groups,
                                     enum group_order order)
{
    const struct work work = {name, device, DTYPE_F32, N, T, groups, order};
    return run(&work);
}

TEST(two_passes_have_one_store_a_group_more)
{
    static const char *const names[] = {"group/two-pass/shared", "group/two-pass/shuffle",
                                        "group/two-pass/simd-sum"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        const struct model_result result = run_named(names[i], "metal-m1", G, ORDER_ASCENDING);
        assert_int_equal(result.verdict, MODEL_OK);
        assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), 2 * N + G);
        assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), G + 1);
        assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 2);
        assert_int_equal(in_all(&result, COUNTER_ATOMICS), 0);
    }
}

/* r retries cost 2r exchanges and r adds; with one group after another there are none. */
TEST(an_addition_by_exchanges_costs_two_and_two_a_retry)
{
    struct device device = *device_find("cuda");
    uint64_t retries = 0;
    for (device.order_seed = 1; device.order_seed <= 8; device.order_seed++) {
        struct model_result result = run_named("group/one-pass/shuffle", "cuda", G, ORDER_ASCENDING);
        struct error error = {0};
        assert_int_equal(result.verdict, MODEL_OK);
        assert_int_equal(in_all(&result, COUNTER_ATOMICS), 2 * G);
        assert_int_equal(result.report.kernel[0].run[PHASE_FINISH].of[COUNTER_ADDS], G);
        const struct point point = result.point;
        assert_true(
            model_point_run(&result, &point, &(struct model_conditions){&device, ORDER_RANDOM, 1}, &error));
        assert_int_equal(result.verdict, MODEL_OK);
        const uint64_t adds = result.report.kernel[0].run[PHASE_FINISH].of[COUNTER_ADDS];
        assert_int_equal(in_all(&result, COUNTER_ATOMICS), 2 * adds);
        retries += adds - G;
    }
    assert_true(retries > 0);
}

/* One ticket a group; partials are G stores, or two tagged words each for 32 bits. */
TEST(the_last_group_adds_all_partials)
{
    struct model_result result = run_named("group/one-pass/thread-counter", "cuda", G, ORDER_ASCENDING);
    assert_int_equal(result.verdict, MODEL_OK);
    assert_int_equal(in_all(&result, COUNTER_ATOMICS), G);
    assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), 2 * N + G);
    assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), G + 1);
    assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 1);
    result = run_named("group/one-pass/tagged", "cuda", G, ORDER_ASCENDING);
    assert_int_equal(in_all(&result, COUNTER_ATOMICS), G + 2 * G);
    assert_int_equal(in_all(&result, COUNTER_POLLS), 2 * G);
    assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), 2 * N);
    assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), 1);
}

/* Every group but the last one's partial is read before it can be seen. */
TEST(a_thread_counter_is_wrong_where_nothing_is_published)
{
    for (enum group_order order = 0; order < ORDER_COUNT; order++) {
        const struct model_result result = run_named("group/one-pass/thread-counter", "metal-m1", G, order);
        assert_int_equal(result.verdict, MODEL_WRONG);
        assert_true(result.relative_error > 0);
        assert_int_equal(in_all(&result, COUNTER_STALE_READS), G - 1);
        assert_non_null(strstr(result.message, "relative error "));
        assert_non_null(strstr(result.message, "15 stale reads: partials["));
    }
}

TEST(a_thread_counter_is_right_alone_or_behind_a_fence)
{
    static const char *const fenced[] = {"cuda", "metal-3.2", "cpu"};
    for (enum group_order order = 0; order < ORDER_COUNT; order++) {
        const struct model_result alone = run_named("group/one-pass/thread-counter", "metal-m1", 1, order);
        assert_int_equal(alone.verdict, MODEL_OK);
        for (size_t i = 0; i < LENGTH(fenced); i++) {
            const struct model_result result =
                run_named("group/one-pass/thread-counter", fenced[i], G, order);
            assert_int_equal(result.verdict, MODEL_OK);
            assert_int_equal(in_all(&result, COUNTER_STALE_READS), 0);
        }
    }
}

/* Metal has no doubles. */
TEST(tags_are_right_wherever_there_is_the_type)
{
    static const char *const devices[] = {"metal-m1", "metal-3.2", "cuda", "cpu"};
    for (size_t i = 0; i < LENGTH(devices); i++)
        for (enum group_order order = 0; order < ORDER_COUNT; order++)
            for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
                const struct work work = {"group/one-pass/tagged", devices[i], dtype, N, T, G, order};
                const struct model_result result = run(&work);
                const bool is_there = dtype == DTYPE_F32 || strncmp(devices[i], "metal", 5) != 0;
                assert_int_equal(result.verdict, is_there ? MODEL_OK : MODEL_UNSUPPORTED);
                assert_int_equal(in_all(&result, COUNTER_STALE_READS), 0);
            }
}
