/* SPDX-License-Identifier: MIT */
/* How much faster the timed engine runs a kernel than OpenCL on the same CPU: the same launches of the same
 * kernels on memory of each, one worker each, in turn. */
#include "base/buffer.h"
#include "engine/emulate/emulate.h"
#include "engine/opencl/opencl.h"
#include "implementation/implementation.h"
#include "machine/instruments/clock.h"
#include "machine/isa.h"
#include "machine/workers/pin.h"
#include "machine/workers/team.h"
#include "registry/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_ROUNDS = 64, THREADS = 256, VALUES = 8, UNROLL = 4 };

/* How to measure one size, and what the project asks of the ratio; 0: nothing. */
struct size {
    size_t n;
    unsigned rounds, timed_batch, built_batch;
    double goal;
};
static const struct size sizes[] = {
    {1 << 16, 21, 400, 40, 0}, {1 << 20, 21, 40, 4, 10}, {1 << 26, 9, 2, 1, 6}};

/* One who is measured: an implementation on an engine, with its memory. */
struct side {
    struct point point;
    struct run run;
    void *memory[3]; /* input, output, scratch */
};

struct bench {
    struct engine_device *device;
    struct team *team;
    struct clock clock;
    struct side timed, built, plain;
};

static void run_one(void *argument, unsigned worker)
{
    (void)worker;
    const struct run *const run = argument;
    run->point->implementation->run(run);
}

