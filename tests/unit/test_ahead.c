/* SPDX-License-Identifier: MIT */
/* The scan that reads ahead: groups that wait for each other's sums give what the reference gives, whoever
 * comes first; floats come out the same in every run; what it cannot do is refused. */
#include "engine/emulate/emulate.h"
#include "engine/engine.h"
#include "engine/model/model_point.h"
#include "machine/isa.h"
#include "machine/workers/team.h"
#include "problem/problem.h"
#include "problem/reference.h"
#include "problem/verify.h"
#include "registry/registry.h"

#include "test.h"

/* Rounds of three tiles, the last one of a part of one. */
enum { WORKERS = 3, T = 64, V = 12, N = 7 * T * V + 5, TURNS = 3, SEED = 3 };
static _Alignas(64) char input[(N + 1) * 8], output[(N + 1) * 8], first[N * 8], expected[N * 8];
static struct team *team;

static struct point point_of(enum dtype dtype, enum op op)
{
    struct point point = {
        .dtype = dtype,
        .op = op,
        .mode = MODE_EXCLUSIVE,
        .n = N,
        .threads_per_group = T,
        .values_per_thread = V,
        .network = NETWORK_KOGGE_STONE,
        .workers = WORKERS,
        .isa = isa_best(),
        .engine = ENGINE_EMULATE,
    };
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == PRIMITIVE_SCAN && strcmp(registry[i]->name, "group/ahead") == 0)
            point.implementation = registry[i];
    assert_non_null(point.implementation);
    return point;
}

static struct problem_key key_of(const struct point *point, uint64_t seed)
{
    struct problem_key key = point_problem(point, seed);
    key.data = DATA_EXACT;
    return key;
}

static void run_worker(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}

/* From memory that is aligned to an element alone, and in place where the input is the output. */
static void run_turn(struct run *run, uint64_t seed, bool in_place)
{
    const struct problem_key key = key_of(run->point, seed);
    const size_t bytes = N * dtype_size(key.dtype);
    char *const data = input + dtype_size(key.dtype);
    const void *const inputs[PROBLEM_INPUTS] = {data};
    struct finding finding;
    size_t selected;
    problem_fill(&key, 0, data, 0, N);
    problem_solve(&key, inputs, expected, &selected);
    memset(output, 0x5a, sizeof output);
    if (in_place)
        memcpy(output, data, bytes);
    run->input = in_place ? output : data;
    run->output = output;
    team_run(team, WORKERS, run_worker, run);
    const struct problem problem = {.key = key, .input = {data}, .expected = expected};
    if (!verify_output(&problem, output, 0, run->point->implementation->roundings(run->point), &finding))
        fail_msg("%s %s, turn %d: %s", dtype_names[key.dtype], op_names[key.op], (int)seed, finding.text);
}

static void groups_that_wait_for_each_other_are_right(void **state)
{
    (void)state;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++) {
            const struct point point = point_of(dtype, op);
            const struct problem_key key = key_of(&point, SEED);
            struct run run = {.point = &point, .team = team, .workers = WORKERS};
            struct error why = {0};
            run.engine = &emulate_engine;
            run.initial = problem_initial(&key);
            assert_true(point.implementation->prepare(&run, &run.state, &why));
            for (uint64_t seed = 1; seed <= TURNS; seed++)
                run_turn(&run, seed, seed == TURNS);
            point.implementation->finish(run.state);
        }
}

/* Sums that round. */
static void floats_come_out_the_same(void **state)
{
    const struct point point = point_of(DTYPE_F32, OP_SUM);
    struct run run = {.point = &point, .input = input, .output = output, .team = team, .workers = WORKERS};
    struct error why = {0};
    (void)state;
    run.engine = &emulate_engine;
    for (size_t i = 0; i < N; i++)
        ((float *)(void *)input)[i] = 1.0f / (float)(i + 3);
    assert_true(point.implementation->prepare(&run, &run.state, &why));
    for (int turn = 0; turn < 50; turn++) {
        memset(output, turn, sizeof output);
        team_run(team, WORKERS, run_worker, &run);
        if (turn == 0)
            memcpy(first, output, N * sizeof(float));
        assert_memory_equal(first, output, N * sizeof(float));
    }
    point.implementation->finish(run.state);
}

/* What the model says of as many groups as workers. */
static enum model_verdict judge(enum progress progress, enum group_order order, enum dtype dtype)
{
    const struct point point = point_of(dtype, OP_SUM);
    struct device device = *device_find("cuda");
    struct model_result result;
    struct error error = {0};
    device.progress = progress;
    device.orders = 1u << order;
    assert_true(model_point_run(&result, &point, &(struct model_conditions){&device, order, SEED}, &error));
    if (result.verdict != MODEL_OK && result.verdict != MODEL_PERMITTED_FAILURE)
        fail_msg("%s", result.message);
    return result.verdict;
}

static void the_model_finds_what_it_waits_for(void **state)
{
    (void)state;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++) {
        assert_int_equal(judge(PROGRESS_OBE, ORDER_RANDOM, dtype), MODEL_OK);
        assert_int_equal(judge(PROGRESS_OBE, ORDER_DESCENDING, dtype), MODEL_OK);
    }
    assert_int_equal(judge(PROGRESS_NONE, ORDER_ASCENDING, DTYPE_U32), MODEL_PERMITTED_FAILURE);
}

static void what_it_cannot_do_is_refused(void **state)
{
    struct point point = point_of(DTYPE_U32, OP_SUM);
    struct error why = {0};
    (void)state;
    assert_true(point.implementation->supports(&point, &why));
    point.values_per_thread = 10;
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text,
                        "values_per_thread is a multiple of 4 up to 32: of 16 bytes, which are one access");
    point.dtype = DTYPE_F64;
    assert_true(point.implementation->supports(&point, &why));
    point.threads_per_group = 896;
    point.reducers = 1;
    assert_true(point.implementation->supports(&point, &why));
    point.reducers = 2;
    why = (struct error){0};
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text,
                        "threads_per_group is a multiple of 32 up to 928 less 32 for each of `reducers`");
}

/* How much is ahead is a matter of devices. */
static void the_host_has_no_ring(void **state)
{
    struct point point = point_of(DTYPE_U32, OP_SUM);
    (void)state;
    assert_false(point_has(&point, AXIS_RING));
    point.engine = ENGINE_CUDA;
    assert_true(point_has(&point, AXIS_RING));
    assert_true(point_has(&point, AXIS_REDUCERS));
    assert_false(point_has(&point, AXIS_WORKERS));
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
        cmocka_unit_test(groups_that_wait_for_each_other_are_right),
        cmocka_unit_test(floats_come_out_the_same),
        cmocka_unit_test(the_model_finds_what_it_waits_for),
        cmocka_unit_test(what_it_cannot_do_is_refused),
        cmocka_unit_test(the_host_has_no_ring),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
