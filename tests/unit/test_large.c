/* SPDX-License-Identifier: MIT */
/* Arrays beyond the last cache, where kernels store past it: every implementation of the CPU families once.
 */
#include "cpu/tuning.h"
#include "problem/verify.h"
#include "registry/registry.h"

enum { WORKERS = 3, N = (12 << 20) + 5, BYTES = N * sizeof(uint32_t), LINE = 64 };
#include "team_bed.h"

struct world {
    uint32_t *input[PROBLEM_INPUTS], *output, *expected;
    struct problem problem;
};

static void check(struct world *world, const struct point *point, const void *input)
{
    const struct implementation *const implementation = point->implementation;
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    void *const scratch = aligned_alloc(LINE, bytes / LINE * LINE + LINE);
    uint64_t count = verify_poison_count(false);
    struct finding finding;
    struct error why = {0};
    struct run run = {
        .point = point,
        .input = input,
        .second = world->input[1],
        .output = world->output,
        .count = &count,
        .initial = problem_initial(&world->problem.key),
        .scratch = scratch,
        .team = team,
        .workers = point_workers(point),
    };
    assert_non_null(scratch);
    if (implementation->prepare)
        assert_true(implementation->prepare(&run, &run.state, &why));
    team_run(team, implementation_callers(implementation, run.workers), run_worker, &run);
    if (implementation->prepare)
        implementation->finish(run.state);
    if (!verify_output(&world->problem, world->output, count,
                       implementation->roundings ? implementation->roundings(point) : 0, &finding))
        fail_msg("%s: %s", implementation->name, finding.text);
    free(scratch);
}

static struct point point_of(const struct implementation *implementation, enum mode mode)
{
    struct point point = implementation_point(implementation);
    point.n = N;
    if (point_has(&point, AXIS_SCAN_MODE))
        point.scan_mode = mode;
    if (point_has(&point, AXIS_WORKERS))
        point.workers = WORKERS;
    return point;
}

static void check_point(struct world *world, const struct point *point)
{
    struct problem *const problem = &world->problem;
    problem->key = point_problem(point, 5);
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++) {
        problem->input[stream] = world->input[stream];
        if (stream < primitive_inputs(problem->key.primitive))
            problem_fill(&problem->key, stream, world->input[stream], 0, N);
    }
    problem->expected = world->expected;
    problem_solve(&problem->key, problem->input, world->expected, &problem->selected);
    verify_poison(world->output, BYTES, false);
    check(world, point, world->input[0]);
    if (!point_has(point, AXIS_IN_PLACE))
        return;
    memcpy(world->output, world->input[0], BYTES);
    check(world, point, world->output);
}

static void check_family(struct world *world, enum family family)
{
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const implementation = registry[i];
        struct error why = {0};
        if (implementation->family != family)
            continue;
        for (enum mode mode = MODE_EXCLUSIVE; mode <= MODE_INCLUSIVE; mode++) {
            const struct point point = point_of(implementation, mode);
            if ((implementation->dtypes & 1u << point.dtype) &&
                (!implementation->supports || implementation->supports(&point, &why)))
                check_point(world, &point);
            if (!point_has(&point, AXIS_SCAN_MODE))
                break;
        }
    }
}

TEST(simd)
{
    check_family(*state, FAMILY_SIMD);
}

TEST(threads)
{
    assert_true(stream_pays(2 * (size_t)BYTES, WORKERS));
    check_family(*state, FAMILY_THREADS);
}

TEST(limits)
{
    check_family(*state, FAMILY_LIMIT);
}

static int start(void **state)
{
    static struct world world;
    uint32_t **const arrays[] = {&world.input[0], &world.input[1], &world.output, &world.expected};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = malloc(BYTES);
    if (team_setup(state) != 0)
        return -1;
    *state = &world;
    return world.input[0] && world.input[1] && world.output && world.expected ? 0 : -1;
}

static int stop(void **state)
{
    struct world *const world = *state;
    free(world->input[0]);
    free(world->input[1]);
    free(world->output);
    free(world->expected);
    return team_teardown(state);
}

AROUND_TESTS(start, stop)
