/* SPDX-License-Identifier: MIT */
/* For tests of groups that wait for each other: runs of one program by a team of WORKERS, on N elements that
 * differ in each turn, by groups of T threads with V values each. Whoever includes it defines all, the MOST
 * elements of a point, and SEED.
 */
#pragma once

#include "engine/engine.h"
#include "engine/model/model_point.h"
#include "machine/isa.h"
#include "problem/problem.h"
#include "problem/reference.h"
#include "problem/verify.h"
#include "registry/registry.h"

#include "team_bed.h"

/* An element more than there are, at most: arrays that are aligned to one alone. */
enum { TURN_BYTES = (MOST + 1) * 8 };
static _Alignas(64) char turn_input[TURN_BYTES], turn_second[TURN_BYTES], turn_output[TURN_BYTES],
    turn_expected[TURN_BYTES], turn_first[TURN_BYTES];
static uint64_t turn_count;

static inline struct problem_key turn_key(const struct point *point, uint64_t seed)
{
    struct problem_key key = point_problem(point, seed);
    key.data = DATA_EXACT;
    return key;
}

static inline struct run turn_run(const struct point *point)
{
    const struct problem_key key = turn_key(point, 1);
    struct run run = {
        .point = point,
        .initial = problem_initial(&key),
        .count = &turn_count,
        .team = team,
        .workers = WORKERS,
    };
    struct error why = {0};
    run.engine = &emulate_engine;
    assert_done(point->implementation->prepare(&run, &run.state, &why), &why);
    return run;
}

/* One turn on other data from memory that is aligned to an element alone, and in place where that is asked
 * for; what comes out is judged. */
static inline void turn(struct run *run, uint64_t seed, bool in_place)
{
    const struct point *const point = run->point;
    const struct implementation *const implementation = point->implementation;
    const struct problem_key key = turn_key(point, seed);
    char *const data = turn_input + dtype_size(key.dtype), *const out = turn_output +
                                                                        dtype_size(dtype_output(key.dtype));
    const bool pairs = primitive_inputs(implementation->primitive) == 2;
    char *const second =
        pairs ? turn_second + primitive_input_size(implementation->primitive, key.dtype, 1) : NULL;
    const void *const inputs[PROBLEM_INPUTS] = {data, second};
    const size_t roundings = implementation->roundings ? implementation->roundings(point) : 0;
    struct finding finding;
    size_t selected = 0;
    problem_fill(&key, 0, data, 0, point->n);
    if (pairs)
        problem_fill(&key, 1, second, 0, point->n);
    problem_solve(&key, inputs, turn_expected, &selected);
    memset(turn_output, 0x5a, sizeof turn_output);
    if (in_place)
        memcpy(out, data, point->n * dtype_size(key.dtype));
    turn_count = UINT64_MAX;
    run->input = in_place ? out : data;
    run->second = second;
    run->output = out;
    team_run(team, WORKERS, run_worker, run);
    const struct problem problem = {
        .key = key, .input = {data, second}, .expected = turn_expected, .selected = selected};
    if (!verify_output(&problem, out, turn_count, roundings, &finding))
        fail_msg("%s %s %s, turn %d: %s", implementation->name, dtype_names[key.dtype], op_names[key.op],
                 (int)seed, finding.text);
}

/* So many turns of one program, the last in place where the implementation can. */
static inline void take_turns(struct point point, uint64_t turns)
{
    const bool in_place =
        point_has(&point, AXIS_IN_PLACE) &&
        dtype_size(dtype_output((enum dtype)point.dtype)) == dtype_size((enum dtype)point.dtype);
    struct run run = turn_run(&point);
    for (uint64_t seed = 1; seed <= turns; seed++)
        turn(&run, seed, in_place && seed == turns);
    point.implementation->finish(run.state);
}

/* Sums of f32 that round, or a recurrence whose coefficients are the same, again and again on the same data.
 */
static inline void take_the_same_turns(struct point point, int turns)
{
    struct run run = turn_run(&point);
    run.input = turn_input;
    run.second = primitive_inputs(point.implementation->primitive) == 2 ? turn_input : NULL;
    run.output = turn_output;
    for (size_t i = 0; i < N; i++)
        ((float *)(void *)turn_input)[i] = 1.0f / (float)(i + 3);
    for (int i = 0; i < turns; i++) {
        memset(turn_output, 0x5a, sizeof turn_output);
        team_run(team, WORKERS, run_worker, &run);
        if (i == 0)
            memcpy(turn_first, turn_output, N * sizeof(float));
        assert_memory_equal(turn_first, turn_output, N * sizeof(float));
    }
    point.implementation->finish(run.state);
}

/* A scan of N elements by groups, and a compaction. */
static inline struct point scan_point(const char *name, enum dtype dtype, enum op op, enum mode mode)
{
    return (struct point){
        .implementation = registry_find(PRIMITIVE_SCAN, name),
        .dtype = dtype,
        .op = op,
        .scan_mode = mode,
        .n = N,
        .threads_per_group = T,
        .values_per_thread = V,
        .lane_scan = NETWORK_KOGGE_STONE,
        .workers = WORKERS,
        .isa = isa_best(),
        .device = DEVICE_CPU,
    };
}

static inline struct point pairs_of(enum primitive primitive, const char *name, enum dtype dtype)
{
    struct point point = scan_point(name, dtype, OP_NONE, MODE_NONE);
    point.implementation = registry_find(primitive, name);
    point.lane_scan = NETWORK_NONE;
    return point;
}

static inline struct point compaction_of(const char *name, enum dtype dtype, uint64_t selectivity)
{
    struct point point = scan_point(name, dtype, OP_NONE, MODE_NONE);
    point.implementation = registry_find(PRIMITIVE_COMPACT, name);
    point.lane_scan = NETWORK_NONE;
    point.selectivity = selectivity;
    return point;
}

/* What a model of a device says of a point: that all is well, or this. */
static inline enum model_verdict judge_on(const struct device *device, const struct point *point,
                                          enum model_verdict other)
{
    const enum group_order order = (enum group_order)__builtin_ctz(device->orders);
    struct model_result result;
    struct error error = {0};
    assert_true(model_point_run(&result, point, &(struct model_conditions){device, order, SEED}, &error));
    if (result.verdict != MODEL_OK && result.verdict != other)
        fail_msg("%s: %s", point->implementation->name, result.message);
    return result.verdict;
}
