/* SPDX-License-Identifier: MIT */
/* The kernels are written once: what a device makes of them has the bits that the timed engine gives. */
#include "same_bits.h"

#include "../unit/variants.h"
#include "base/text.h"
#include "engine/engine.h"
#include "machine/isa.h"
#include "machine/workers/team.h"
#include "problem/problem.h"
#include "problem/verify.h"
#include "registry/registry.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 7, MOST = 5000, BYTES = (MOST + 1000) * 8, HANG_SECONDS = 60 };

static const struct engine *engine;
static struct engine_device *device;
static struct team *team;

/* The inputs and the outputs of either engine. */
static _Alignas(64) char input[PROBLEM_INPUTS][BYTES], timed[BYTES], built[BYTES];
static uint64_t timed_count, built_count;

static void run_timed(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}

static struct run make_problem(const struct point *point, enum data data)
{
    struct problem_key key = point_problem(point, SEED);
    key.data = data;
    for (unsigned stream = 0; stream < primitive_inputs(key.primitive); stream++)
        problem_fill(&key, stream, input[stream], 0, point->n);
    memset(timed, 0x5a, BYTES);
    memset(built, 0x5a, BYTES);
    timed_count = built_count = 0;
    return (struct run){
        .point = point,
        .initial = problem_initial(&key),
        .team = team,
        .workers = 1,
    };
}

static bool report(const struct point *point, const char *what)
{
    char text[256];
    print_error("%s: %s\n", point_text(point, text, sizeof text), what);
    return false;
}

static size_t element_bytes;

static int by_bits(const void *a, const void *b)
{
    return memcmp(a, b, element_bytes);
}

/* A compaction leaves what it selects, and what follows up to n is anything. */
static void settle(const struct point *point, char *output, uint64_t count)
{
    const size_t n = point->n, selected = count < n ? count : n;
    if (point->implementation->primitive != PRIMITIVE_COMPACT)
        return;
    if (point->implementation->unordered)
        qsort(output, selected, element_bytes, by_bits);
    memset(output + selected * element_bytes, 0, (n - selected) * element_bytes);
}

static bool compare_bits(const struct point *point)
{
    char text[128];
    element_bytes = dtype_size((enum dtype)point->dtype);
    settle(point, timed, timed_count);
    settle(point, built, built_count);
    for (size_t i = 0; i < BYTES; i += element_bytes)
        if (memcmp(timed + i, built + i, element_bytes) != 0) {
            snprintf(text, sizeof text, "element %zu of %zu differs", i / element_bytes, (size_t)point->n);
            return report(point, text);
        }
    return timed_count == built_count || report(point, "the counts differ");
}

static size_t scratch_bytes(const struct point *point)
{
    return (point->implementation->scratch_bytes ? point->implementation->scratch_bytes(point) : 0) + 64;
}

static void run_on_host(struct run run)
{
    const struct implementation *const implementation = run.point->implementation;
    struct error why = {0};
    run.scratch = aligned_alloc(64, (scratch_bytes(run.point) / 64 + 1) * 64);
    assert_non_null(run.scratch);
    memset(run.scratch, 0x5a, scratch_bytes(run.point));
    run.input = input[0];
    run.second = input[1];
    run.output = timed;
    run.count = &timed_count;
    run.engine = &emulate_engine;
    assert_true(implementation->prepare(&run, &run.state, &why));
    team_run(team, 1, run_timed, &run);
    implementation->finish(run.state);
    free(run.scratch);
}

/* In memory of the device, from which the output and the count are copied. */
static bool run_on_device(struct run run, struct error *why)
{
    const struct implementation *const implementation = run.point->implementation;
    void *const memory[] = {engine->allocate(device, "input", BYTES, why),
                            engine->allocate(device, "second", BYTES, why),
                            engine->allocate(device, "output", BYTES, why),
                            engine->allocate(device, "count", sizeof built_count, why),
                            engine->allocate(device, "scratch", scratch_bytes(run.point), why)};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        assert_non_null(memory[i]);
    engine->copy_in(device, memory[0], input[0], BYTES);
    engine->copy_in(device, memory[1], input[1], BYTES);
    engine->copy_in(device, memory[2], built, BYTES);
    engine->fill(device, memory[3], 0, sizeof built_count);
    engine->fill(device, memory[4], 0x5a, scratch_bytes(run.point));
    run.input = memory[0];
    run.second = memory[1];
    run.output = memory[2];
    run.count = memory[3];
    run.scratch = memory[4];
    run.engine = engine;
    run.device = device;
    bool ok = implementation->prepare(&run, &run.state, why);
    if (ok) {
        alarm(HANG_SECONDS); /* a kernel that hangs is a failure of the test, not of whoever waits for it */
        implementation->run(&run);
        engine->copy_out(device, &built_count, memory[3], sizeof built_count);
        alarm(0);
        implementation->finish(run.state);
    }
    engine->copy_out(device, built, memory[2], BYTES);
    ok = !engine->failed(device, why) && ok;
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        engine->release(device, memory[i]);
    return ok;
}

static bool agrees(const struct point *point, enum data data)
{
    const struct run run = make_problem(point, data);
    struct error why = {0};
    run_on_host(run);
    return run_on_device(run, &why) ? compare_bits(point) : report(point, why.text);
}

/* Data whose rounding shows are for what promises the same bits; what is read ahead depends on how many
 * groups the engine has too. */
