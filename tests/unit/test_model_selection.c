/* SPDX-License-Identifier: MIT */
/* What counts and compactions over groups cost in the model, and which of them a device may break. */
#include "model_probe.h"

#include "registry/registry.h"

enum { SEQUENCES = 512, N = 64 * 1024 };

struct work {
    enum primitive primitive;
    const char *name, *device;
    enum dtype dtype;
    long n, threads, width; /* width: of an access, or values a thread */
    enum group_order order;
};

static struct model_result run(const struct work *work)
{
    struct point point = {.implementation = registry_find(work->primitive, work->name)};
    assert_non_null(point.implementation);
    point.dtype = work->dtype;
    point.n = (uint64_t)work->n;
    point.threads_per_group = (uint64_t)work->threads;
    point.selectivity = SELECTIVITY_ONE / 2;
    if (point_has(&point, AXIS_GROUPS))
        point.groups = (uint64_t)(SEQUENCES * 32 / work->threads);
    if (point_has(&point, AXIS_VECTOR_WIDTH))
        point.vector_width = (uint64_t)work->width;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = (uint64_t)work->width;
    return run_point(point, work->device, work->order);
}

static struct model_result run_named(enum primitive primitive, const char *name, long threads, long width)
{
    const struct work work = {primitive, name, "cuda", DTYPE_U32, N, threads, width, ORDER_ASCENDING};
    return run(&work);
}

static const struct counts *of_kernel(const struct model_result *result, const char *name)
{
    for (size_t i = 0; i < result->report.kernels; i++)
        if (strcmp(result->report.kernel[i].name, name) == 0)
            return result->report.kernel[i].run;
    fail_msg("no kernel %s ran", name);
    return NULL;
}

/* How many of the input are > 0: what the last phase stores. */
static long selected(void)
{
    const struct model_result result = run_named(PRIMITIVE_COMPACT, "group/lookback", 256, 8);
    const long groups = N / (256 * 8);
    return (long)in_all(&result, COUNTER_DEVICE_STORES) - (2 * groups - 1) - 1;
}

/* The words of metadata: one a subgroup's sequence, or one a group's tile. */
static long metadata(const char *name, long threads, long width)
{
    return strstr(name, "sequence") ? SEQUENCES : N / (threads * width);
}

static const char *const three_phases[] = {"group/sequence", "group/block"};

/* 2n + 2m loads, k + 2m stores: m words of metadata, which one tile scans. The scan reads one word more, what
 * precedes the first, and the last group leaves the total. */
TEST(three_phases_move_what_the_table_says)
{
    const long k = selected();
    assert_in_range(k, N / 3, 2 * N / 3);
    for (size_t i = 0; i < LENGTH(three_phases); i++)
        for (long threads = 64; threads <= 1024; threads *= 2)
            for (long width = 1; width <= 4; width *= 2) {
                const struct model_result result =
                    run_named(PRIMITIVE_COMPACT, three_phases[i], threads, width);
                const long m = metadata(three_phases[i], threads, width);
                assert_int_equal(result.verdict, MODEL_OK);
                /* the last one of the offsets, and of the counts where no group has it, for all */
                const long last = strcmp(three_phases[i], "group/sequence") == 0 ? 2 : 1;
                assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), 2 * N + 2 * m + 1 + last);
                assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), k + 2 * m + 1);
                assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 3);
                assert_int_equal(in_all(&result, COUNTER_ATOMICS), 0);
            }
}

/* n loads, m stores; one tile adds the m counts up. */
TEST(a_count_leaves_its_metadata)
{
    for (size_t i = 0; i < LENGTH(three_phases); i++)
        for (long threads = 64; threads <= 1024; threads *= 2)
            for (long width = 1; width <= 4; width *= 2) {
                const struct model_result result =
                    run_named(PRIMITIVE_TALLY, three_phases[i], threads, width);
                const long m = metadata(three_phases[i], threads, width);
                assert_int_equal(result.verdict, MODEL_OK);
                assert_true(result.relative_error == 0);
                assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), N + m);
                assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), m + 1);
                assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 2);
            }
}

/* By sequence a subgroup adds up once, by 5 shuffles; by block the group does for each element of an access:
 * a ballot's word a subgroup, read by every subgroup and added by shuffles, between two barriers. */
TEST(a_block_count_costs_a_sum_over_the_group_an_element)
{
    for (long threads = 64; threads <= 1024; threads *= 2)
        for (long width = 1; width <= 4; width *= 2) {
            struct model_result result = run_named(PRIMITIVE_TALLY, "group/sequence", threads, width);
            const struct counts *counts = of_kernel(&result, "count_sequence");
            const uint64_t S = (uint64_t)threads / 32, G = (uint64_t)(N / (threads * width));
            const uint64_t sums = G * (uint64_t)width;
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_SHUFFLES], 5 * SEQUENCES);
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_BARRIERS], 0);
            result = run_named(PRIMITIVE_TALLY, "group/block", threads, width);
            counts = of_kernel(&result, "count_block");
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_SHUFFLES], 5 * S * sums);
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_BARRIERS], 2 * sums);
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_SHARED_STORES], S * sums);
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_SHARED_LOADS], S * S * sums);
            assert_int_equal(counts[PHASE_TOTAL].of[COUNTER_BANK_CONFLICTS], 0);
        }
}

