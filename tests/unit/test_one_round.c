/* SPDX-License-Identifier: MIT */
/* Scans whose sums carry the number of the run: nothing of one run is taken for the next one's, floats come
 * out the same, and what cannot run at once is refused or starves. */
#include "engine/emulate/emulate.h"
#include "engine/model/model_point.h"
#include "machine/isa.h"
#include "machine/workers/team.h"
#include "problem/problem.h"
#include "problem/reference.h"
#include "problem/verify.h"
#include "registry/registry.h"

#include "test.h"

enum { WORKERS = 4, T = 32, V = 4, N = 5 * T * V + 7, TURNS = 4, SEED = 3 };
static _Alignas(64) char input[N * 8], output[N * 8], first[N * 8], expected[N * 8];
static uint64_t counted;
static struct team *team;

static struct point point_of(const char *name, enum dtype dtype, enum op op)
{
    return (struct point){
        .implementation = registry_find(PRIMITIVE_SCAN, name),
        .dtype = dtype,
        .op = op,
        .mode = MODE_INCLUSIVE,
        .n = N,
        .threads_per_group = T,
        .values_per_thread = V,
        .network = NETWORK_KOGGE_STONE,
        .workers = WORKERS,
        .isa = isa_best(),
        .engine = ENGINE_EMULATE,
    };
}

static struct point compaction_of(const char *name, enum dtype dtype, uint64_t selectivity)
{
    struct point point = point_of("group/one-round", dtype, OP_NONE);
    point.implementation = registry_find(PRIMITIVE_COMPACT, name);
    point.mode = MODE_NONE;
    point.network = NETWORK_NONE;
    point.selectivity = selectivity;
    return point;
}

static void run_worker(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}

static struct problem_key key_of(const struct point *point, uint64_t seed)
{
    struct problem_key key = point_problem(point, seed);
    key.data = DATA_EXACT;
    return key;
}

/* Run on other data, and judge what comes out. */
static void run_turn(const struct run *run, uint64_t seed)
{
    const struct implementation *const implementation = run->point->implementation;
    const struct problem_key key = key_of(run->point, seed);
    const void *const inputs[PROBLEM_INPUTS] = {input};
    struct finding finding;
    size_t selected = 0;
    problem_fill(&key, 0, input, 0, N);
    problem_solve(&key, inputs, expected, &selected);
    memset(output, 0x5a, sizeof output);
    counted = UINT64_MAX;
    team_run(team, WORKERS, run_worker, (void *)run);
    const struct problem problem = {.key = key, .input = {input}, .expected = expected, .selected = selected};
    const size_t roundings = implementation->roundings ? implementation->roundings(run->point) : 0;
    if (!verify_output(&problem, output, counted, roundings, &finding))
        fail_msg("%s %s %s, turn %d: %s", run->point->implementation->name, dtype_names[key.dtype],
                 op_names[key.op], (int)seed, finding.text);
}

static void run_turns(struct point point)
{
    struct run run = {.point = &point, .input = input, .output = output, .team = team, .workers = WORKERS};
    const struct problem_key key = key_of(&point, SEED);
    struct error why = {0};
    run.engine = &emulate_engine;
    run.initial = problem_initial(&key);
    run.count = &counted;
    assert_true(point.implementation->prepare(&run, &run.state, &why));
    for (uint64_t seed = 1; seed <= TURNS; seed++)
        run_turn(&run, seed);
    point.implementation->finish(run.state);
}

static void no_run_takes_sums_of_another(void **state)
{
    (void)state;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++) {
            run_turns(point_of("group/one-round", dtype, op));
            run_turns(point_of("group/lookback-simdgroup", dtype, op));
        }
}

static void no_compaction_takes_counts_of_another(void **state)
{
    (void)state;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        for (uint64_t tenths = 0; tenths <= 10; tenths += 5) {
            run_turns(compaction_of("group/one-round", dtype, tenths * SELECTIVITY_ONE / 10));
            run_turns(compaction_of("group/lookback-simdgroup", dtype, tenths * SELECTIVITY_ONE / 10));
        }
}

static void a_tile_that_is_gathered_has_a_bound(void **state)
{
    struct point point = compaction_of("group/lookback-simdgroup", DTYPE_U64, SELECTIVITY_ONE / 2);
    struct error why = {0};
    (void)state;
    point.threads_per_group = 256;
    point.values_per_thread = 16;
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 32;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "a tile is at most 32 KiB");
    point.threads_per_group = 31;
    assert_false(point.implementation->supports(&point, &why));
}