static bool is_same_anywhere(const struct implementation *implementation)
{
    return implementation->deterministic && strcmp(implementation->name, "group/read-ahead") != 0;
}

static struct point variant; /* its local and broadcast are those of the points that follow */

static struct point point_of(const struct implementation *implementation, enum dtype dtype, enum op op,
                             unsigned threads, unsigned values)
{
    struct point point = point_of_variant(implementation, &variant);
    if (implementation->axes & AXIS_BIT(AXIS_STAGES)) { /* of devices alone */
        point.stages = axis_info[AXIS_STAGES].fallback;
        point.reducer_subgroups = axis_info[AXIS_REDUCER_SUBGROUPS].fallback;
    }
    point.dtype = dtype;
    if (point_has(&point, AXIS_OP))
        point.op = op;
    if (point_has(&point, AXIS_THREADS_PER_GROUP))
        point.threads_per_group = threads;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = values;
    if (point_has(&point, AXIS_GROUPS) && threads > 32)
        point.groups = 3;
    return point;
}

static bool takes(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct error why = {0};
    return (implementation->dtypes & 1u << point->dtype) &&
           (!implementation->ops || (implementation->ops & 1u << point->op)) &&
           (!point_reversed(point) || (implementation->reverses && point->row_length == 0)) &&
           (!implementation->supports || implementation->supports(point, &why));
}

/* None, one, a full tile, full ones and a partial one, more partials than fit a small tile. */
static bool check_sizes(struct point point)
{
    const uint64_t tile = point_tile(&point), sizes[] = {0, 1, tile, 2 * tile + 17, MOST};
    bool ok = true;
    EACH_ROW_LENGTH(&point)
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        point.n = sizes[i];
        if (point.n > MOST || !takes(&point))
            continue;
        ok &= agrees(&point, DATA_EXACT);
        struct problem_key key = point_problem(&point, SEED);
        key.data = DATA_GRIDDED;
        if (point.dtype == DTYPE_F32 && problem_gridded(&key) && is_same_anywhere(point.implementation))
            ok &= agrees(&point, DATA_GRIDDED);
    }
    return ok;
}

/* The other values of an axis that selects code. */
static bool check_axis(const struct implementation *implementation, enum axis axis)
{
    bool ok = true;
    for (uint64_t value = 2; value <= 4; value++) {
        const enum dtype dtype = implementation->dtypes & 1u << DTYPE_U32 ? DTYPE_U32 : DTYPE_F32;
        struct point point = point_of(implementation, dtype, OP_SUM, 64, 4);
        const bool beyond =
            axis_info[axis].kind == AXIS_IS_CHOICE ? value >= axis_info[axis].count : value == 3;
        if (!point_has(&point, axis) || beyond)
            continue;
        point.axis[axis] = value;
        ok &= check_sizes(point);
    }
    return ok;
}

bool same_bits_in_cases(const struct implementation *implementation, const struct same_bits_case *cases,
                        size_t count)
{
    enum { TURNS = 5 };
    static size_t turn;
    bool ok = true, first = true;
    variant.implementation = implementation;
    EACH_VARIANT(&variant)
    {
        turn++;
        for (size_t i = 0; i < count; i++)
            if (first || i == 0 || i % TURNS == turn % TURNS)
                ok &= check_sizes(
                    point_of(implementation, cases[i].dtype, cases[i].op, cases[i].threads, cases[i].values));
        first = false;
    }
    return ok;
}

/* Each network in each group function with the first implementation of a primitive: the others call the same
 * functions. */
bool same_bits_on_axes(const struct implementation *implementation)
{
    static unsigned had; /* the primitives that came before */
    const bool all = !(had & 1u << implementation->primitive);
    bool ok = true, first = true;
    had |= 1u << implementation->primitive;
    variant.implementation = implementation;
    EACH_VARIANT(&variant)
    {
        if (first || all)
            ok &= check_axis(implementation, AXIS_LANE_SCAN);
        ok &= !first ||
              (check_axis(implementation, AXIS_ARRANGEMENT) &&
               check_axis(implementation, AXIS_VECTOR_WIDTH) && check_axis(implementation, AXIS_DIRECTION));
        first = false;
    }
    return ok;
}

bool same_bits_in_every_run(const struct implementation *implementation, unsigned runs)
{
    static char first[BYTES];
    bool ok = true;
    variant.implementation = implementation;
    EACH_VARIANT(&variant)
    {
        struct point point = point_of(implementation, DTYPE_F32, OP_SUM, 64, 4);
        point.n = MOST;
        for (unsigned i = 0; ok && takes(&point) && i < runs; i++) {
            const struct problem_key key = point_problem(&point, SEED);
            const struct run run = make_problem(&point, problem_gridded(&key) ? DATA_GRIDDED : DATA_EXACT);
            struct error why = {0};
            element_bytes = sizeof(float);
            ok = run_on_device(run, &why) || report(&point, why.text);
            settle(&point, built, built_count);
            if (i == 0)
                memcpy(first, built, BYTES);
            ok = ok && (memcmp(first, built, BYTES) == 0 || report(&point, "another run has other bits"));
        }
    }
    return ok;
}

static void hung(int number)
{
    static const char text[] = "a kernel does not end\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(2);
    _exit(1);
}

bool same_bits_start(const struct engine *of, struct engine_device *opened, struct error *error)
{
    engine = of;
    device = opened;
    signal(SIGALRM, hung);
    team = team_create(NULL, 1, error);
    return team != NULL;
}

void same_bits_end(void)
{
    team_destroy(team);
}
