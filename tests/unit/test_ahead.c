/* SPDX-License-Identifier: MIT */
/* The scan and the compaction that read ahead: groups that wait for each other's sums give what the reference
 * gives, whoever comes first; floats come out the same in every run; what it cannot do is refused. */
/* Rounds of three tiles, the last one of a part of one. */
enum { WORKERS = 3, T = 64, V = 12, N = 7 * T * V + 5, MOST = N, TURNS = 3, SEED = 3 };
#include "turn_bed.h"

static const char name[] = "group/read-ahead";

static struct point point_of(enum dtype dtype, enum op op)
{
    return scan_point(name, dtype, op, MODE_EXCLUSIVE);
}

TEST(groups_that_wait_for_each_other_are_right)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++)
            take_turns(point_of(dtype, op), TURNS);
}

/* What is written has the width of what is read, or twice or four times as much. */
TEST(converted_types_are_right)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        for (enum mode mode = MODE_EXCLUSIVE; mode <= MODE_INCLUSIVE && !dtype_is_plain(dtype); mode++)
            take_turns(scan_point(name, dtype, OP_SUM, mode), TURNS);
}

/* None, a tenth, half and all kept, of whole tiles and of fewer elements than a subgroup has. */
TEST(compactions_keep_what_they_are_to_keep)
{
    static const uint64_t tenths[] = {0, 1, 5, 10}, sizes[] = {0, 1, 31, T * V, N};
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (size_t i = 0; i < sizeof tenths / sizeof tenths[0]; i++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                struct point point = compaction_of(name, dtype, tenths[i] * SELECTIVITY_ONE / 10);
                point.n = sizes[s];
                take_turns(point, TURNS);
            }
}

TEST(floats_come_out_the_same)
{
    take_the_same_turns(point_of(DTYPE_F32, OP_SUM), 50);
}

/* What the model says of as many groups as workers. */
static enum model_verdict judge(struct point point, enum progress progress, enum group_order order)
{
    struct device device = *device_find("cuda");
    device.progress = progress;
    device.orders = 1u << order;
    return judge_on(&device, &point, MODEL_PERMITTED_FAILURE);
}

TEST(the_model_finds_what_it_waits_for)
{
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++) {
        const struct point scan = point_of(dtype, OP_SUM),
                           compaction = compaction_of(name, dtype, SELECTIVITY_ONE / 2);
        assert_int_equal(judge(scan, PROGRESS_OBE, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge(scan, PROGRESS_OBE, ORDER_DESCENDING), MODEL_OK);
        assert_int_equal(judge(compaction, PROGRESS_OBE, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge(compaction, PROGRESS_OBE, ORDER_DESCENDING), MODEL_OK);
        assert_int_equal(judge(compaction, PROGRESS_NONE, ORDER_ASCENDING), MODEL_PERMITTED_FAILURE);
    }
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        assert_int_equal(judge(point_of(dtype, OP_SUM), PROGRESS_OBE, ORDER_RANDOM), MODEL_OK);
    assert_int_equal(judge(point_of(DTYPE_U32, OP_SUM), PROGRESS_NONE, ORDER_ASCENDING),
                     MODEL_PERMITTED_FAILURE);
}

TEST(compactions_hold_their_values_and_so_have_fewer)
{
    struct point point = compaction_of("group/read-ahead", DTYPE_U32, SELECTIVITY_ONE / 2);
    struct error why = {0};
    point.values_per_thread = 32;
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 36;
    assert_false(point.implementation->supports(&point, &why));
    assert_non_null(strstr(why.text, "is a multiple of 4 up to 32"));
    point.values_per_thread = 4;
    point.stages = 2;
    point.threads_per_group = 736;
    assert_true(point.implementation->supports(&point, &why));
    point.threads_per_group = 768;
    why = (struct error){0};
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "threads_per_group is a multiple of 32 up to 736");
}

TEST(what_it_cannot_do_is_refused)
{
    struct point point = point_of(DTYPE_U32, OP_SUM);
    struct error why = {0};
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 10;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text,
                        "values_per_thread is a multiple of 4 up to 128: of 16 bytes, which are one access");
    point.dtype = DTYPE_U8;
    why = (struct error){0};
    assert_false(point.implementation->supports(&point, &why));
    assert_non_null(strstr(why.text, "is a multiple of 4 up to 128"));
    point.dtype = DTYPE_U32_U64;
    assert_true(point.implementation->supports(&point, &why));
    point.dtype = DTYPE_F64;
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 128;
    assert_true(point.implementation->supports(&point, &why));
    point.threads_per_group = 288;
    why = (struct error){0};
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "threads_per_group times values_per_thread is at most 32768");
    point.values_per_thread = 8;
    point.threads_per_group = 832;
    point.stages = 2;
    point.reducer_subgroups = 1;
    assert_true(point.implementation->supports(&point, &why));
    point.reducer_subgroups = 2;
    why = (struct error){0};
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(
        why.text, "threads_per_group is a multiple of 32 up to 864 less 32 for each of reducer_subgroups");
}

/* How much is ahead is a matter of devices. */
TEST(the_host_has_no_ring)
{
    struct point point = point_of(DTYPE_U32, OP_SUM);
    assert_false(point_has(&point, AXIS_STAGES));
    point.device = DEVICE_CUDA_0;
    assert_true(point_has(&point, AXIS_STAGES));
    assert_true(point_has(&point, AXIS_REDUCER_SUBGROUPS));
    assert_false(point_has(&point, AXIS_WORKERS));
}

AROUND_TESTS(team_setup, team_teardown)