/* Sums that round. */
static void floats_come_out_the_same(void **state)
{
    struct point point = point_of("group/one-round", DTYPE_F32, OP_SUM);
    struct run run = {.point = &point, .input = input, .output = output, .team = team, .workers = WORKERS};
    struct error why = {0};
    (void)state;
    run.engine = &emulate_engine;
    for (size_t i = 0; i < N; i++)
        ((float *)(void *)input)[i] = 1.0f / (float)(i + 3);
    assert_true(point.implementation->prepare(&run, &run.state, &why));
    for (int turn = 0; turn < 10 * TURNS; turn++) {
        memset(output, turn, sizeof output);
        team_run(team, WORKERS, run_worker, &run);
        if (turn == 0)
            memcpy(first, output, N * sizeof(float));
        assert_memory_equal(first, output, N * sizeof(float));
    }
    point.implementation->finish(run.state);
}

static void more_groups_than_threads_are_refused(void **state)
{
    struct point point = point_of("group/one-round", DTYPE_U32, OP_SUM);
    struct error why = {0};
    (void)state;
    point.n = T * T * V;
    assert_true(point.implementation->supports(&point, &why));
    point.n++;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "a group has a thread for each other group: n is at most 4096");
    point.values_per_thread = 3;
    assert_false(point.implementation->supports(&point, &why));
}

static void what_a_device_does_not_run_at_once_is_refused(void **state)
{
    struct point point = point_of("group/one-round", DTYPE_U32, OP_SUM);
    struct error why = {0};
    (void)state;
    assert_true(engine_runs_at_once(&point, 6, &why));
    assert_false(engine_runs_at_once(&point, 5, &why));
    assert_string_equal(why.text,
                        "its 6 groups have to run at once, one on each of 5 multiprocessors: n is at "
                        "most 640 here");
    point.implementation = registry_find(PRIMITIVE_SCAN, "group/lookback-simdgroup");
    assert_true(engine_runs_at_once(&point, 5, &why));
}

/* What the model says of both under a promise of progress, with room for so many groups. */
static enum model_verdict judge_point(struct point point, size_t resident, enum group_order order)
{
    struct device device = *device_find("cuda");
    struct model_result result;
    struct error error = {0};
    device.progress = PROGRESS_OBE;
    device.resident_threads = resident * T;
    device.orders = 1u << order;
    assert_true(model_point_run(&result, &point, &(struct model_conditions){&device, order, SEED}, &error));
    if (result.verdict != MODEL_OK && result.verdict != MODEL_STARVED)
        fail_msg("%s: %s", point.implementation->name, result.message);
    return result.verdict;
}

static enum model_verdict judge(const char *name, size_t resident, enum group_order order, enum dtype dtype)
{
    return judge_point(point_of(name, dtype, OP_SUM), resident, order);
}

static void groups_that_do_not_run_at_once_starve(void **state)
{
    (void)state;
    assert_int_equal(judge("group/one-round", 6, ORDER_DESCENDING, DTYPE_U32), MODEL_OK);
    assert_int_equal(judge("group/one-round", 2, ORDER_ASCENDING, DTYPE_U32), MODEL_OK);
    assert_int_equal(judge("group/one-round", 2, ORDER_DESCENDING, DTYPE_U32), MODEL_STARVED);
    assert_int_equal(judge("group/lookback-simdgroup", 2, ORDER_DESCENDING, DTYPE_U32), MODEL_OK);
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++) {
        assert_int_equal(judge("group/one-round", 6, ORDER_RANDOM, dtype), MODEL_OK);
        assert_int_equal(judge("group/lookback-simdgroup", 3, ORDER_RANDOM, dtype), MODEL_OK);
        const struct point looking = compaction_of("group/lookback-simdgroup", dtype, SELECTIVITY_ONE / 2);
        const struct point waiting = compaction_of("group/one-round", dtype, SELECTIVITY_ONE / 2);
        assert_int_equal(judge_point(looking, 3, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 6, ORDER_RANDOM), MODEL_OK);
        assert_int_equal(judge_point(waiting, 2, ORDER_DESCENDING), MODEL_STARVED);
    }
}

static int setup(void **state)
{
    struct error error = {0};
    (void)state;
    team = team_create(NULL, WORKERS, &error);
    return team ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    team_destroy(team);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_run_takes_sums_of_another),
        cmocka_unit_test(no_compaction_takes_counts_of_another),
        cmocka_unit_test(a_tile_that_is_gathered_has_a_bound),
        cmocka_unit_test(floats_come_out_the_same),
        cmocka_unit_test(more_groups_than_threads_are_refused),
        cmocka_unit_test(what_a_device_does_not_run_at_once_is_refused),
        cmocka_unit_test(groups_that_do_not_run_at_once_starve),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
