/* SPDX-License-Identifier: MIT */
/* The model and the timed engine run the same operations in the same order: equal bits, in every order of
 * groups. */
#include "engine/engine.h"
#include "engine/model/model.h"
#include "engine/model/model_point.h"
#include "machine/isa.h"
#include "machine/workers/team.h"
#include "problem/problem.h"
#include "registry/registry.h"
#include "variants.h"

#include "test.h"

enum { ALIGNMENT = 64, MOST = 5000, BYTES = MOST * 8 };

struct bench {
    struct run run;
    struct problem_key key;
    void *input[PROBLEM_INPUTS], *timed, *modelled, *scratch;
    size_t scratch_bytes;
    uint64_t timed_count, modelled_count;
};

static void *take(size_t bytes)
{
    void *const memory = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    assert_non_null(memory);
    memset(memory, 0x5a, bytes);
    return memory;
}

static struct problem_key key_of(const struct point *point)
{
    struct problem_key key = point_problem(point, 7);
    if (problem_gridded(&key))
        key.data = DATA_GRIDDED;
    return key;
}

static void bench_init(struct bench *bench, const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    *bench = (struct bench){.key = key_of(point)};
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        bench->input[stream] = take(BYTES);
    for (unsigned stream = 0; stream < primitive_inputs(bench->key.primitive); stream++)
        problem_fill(&bench->key, stream, bench->input[stream], 0, point->n);
    bench->scratch_bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    bench->scratch = take(bench->scratch_bytes);
    bench->timed = take(BYTES);
    bench->modelled = take(BYTES);
    bench->run = (struct run){
        .point = point,
        .input = bench->input[0],
        .second = bench->input[1],
        .initial = problem_initial(&bench->key),
        .scratch = bench->scratch,
        .workers = 1,
        .engine = &emulate_engine,
    };
}

static void bench_close(struct bench *bench)
{
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        free(bench->input[stream]);
    free(bench->scratch);
    free(bench->timed);
    free(bench->modelled);
}

static void run_timed(void *argument, unsigned worker)
{
    struct bench *const bench = argument;
    struct run run = bench->run;
    run.worker = worker;
    run.output = bench->timed;
    run.count = &bench->timed_count;
    run.point->implementation->run(&run);
}

/* Run it once it has been made ready. */
static void run_prepared(struct team *team, struct bench *bench)
{
    const struct implementation *const implementation = bench->run.point->implementation;
    struct error why = {0};
    assert_true(implementation->prepare(&bench->run, &bench->run.state, &why));
    team_run(team, 1, run_timed, bench);
    implementation->finish(bench->run.state);
}

static bool run_modelled(struct bench *bench, enum group_order order)
{
    struct run run = bench->run;
    const struct implementation *const implementation = run.point->implementation;
    struct error error = {0};
    const struct model_options options = {.device = device_find("cuda"), .order = order, .workers = 1};
    struct model *const model = model_create(&options);
    assert_true(model_region(model, "input", bench->input[0], BYTES, &error));
    assert_true(model_region(model, "second", bench->input[1], BYTES, &error));
    assert_true(model_region(model, "output", bench->modelled, BYTES, &error));
    assert_true(model_region(model, "count", &bench->modelled_count, sizeof(uint64_t), &error));
    assert_true(model_region(model, "scratch", bench->scratch, bench->scratch_bytes, &error));
    memset(bench->modelled, 0x5a, BYTES);
    run.output = bench->modelled;
    run.count = &bench->modelled_count;
    run.engine = &model_engine;
    run.device = model_device(model);
    assert_true(implementation->prepare(&run, &run.state, &error));
    implementation->run(&run);
    implementation->finish(run.state);
    const struct model_report *const report = model_report(model);
    char text[256];
    for (size_t i = 0; i < report->hazards; i++)
        print_error("%s\n", hazard_text(&report->hazard[i], text, sizeof text));
    const bool ok = !report->starved && !report->unsupported && !report->hazards &&
                    memcmp(bench->timed, bench->modelled, BYTES) == 0 &&
                    bench->timed_count == bench->modelled_count;
    model_destroy(model);
    return ok;
}

/* What a look-back adds up depends on who came first; with floats the bits do too. Compactions by atomics
 * have any order. */
