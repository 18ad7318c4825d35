/* SPDX-License-Identifier: MIT */
/* Scans whose sums carry the number of the run: nothing of one run is taken for the next one's, floats come
 * out the same, and what cannot run at once is refused or starves. */
enum { WORKERS = 4, T = 32, V = 4, N = 5 * T * V + 7, TURNS = 4, SEED = 3 };
#include "turn_bed.h"

static struct point point_of(const char *name, enum dtype dtype, enum op op)
{
    return scan_point(name, dtype, op, MODE_INCLUSIVE);
}

TEST(no_run_takes_sums_of_another)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++) {
            take_turns(point_of("group/one-round", dtype, op), TURNS);
            take_turns(point_of("group/lookback-subgroup", dtype, op), TURNS);
        }
}

TEST(no_compaction_takes_counts_of_another)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (uint64_t tenths = 0; tenths <= 10; tenths += 5) {
            take_turns(compaction_of("group/one-round", dtype, tenths * SELECTIVITY_ONE / 10), TURNS);
            take_turns(compaction_of("group/lookback-subgroup", dtype, tenths * SELECTIVITY_ONE / 10), TURNS);
        }
}

TEST(a_tile_that_is_gathered_has_a_bound)
{
    struct point point = compaction_of("group/lookback-subgroup", DTYPE_U64, SELECTIVITY_ONE / 2);
    struct error why = {0};
    point.threads_per_group = 256;
    point.values_per_thread = 16;
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 32;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "a tile is at most 32 KiB");
    point.threads_per_group = 31;
    assert_false(point.implementation->supports(&point, &why));
}

static struct point reduction_of(enum dtype dtype, enum op op, uint64_t groups)
{
    struct point point = point_of("group/one-launch", dtype, op);
    point.implementation = registry_find(PRIMITIVE_REDUCE, "group/one-launch");
    point.scan_mode = MODE_NONE;
    point.lane_scan = NETWORK_NONE;
    point.group_algorithm = LOCAL_COOPERATIVE;
    point.arrangement = LAYOUT_STRIPED;
    point.vector_width = 4;
    point.groups = groups;
    return point;
}

/* Fewer groups than tiles, as many, and more, which are not launched. */
TEST(no_reduction_takes_sums_of_another)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++)
            for (uint64_t groups = 1; groups < 10; groups += groups < 4 ? 1 : 5)
                take_turns(reduction_of(dtype, op, groups), TURNS);
}

TEST(floats_come_out_the_same)
{
    take_the_same_turns(reduction_of(DTYPE_F32, OP_SUM, 4), 10 * TURNS);
    take_the_same_turns(point_of("group/one-round", DTYPE_F32, OP_SUM), 10 * TURNS);
}

TEST(more_groups_than_threads_are_refused)
{
    struct point point = point_of("group/one-round", DTYPE_U32, OP_SUM);
    struct error why = {0};
    point.n = T * T * V;
    assert_true(point.implementation->supports(&point, &why));
    point.n++;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "a group has a thread for each other group: n is at most 4096");
    point.values_per_thread = 3;
    assert_false(point.implementation->supports(&point, &why));
}

TEST(what_a_device_does_not_run_at_once_is_refused)
{
    struct point point = point_of("group/one-round", DTYPE_U32, OP_SUM);
    struct error why = {0};
    point.threads_per_group = 256;
    point.n = 11 * 256 * V;
    assert_true(engine_runs_at_once(&point, 6, &why));
    assert_false(engine_runs_at_once(&point, 5, &why));
    assert_string_equal(why.text,
                        "its 11 groups have to run at once, 2 on each of 5 multiprocessors: 10 do here");
    point.threads_per_group = 1024;
    point.n = 6 * 1024 * V;
    assert_true(engine_runs_at_once(&point, 6, &why));
    assert_false(engine_runs_at_once(&point, 5, &why));
    point.implementation = registry_find(PRIMITIVE_SCAN, "group/lookback-subgroup");
    assert_true(engine_runs_at_once(&point, 5, &why));
}

/* What the model says of both under a promise of progress, with room for so many groups. */
static enum model_verdict judge_point(struct point point, size_t resident, enum group_order order)
{
    struct device device = *device_find("cuda");
    device.progress = PROGRESS_OBE;
    device.resident_threads = resident * T;
    device.orders = 1u << order;
    return judge_on(&device, &point, MODEL_STARVED);
}

static enum model_verdict judge(const char *name, size_t resident, enum group_order order, enum dtype dtype)
{
    return judge_point(point_of(name, dtype, OP_SUM), resident, order);
}

TEST(groups_that_do_not_run_at_once_starve)
{
    assert_int_equal(judge("group/one-round", 6, ORDER_DESCENDING, DTYPE_U32), MODEL_OK);
    assert_int_equal(judge("group/one-round", 2, ORDER_ASCENDING, DTYPE_U32), MODEL_OK);
    assert_int_equal(judge("group/one-round", 2, ORDER_DESCENDING, DTYPE_U32), MODEL_STARVED);
    assert_int_equal(judge("group/lookback-subgroup", 2, ORDER_DESCENDING, DTYPE_U32), MODEL_OK);
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++) {
        assert_int_equal(judge("group/one-round", 6, ORDER_RANDOM, dtype), MODEL_OK);
        assert_int_equal(judge("group/lookback-subgroup", 3, ORDER_RANDOM, dtype), MODEL_OK);
        const struct point looking = compaction_of("group/lookback-subgroup", dtype, SELECTIVITY_ONE / 2);
        const struct point waiting = compaction_of("group/one-round", dtype, SELECTIVITY_ONE / 2);
        assert_int_equal(judge_point(looking, 3, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 6, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 2, ORDER_DESCENDING), MODEL_STARVED);
    }
}

AROUND_TESTS(team_setup, team_teardown)
