/* SPDX-License-Identifier: MIT */
/* Scans whose sums carry the number of the run: nothing of one run is taken for the next one's, floats come
 * out the same, and what cannot run at once is refused or starves. */
enum { WORKERS = 4, T = 32, V = 4, N = 5 * T * V + 7, MOST = 80 * T + 7, TURNS = 4, SEED = 3 };
#include "turn_bed.h"

#include "base/buffer.h"
#include "kernels/ticket.h"

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

/* Recurrences and segmented scans. */
static const enum primitive of_pairs[] = {PRIMITIVE_RECURRENCE, PRIMITIVE_SEGMENTED_SCAN};

TEST(no_scan_of_pairs_takes_pairs_of_another)
{
    for (size_t i = 0; i < sizeof of_pairs / sizeof of_pairs[0]; i++)
        for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
            if (registry_find(of_pairs[i], "group/one-round")->dtypes & 1u << dtype) {
                take_turns(pairs_of(of_pairs[i], "group/one-round", dtype), TURNS);
                take_turns(pairs_of(of_pairs[i], "group/lookback-subgroup", dtype), TURNS);
            }
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

/* A subgroup has looked at as many as it has lanes: another one looks at the next, or it looks again. */
TEST(pairs_of_more_groups_than_lanes_are_joined_in_order)
{
    for (size_t i = 0; i < sizeof of_pairs / sizeof of_pairs[0]; i++) {
        struct point waiting = pairs_of(of_pairs[i], "group/one-round", DTYPE_F32);
        struct point looking = pairs_of(of_pairs[i], "group/lookback-subgroup", DTYPE_F32);
        waiting.n = looking.n = MOST;
        waiting.values_per_thread = looking.values_per_thread = 1;
        waiting.threads_per_group = 64;
        take_turns(waiting, TURNS);
        take_turns(looking, TURNS);
        assert_int_equal(judge_point(looking, MOST / T + 1, ORDER_RANDOM), MODEL_OK);
    }
}

static uint64_t packed_f32(float value, uint32_t tag)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint64_t)tag << 32 | bits;
}

/* The first group of a launch, by one worker of the team. */
struct one_launch {
    struct run run;
    const struct pairs_lookback_subgroup_arguments *arguments;
};

static void launch_one(void *context, unsigned worker)
{
    struct run run = ((struct one_launch *)context)->run;
    run.worker = worker;
    program_launch(&run, 0, ((struct one_launch *)context)->arguments, 1);
}

/* Of TILE tiles that have published nothing but their pairs, three looks away from the first one. */
TEST(looks_are_joined_in_order)
{
    enum { TILE = 70, TURN = 4 };
    struct point point = pairs_of(PRIMITIVE_RECURRENCE, "group/lookback-subgroup", DTYPE_F32);
    point.n = (TILE + 1) * T;
    point.values_per_thread = 1;
    struct run run = turn_run(&point);
    char *const kept = program_kept(&run);
    uint64_t *const states = (uint64_t *)(void *)(kept + CACHE_LINE);
    float *const x = (float *)(void *)turn_input, *const a = (float *)(void *)turn_second,
                 *const out = (float *)(void *)turn_output, expected = 3;
    const uint32_t last = TILE;
    memcpy(kept, &last, sizeof last);
    states[1] = packed_f32(expected, TURN | STATE_INCLUSIVE);
    for (size_t tile = 1; tile < TILE; tile++) {
        const float factor = tile % 7 ? 1 : 2, term = (float)tile;
        states[2 * tile] = packed_f32(factor, TURN | STATE_AGGREGATE);
        states[2 * tile + 1] = packed_f32(term, TURN | STATE_AGGREGATE);
        expected = factor * expected + term;
    }
    for (size_t i = 0; i < point.n; i++) {
        x[i] = 0;
        a[i] = 1;
    }
    const struct pairs_lookback_subgroup_arguments arguments = {
        .x = x,
        .a = a,
        .out = out,
        .initial = &run.initial,
        .ticket = (uint32_t *)(void *)kept,
        .states = states,
        .n = point.n,
        .turn = TURN,
    };
    team_run(team, WORKERS, launch_one, &(struct one_launch){run, &arguments});
    for (size_t i = TILE * T; i < point.n; i++)
        assert_true(out[i] == expected);
    point.implementation->finish(run.state);
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
    take_the_same_turns(pairs_of(PRIMITIVE_RECURRENCE, "group/one-round", DTYPE_F32), 10 * TURNS);
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
    point.n = 21 * 256 * V;
    assert_true(engine_runs_at_once(&point, 6, &why));
    assert_false(engine_runs_at_once(&point, 5, &why));
    assert_string_equal(why.text,
                        "its 21 groups have to run at once, 4 on each of 5 multiprocessors: 20 do here");
    assert_int_equal(engine_groups_needed(&point, 6), 4);
    assert_int_equal(engine_groups_needed(&point, 11), 2);
    assert_int_equal(engine_groups_needed(&point, 132), 1);
    point.threads_per_group = 32;
    assert_int_equal(engine_groups_at_once(&point), 16);
    point.threads_per_group = 256;
    point.dtype = DTYPE_U64; /* a thread may hold 32 values of 4 bytes where four groups run at once */
    point.values_per_thread = 16;
    assert_int_equal(engine_groups_at_once(&point), 4);
    point.values_per_thread = 32;
    assert_int_equal(engine_groups_at_once(&point), 2);
    point.dtype = DTYPE_U32;
    assert_int_equal(engine_groups_at_once(&point), 4);
    point.values_per_thread = V;
    point.threads_per_group = 1024;
    point.n = 6 * 1024 * V;
    assert_true(engine_runs_at_once(&point, 6, &why));
    assert_false(engine_runs_at_once(&point, 5, &why));
    point.implementation = registry_find(PRIMITIVE_SCAN, "group/lookback-subgroup");
    assert_true(engine_runs_at_once(&point, 5, &why));
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
    for (size_t i = 0; i < sizeof of_pairs / sizeof of_pairs[0]; i++) {
        const struct point looking = pairs_of(of_pairs[i], "group/lookback-subgroup", DTYPE_F32);
        const struct point waiting = pairs_of(of_pairs[i], "group/one-round", DTYPE_F32);
        assert_int_equal(judge_point(looking, 3, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 6, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 2, ORDER_DESCENDING), MODEL_STARVED);
    }
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
