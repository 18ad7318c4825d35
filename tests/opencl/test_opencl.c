/* SPDX-License-Identifier: MIT */
/* The kernels are written once: built as OpenCL C they give the bits that the timed engine gives. */
#include "../unit/variants.h"
#include "base/text.h"
#include "machine/isa.h"
#include "machine/team.h"
#include "opencl_engine.h"
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

enum { SEED = 7, MOST = 5000, BYTES = (MOST + 1000) * 8 };

static struct opencl_engine *engine;
static struct team *team;
static const char *glob = "*"; /* of the implementations that are checked */

/* Inputs, outputs of either engine, and what a run may use, all where kernels see it. */
static struct memory {
    char input[PROBLEM_INPUTS][BYTES], timed[BYTES], built[BYTES];
    uint64_t timed_count, built_count;
    struct run run; /* its initial element is read by kernels */
} * memory;

static void run_timed(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}

static void make_problem(const struct point *point, enum data data)
{
    struct problem_key key = point_problem(point, SEED);
    key.data = data;
    for (unsigned stream = 0; stream < primitive_inputs(key.primitive); stream++)
        problem_fill(&key, stream, memory->input[stream], 0, point->n);
    memory->run = (struct run){
        .point = point,
        .input = memory->input[0],
        .second = memory->input[1],
        .initial = problem_initial(&key),
        .team = team,
        .workers = 1,
    };
    memset(memory->timed, 0x5a, BYTES);
    memset(memory->built, 0x5a, BYTES);
    memory->timed_count = memory->built_count = 0;
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

static bool same_bits(const struct point *point)
{
    char text[128];
    element_bytes = dtype_size((enum dtype)point->dtype);
    settle(point, memory->timed, memory->timed_count);
    settle(point, memory->built, memory->built_count);
    for (size_t i = 0; i < BYTES; i += element_bytes)
        if (memcmp(memory->timed + i, memory->built + i, element_bytes) != 0) {
            snprintf(text, sizeof text, "element %zu of %zu differs", i / element_bytes, (size_t)point->n);
            return report(point, text);
        }
    return memory->timed_count == memory->built_count || report(point, "the counts differ");
}

static bool agrees(const struct point *point, enum data data)
{
    const struct implementation *const implementation = point->implementation;
    struct point modelled = *point;
    make_problem(point, data);
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    void *const scratch = opencl_allocate(engine, bytes + 64);
    assert_non_null(scratch);
    memset(scratch, 0x5a, bytes);
    struct run *const run = &memory->run;
    run->scratch = scratch;
    run->output = memory->timed;
    run->count = &memory->timed_count;
    team_run(team, 1, run_timed, run);

    modelled.isa = ISA_NONE;
    opencl_start(engine);
    run->point = &modelled;
    run->output = memory->built;
    run->count = &memory->built_count;
    run->model = (struct model *)engine;
    implementation->run(run);
    opencl_free(engine, scratch);
    return opencl_failure(engine) ? report(point, opencl_failure(engine)) : same_bits(point);
}

/* What a look-back adds up depends on who came first: with data whose rounding shows, so do its bits. */
static bool is_deterministic(const struct implementation *implementation)
{
    const char *const name = implementation->name;
    return !strstr(name, "lookback") && !strstr(name, "fallback") && !strstr(name, "one-pass") &&
           !strstr(name, "atomic");
}

static struct point variant; /* its local and broadcast are those of the points that follow */

static struct point point_of(const struct implementation *implementation, enum dtype dtype, enum op op,
                             unsigned threads, unsigned values)
{
    struct point point = {.implementation = implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = axis_info[axis].fallback;
    point.local = variant.local;
    point.broadcast = variant.broadcast;
    if (!point_has(&point, AXIS_NETWORK))
        point.network = 0;
    point.isa = isa_best();
    point.workers = 1;
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
           (!implementation->supports || implementation->supports(point, &why));
}

/* None, one, a full tile, full ones and a partial one, more partials than fit a small tile. */
static bool check_sizes(struct point point)
{
    const uint64_t tile = point_tile(&point), sizes[] = {0, 1, tile, 2 * tile + 17, MOST};
    bool ok = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        point.n = sizes[i];
        if (point.n > MOST || !takes(&point))
            continue;
        ok &= agrees(&point, DATA_EXACT);
        struct problem_key key = point_problem(&point, SEED);
        key.data = DATA_GRIDDED;
        if (point.dtype == DTYPE_F32 && problem_gridded(&key) && is_deterministic(point.implementation))
            ok &= agrees(&point, DATA_GRIDDED);
    }
    return ok;
}

/* The last value of each axis that selects other code. */
static bool check_axes(const struct implementation *implementation)
{
    static const enum axis axes[] = {AXIS_LOAD, AXIS_LOAD_WIDTH, AXIS_NETWORK};
    bool ok = true;
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++)
        for (uint64_t value = 2; value <= 4; value++) {
            struct point point = point_of(implementation, DTYPE_U32, OP_SUM, 64, 4);
            const bool beyond =
                axis_info[axes[i]].kind == AXIS_IS_CHOICE ? value >= axis_info[axes[i]].count : value == 3;
            if (!point_has(&point, axes[i]) || beyond)
                continue;
            point.axis[axes[i]] = value;
            ok &= check_sizes(point);
        }
    return ok;
}

/* Three shapes, then every element type, each with another operator where there are any. */
static bool check_implementation(const struct implementation *implementation)
{
    static const struct {
        enum dtype dtype;
        enum op op;
        unsigned threads, values;
    } cases[] = {
        {DTYPE_U32, OP_SUM, 32, 1}, {DTYPE_U32, OP_SUM, 64, 4},     {DTYPE_U32, OP_SUM, 256, 8},
        {DTYPE_I32, OP_MIN, 64, 4}, {DTYPE_U64, OP_MAX, 64, 4},     {DTYPE_F32, OP_SUM, 64, 4},
        {DTYPE_F64, OP_SUM, 64, 4}, {DTYPE_U32, OP_PRODUCT, 64, 4},
    };
    bool ok = check_axes(implementation);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ok &= check_sizes(
            point_of(implementation, cases[i].dtype, cases[i].op, cases[i].threads, cases[i].values));
    return ok;
}

static void kernels_give_the_same_bits_as_opencl(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family == FAMILY_GROUP && text_glob(glob, registry[i]->name)) {
            variant.implementation = registry[i];
            EACH_VARIANT(&variant)
            ok &= check_implementation(registry[i]);
        }
    assert_true(ok);
}

static void hung(int number)
{
    static const char text[] = "a kernel does not end\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(2);
    _exit(1);
}

int main(int argc, char **argv)
{
    glob = argc > 1 ? argv[1] : glob;
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_give_the_same_bits_as_opencl)};
    struct error error = {0};
    char why[256];
    engine = opencl_create(false, why, sizeof why);
    if (!engine) {
        printf("[  SKIPPED ] %s\n", why);
        return 77;
    }
    printf("kernels as OpenCL C on %s\n", opencl_device(engine));
    signal(SIGALRM, hung);
    team = team_create(NULL, 1, &error);
    memory = opencl_allocate(engine, sizeof *memory);
    if (!team || !memory)
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    opencl_free(engine, memory);
    team_destroy(team);
    opencl_destroy(engine);
    return failed;
}