/* A vector a lane: every segment of 128 bytes is touched once, whatever the width. */
TEST(vector_loads_touch_each_segment_once)
{
    enum { WORDS_A_SEGMENT = 32 };
    for (long width = 1; width <= 4; width *= 2) {
        struct model_result result = run_named(PRIMITIVE_TALLY, "group/sequence", 128, width);
        uint64_t transactions = of_kernel(&result, "count_sequence")[PHASE_TOTAL].of[COUNTER_TRANSACTIONS];
        assert_int_equal(transactions, N / WORDS_A_SEGMENT + SEQUENCES);
        result = run_named(PRIMITIVE_TALLY, "group/block", 128, width);
        transactions = of_kernel(&result, "count_block")[PHASE_TOTAL].of[COUNTER_TRANSACTIONS];
        assert_int_equal(transactions, N / WORDS_A_SEGMENT + N / (128 * width));
    }
}

/* n loads and k stores; a ticket and two counts a tile, its own but for the first; each looks back once. */
TEST(a_single_pass_reads_each_element_once)
{
    const long k = selected();
    for (long threads = 64; threads <= 1024; threads *= 4)
        for (long values = 1; values <= 32; values *= 2) {
            const struct model_result result =
                run_named(PRIMITIVE_COMPACT, "group/lookback", threads, values);
            const long G = N / (threads * values);
            assert_int_equal(result.verdict, MODEL_OK);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), N + G - 1);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), k + 2 * G - 1 + 1);
            assert_int_equal(in_all(&result, COUNTER_ATOMICS), G + 2 * G - 1);
            assert_int_equal(in_all(&result, COUNTER_POLLS), G - 1);
            assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 1);
        }
}

TEST(aggregated_atomics_are_one_a_subgroup)
{
    const long k = selected();
    for (enum group_order order = 0; order < ORDER_COUNT; order++)
        for (long values = 1; values <= 32; values *= 2) {
            const struct work work = {
                PRIMITIVE_COMPACT, "group/aggregated-atomics", "cuda", DTYPE_U32, N, 128, values, order};
            const struct model_result result = run(&work);
            assert_int_equal(result.verdict, MODEL_OK);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), N);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), k);
            assert_int_equal(in_all(&result, COUNTER_ATOMICS), N / (32 * values));
        }
}

static enum model_verdict verdict_of(enum primitive primitive, const char *name, const char *device,
                                     enum group_order order, struct model_result *result)
{
    const struct work work = {primitive, name, device, DTYPE_F32, 5000, 64, 4, order};
    *result = run(&work);
    return result->verdict;
}

TEST(only_a_compaction_that_waits_can_starve)
{
    struct model_result result;
    for (enum group_order order = 0; order < ORDER_COUNT; order++) {
        for (size_t i = 0; i < LENGTH(three_phases); i++) {
            assert_int_equal(verdict_of(PRIMITIVE_TALLY, three_phases[i], "metal-m1", order, &result),
                             MODEL_OK);
            assert_int_equal(verdict_of(PRIMITIVE_COMPACT, three_phases[i], "metal-m1", order, &result),
                             MODEL_OK);
        }
        assert_int_equal(verdict_of(PRIMITIVE_COMPACT, "group/lookback", "metal-m1", order, &result),
                         MODEL_STARVED);
        assert_non_null(strstr(result.message, "STARVED: kernel compact_lookback: group "));
        assert_non_null(strstr(result.message, "stale reads: counts["));
        assert_int_equal(verdict_of(PRIMITIVE_COMPACT, "group/lookback", "metal-3.2", order, &result),
                         MODEL_PERMITTED_FAILURE);
        assert_int_equal(verdict_of(PRIMITIVE_COMPACT, "group/lookback", "cuda", order, &result), MODEL_OK);
    }
}

TEST(a_device_without_wide_atomics_counts_and_draws_room)
{
    struct model_result result;
    assert_int_equal(
        verdict_of(PRIMITIVE_COMPACT, "group/aggregated-atomics", "metal-m1", ORDER_ASCENDING, &result),
        MODEL_OK);
    assert_int_equal(verdict_of(PRIMITIVE_TALLY, "group/atomic", "metal-m1", ORDER_ASCENDING, &result),
                     MODEL_OK);
    assert_int_equal(in_all(&result, COUNTER_ATOMICS), 20);
}