/* Seconds a call. */
static double time_calls(const struct bench *bench, const struct run *run, unsigned calls)
{
    struct run one = *run;
    const uint64_t start = clock_read(&bench->clock);
    for (unsigned i = 0; i < calls; i++)
        team_run(bench->team, 1, run_one, &one);
    if (run->engine && run->engine->allocate) /* waits */
        run->engine->copy_out(run->device, &(uint32_t){0}, run->output, sizeof(uint32_t));
    return (double)(clock_read(&bench->clock) - start) * 1e-9 / calls;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static bool failed(struct bench *bench)
{
    struct error error = {0};
    if (opencl_engine.failed(bench->device, &error))
        fprintf(stderr, "bench_opencl: error: %s\n", error.text);
    return error.code != EXIT_OK;
}

/* Warms up all as well. */
static bool same_output(struct bench *bench)
{
    const size_t bytes = bench->timed.point.n * sizeof(uint32_t);
    void *const output = malloc(bytes);
    time_calls(bench, &bench->timed.run, 1);
    time_calls(bench, &bench->built.run, 1);
    time_calls(bench, &bench->plain.run, 1);
    if (!output)
        return false;
    opencl_engine.copy_out(bench->device, output, bench->built.run.output, bytes);
    const bool same = memcmp(output, bench->timed.run.output, bytes) == 0;
    free(output);
    if (!same)
        fprintf(stderr, "bench_opencl: error: the outputs differ\n");
    return !failed(bench) && same;
}

static void measure(struct bench *bench, const struct size *size)
{
    double timed[MOST_ROUNDS], built[MOST_ROUNDS], native[MOST_ROUNDS], ratio[MOST_ROUNDS];
    for (unsigned round = 0; round < size->rounds; round++) {
        timed[round] = time_calls(bench, &bench->timed.run, size->timed_batch);
        built[round] = time_calls(bench, &bench->built.run, size->built_batch);
        native[round] = time_calls(bench, &bench->plain.run, size->timed_batch);
        ratio[round] = built[round] / timed[round];
    }
    const double gigabytes = 2e-9 * (double)(size->n * sizeof(uint32_t));
    const double emulated = gigabytes / median(timed, size->rounds);
    const double opencl = gigabytes / median(built, size->rounds);
    const double best = gigabytes / median(native, size->rounds);
    char goal[32] = "";
    if (size->goal > 0)
        snprintf(goal, sizeof goal, " (goal %.0f)", size->goal);
    printf("n = 2^%-2d  emulate %6.2f GB/s  OpenCL %6.2f GB/s  ratio %5.1f%-10s  %s %6.2f GB/s\n",
           __builtin_ctzll(size->n), emulated, opencl, median(ratio, size->rounds), goal,
           bench->plain.point.implementation->name, best);
}

/* Memory of the engine's device, or pages of the host: large arrays in huge ones, where the system gives any.
 */
static void *allocate(const struct side *side, const char *name, size_t bytes)
{
    const struct engine *const engine = side->run.engine;
    if (engine->allocate)
        return engine->allocate(side->run.device, name, bytes, &(struct error){0});
    void *const memory = aligned_alloc(HUGE_PAGE, (bytes / HUGE_PAGE + 1) * HUGE_PAGE);
    if (memory)
        madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static void side_close(struct side *side)
{
    if (side->run.state)
        side->point.implementation->finish(side->run.state);
    for (size_t i = 0; i < sizeof side->memory / sizeof side->memory[0]; i++)
        if (side->run.engine->release)
            side->run.engine->release(side->run.device, side->memory[i]);
        else
            free(side->memory[i]);
    *side = (struct side){.run.engine = side->run.engine};
}

/* The output half a page off the input: loads do not wait for stores that only look the same. */
static bool side_open(struct bench *bench, struct side *side, const struct point *point,
                      const struct engine *engine)
{
    const struct implementation *const implementation = point->implementation;
    const size_t bytes = point->n * sizeof(uint32_t);
    struct error error = {0};
    side->point = *point;
    side->run = (struct run){.point = &side->point,
                             .team = bench->team,
                             .workers = 1,
                             .engine = engine,
                             .device = engine->open ? bench->device : NULL};
    side->memory[0] = allocate(side, "input", bytes);
    side->memory[1] = allocate(side, "output", bytes + PAGE);
    side->memory[2] =
        allocate(side, "scratch", implementation->scratch_bytes ? implementation->scratch_bytes(point) : 1);
    if (!side->memory[0] || !side->memory[1] || !side->memory[2])
        return false;
    side->run.input = side->memory[0];
    side->run.output = (char *)side->memory[1] + PAGE / 2;
    side->run.scratch = side->memory[2];
    if (!implementation->prepare || implementation->prepare(&side->run, &side->run.state, &error))
        return true;
    fprintf(stderr, "bench_opencl: error: %s\n", error.text);
    return false;
}

static void fill_inputs(struct bench *bench, size_t n)
{
    uint32_t *const input = bench->timed.memory[0];
    for (size_t i = 0; i < n; i++)
        input[i] = (uint32_t)i * 2654435761u;
    memcpy(bench->plain.memory[0], input, n * sizeof *input);
    opencl_engine.copy_in(bench->device, bench->built.memory[0], input, n * sizeof *input);
}

static struct point point_of(const char *name)
{
    return (struct point){
        .implementation = registry_find(PRIMITIVE_SCAN, name),
        .group_algorithm = LOCAL_RAKING,
        .dtype = DTYPE_U32,
        .op = OP_SUM,
        .scan_mode = MODE_EXCLUSIVE,
        .threads_per_group = THREADS,
        .values_per_thread = VALUES,
        .workers = 1,
        .isa = isa_best(),
    };
}

static bool bench_size(struct bench *bench, const struct size *size)
{
    struct point point = point_of("group/reduce-then-scan"), plain = point_of("simd/windows");
    point.n = plain.n = size->n;
    plain.unroll = UNROLL;
    bool ok = side_open(bench, &bench->timed, &point, &emulate_engine) &&
              side_open(bench, &bench->built, &point, &opencl_engine) &&
              side_open(bench, &bench->plain, &plain, &emulate_engine);
    if (ok)
        fill_inputs(bench, size->n);
    ok = ok && same_output(bench);
    if (ok)
        measure(bench, size);
    side_close(&bench->timed);
    side_close(&bench->built);
    side_close(&bench->plain);
    return ok;
}

int main(void)
{
    struct error error = {0};
    bool ok = true;
    setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
    if (!pin_thread(pin_current(), &error)) { /* threads that OpenCL starts inherit it */
        fprintf(stderr, "bench_opencl: error: %s\n", error.text);
        return 3;
    }
    struct bench bench = {
        .clock = clock_calibrate(),
        .timed.run.engine = &emulate_engine,
        .built.run.engine = &opencl_engine,
        .plain.run.engine = &emulate_engine,
    };
    bench.team = team_create(NULL, 1, &error);
    if (!bench.team || !opencl_engine.open(NULL, &bench.device, &error)) {
        printf("ratio to OpenCL: skipped, %s\n", error.text);
        return 0;
    }
    printf("group/reduce-then-scan raking u32, T = %d, V = %d, one worker, medians of rounds in turn; "
           "emulate: %s, "
           "OpenCL: %s\n",
           THREADS, VALUES, isa_names[isa_best()], opencl_device_name(bench.device));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        ok &= bench_size(&bench, &sizes[i]);
    team_destroy(bench.team);
    opencl_engine.close(bench.device);
    return ok ? 0 : 1;
}