static bool is_deterministic(const struct point *point)
{
    const char *const name = point->implementation->name;
    const bool is_float = point->dtype == DTYPE_F32 || point->dtype == DTYPE_F64;
    if (strstr(name, "atomic"))
        return !is_float && point->implementation->primitive != PRIMITIVE_COMPACT;
    return !is_float || (!strstr(name, "lookback") && !strstr(name, "fallback") && !strstr(name, "one-pass"));
}

static bool is_first_variant;

/* A sanitizer sees what groups access, which is the same in each order: for it one variant has them all. */
static bool is_tried_in(enum group_order order, const struct point *point)
{
    return order == ORDER_ASCENDING || (is_deterministic(point) && (is_first_variant || !IS_SANITIZED));
}

static bool agrees(struct team *team, const struct point *point)
{
    struct bench bench;
    bool ok = true;
    bench_init(&bench, point);
    bench.run.team = team;
    run_prepared(team, &bench);
    for (enum group_order order = 0; order < ORDER_COUNT; order++) {
        char text[256];
        if (!is_tried_in(order, point) || run_modelled(&bench, order))
            continue;
        print_error("%s, %s order\n", point_text(point, text, sizeof text), order_names[order]);
        ok = false;
    }
    bench_close(&bench);
    return ok;
}

/* A point of an implementation: silent axes as a config leaves them. */
static struct point variant; /* its local and broadcast are those of the points that follow */

static struct point point_of(const struct implementation *implementation, enum dtype dtype, size_t n,
                             unsigned threads, unsigned values)
{
    struct point point = point_of_variant(implementation, &variant);
    point.dtype = dtype;
    point.n = n;
    if (point_has(&point, AXIS_THREADS_PER_GROUP))
        point.threads_per_group = threads;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = values;
    return point;
}

static bool check_point(struct team *team, const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct error why = {0};
    return (implementation->supports && !implementation->supports(point, &why)) || agrees(team, point);
}

/* Every element type and operator that it takes: all of them in its first variant; in each other one sums of
 * floats, which show the order of operations, where the rest take turns. */
enum { TURNS = 3 };
static unsigned turn; /* of the variants, on from one implementation to the next */

static bool has_its_turn(enum dtype dtype, enum op op)
{
    return is_first_variant || (dtype == DTYPE_F32 && op == OP_SUM) || (dtype + op) % TURNS == turn % TURNS;
}

static bool check_size(struct team *team, const struct implementation *implementation, size_t n,
                       unsigned threads, unsigned values)
{
    bool ok = true;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (enum op op = OP_NONE + 1; op < OP_COUNT; op++) {
            struct point point = point_of(implementation, dtype, n, threads, values);
            const bool any = implementation->ops == 0 && op == OP_SUM;
            if ((op != OP_SUM && n != MOST) || !has_its_turn(dtype, op))
                continue;
            if (!(implementation->dtypes & 1u << dtype) || !(any || (implementation->ops & 1u << op)))
                continue;
            if (point_has(&point, AXIS_OP))
                point.op = op;
            ok &= check_point(team, &point);
        }
    return ok;
}

static bool check_shape(struct team *team, const struct implementation *implementation, unsigned threads,
                        unsigned values)
{
    static const size_t sizes[] = {0, 1, 31, 1024, MOST};
    bool ok = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        ok &= check_size(team, implementation, sizes[i], threads, values);
    return ok;
}

/* Striped loads, wide loads, other networks: where there are such axes. */
static bool check_axes(struct team *team, const struct implementation *implementation)
{
    static const enum axis axes[] = {AXIS_ARRANGEMENT, AXIS_VECTOR_WIDTH, AXIS_LANE_SCAN};
    bool ok = true;
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++)
        for (uint64_t value = 1; value <= 4; value++) {
            struct point point = point_of(implementation, DTYPE_F32, MOST, 64, 4);
            const bool beyond =
                axis_info[axes[i]].kind == AXIS_IS_CHOICE ? value >= axis_info[axes[i]].count : value == 3;
            if (!point_has(&point, axes[i]) || beyond || !(implementation->dtypes & 1u << DTYPE_F32))
                continue;
            point.axis[axes[i]] = value;
            ok &= check_point(team, &point);
        }
    return ok;
}

/* What begins anew at rows, some of which end within an access. Whole rows leave some of a subgroup's room to
 * the next one's elements. */
static bool check_rows(struct team *team, const struct implementation *implementation)
{
    struct point point = point_of(implementation, DTYPE_F32, MOST, 64, 4);
    bool ok = true;
    EACH_ROW_LENGTH(&point)
    ok &= point.row_length == 0 || check_point(team, &point);
    return ok;
}

static bool check_variant(struct team *team, const struct implementation *implementation)
{
    /* Pairs in a ring, of f64 by more threads, take more shared memory than a group of the model has. */
    const bool pairs_in_ring =
        implementation->axes & AXIS_BIT(AXIS_STAGES) && primitive_inputs(implementation->primitive) == 2;
    bool ok = check_size(team, implementation, MOST, 32, 1);
    ok &= check_shape(team, implementation, 64, 8);
    ok &= check_size(team, implementation, MOST, pairs_in_ring ? 512 : 1024, 2);
    ok &= check_rows(team, implementation);
    return check_axes(team, implementation) && ok;
}

TEST(the_model_has_the_bits_of_the_timed_engine)
{
    struct error error = {0};
    struct team *const team = team_create(NULL, 1, &error);
    bool ok = true;
    assert_non_null(team);
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family == FAMILY_GROUP) {
            variant.implementation = registry[i];
            is_first_variant = true;
            EACH_VARIANT(&variant)
            {
                ok &= check_variant(team, registry[i]);
                is_first_variant = false;
                turn++;
            }
        }
    team_destroy(team);
    assert_true(ok);
}

static const struct implementation *find(const char *name)
{
    const struct implementation *const implementation = registry_find(PRIMITIVE_SCAN, name);
    assert_non_null(implementation);
    return implementation;
}

static struct model_result judge(const char *name, enum local local, const char *device, size_t n)
{
    variant = (struct point){.group_algorithm = local};
    struct model_result result;
    struct error error = {0};
    struct point point = point_of(find(name), DTYPE_U32, n, 64, 2);
    assert_true(model_point_run(&result, &point,
                                &(struct model_conditions){device_find(device), ORDER_ASCENDING, 1}, &error));
    return result;
}

TEST(a_point_gets_its_verdict)
{
    struct model_result result = judge("group/reduce-then-scan", LOCAL_RAKING, "metal-m1", MOST);
    assert_int_equal(result.verdict, MODEL_OK);
    assert_true(result.relative_error == 0);
    result = judge("group/lookback", LOCAL_COOPERATIVE, "metal-3.2", MOST);
    assert_int_equal(result.verdict, MODEL_PERMITTED_FAILURE);
    assert_non_null(strstr(result.message, "STARVED: kernel scan_lookback: group 1 waits for state[0]"));
    result = judge("group/lookback", LOCAL_COOPERATIVE, "metal-m1", MOST);
    assert_int_equal(result.verdict, MODEL_STARVED);
    assert_non_null(strstr(result.message, "stale reads"));
    result = judge("group/fallback", LOCAL_COOPERATIVE, "metal-m1", MOST);
    assert_int_equal(result.verdict, MODEL_OK);
}

/* n reads and writes each a pass; a partial written by each of G groups, scanned, and read again. */
TEST(a_run_has_the_traffic_of_its_strategy)
{
    enum { N = 64 * 128, G = 64 };
    const struct model_result result = judge("group/reduce-then-scan", LOCAL_RAKING, "cpu", N);
    assert_int_equal(result.report.kernels, 2);
    const struct counts *const reduce = &result.report.kernel[0].run[PHASE_TOTAL];
    const struct counts *const scan = &result.report.kernel[1].run[PHASE_TOTAL];
    assert_int_equal(reduce->of[COUNTER_DEVICE_LOADS], N);
    assert_int_equal(reduce->of[COUNTER_DEVICE_STORES], G);
    assert_int_equal(scan->of[COUNTER_DEVICE_LOADS], N + G + G + 1);
    assert_int_equal(scan->of[COUNTER_DEVICE_STORES], N + G);
    assert_int_equal(reduce->of[COUNTER_LAUNCHES] + scan->of[COUNTER_LAUNCHES], 3);
}
