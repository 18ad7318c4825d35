/* SPDX-License-Identifier: MIT */
/* How much faster the timed engine runs a kernel than OpenCL on the same CPU: the same launches of the same
 * kernels on the same memory, one worker each, in turn. */
#include "implementation/implementation.h"
#include "machine/clock.h"
#include "machine/isa.h"
#include "machine/pin.h"
#include "machine/team.h"
#include "opencl_engine.h"
#include "registry/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 64, THREADS = 256, VALUES = 8, UNROLL = 4, PAGE = 4096 };

/* How to measure one size, and what the project asks of the ratio; 0: nothing. */
struct size {
    size_t n;
    unsigned rounds, timed_batch, built_batch;
    double goal;
};
static const struct size sizes[] = {
    {1 << 16, 21, 400, 40, 0}, {1 << 20, 21, 40, 4, 10}, {1 << 26, 9, 2, 1, 6}};

struct bench {
    struct opencl_engine *engine;
    struct team *team;
    struct clock clock;
    struct point point, modelled, plain;
    struct run timed, built, native;
    void *input, *room, *scratch;
    char *output; /* half a page off the input: loads do not wait for stores that only look the same */
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

/* Warms up both as well. */
static bool same_output(struct bench *bench)
{
    const size_t bytes = bench->point.n * sizeof(uint32_t);
    void *const expected = malloc(bytes);
    opencl_start(bench->engine);
    time_calls(bench, &bench->timed, 1);
    if (expected)
        memcpy(expected, bench->output, bytes);
    memset(bench->output, 0, bytes);
    time_calls(bench, &bench->native, 1);
    time_calls(bench, &bench->built, 1);
    const bool same = expected && memcmp(expected, bench->output, bytes) == 0;
    free(expected);
    if (!same || opencl_failure(bench->engine))
        fprintf(stderr, "bench_opencl: error: %s\n",
                opencl_failure(bench->engine) ? opencl_failure(bench->engine) : "the outputs differ");
    return same && !opencl_failure(bench->engine);
}

static void measure(struct bench *bench, const struct size *size)
{
    double timed[MOST_ROUNDS], built[MOST_ROUNDS], native[MOST_ROUNDS], ratio[MOST_ROUNDS];
    for (unsigned round = 0; round < size->rounds; round++) {
        timed[round] = time_calls(bench, &bench->timed, size->timed_batch);
        built[round] = time_calls(bench, &bench->built, size->built_batch);
        native[round] = time_calls(bench, &bench->native, size->timed_batch);
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
           bench->plain.implementation->name, best);
}

static bool bench_size(struct bench *bench, const struct size *size)
{
    struct point *const point = &bench->point;
    point->n = size->n;
    bench->modelled = *point;
    bench->modelled.isa = ISA_NONE;
    bench->input = opencl_allocate(bench->engine, size->n * sizeof(uint32_t));
    bench->room = opencl_allocate(bench->engine, size->n * sizeof(uint32_t) + PAGE);
    bench->output = (char *)bench->room + PAGE / 2;
    bench->scratch = opencl_allocate(bench->engine, point->implementation->scratch_bytes(point));
    bool ok = bench->input && bench->room && bench->scratch;
    for (size_t i = 0; ok && i < size->n; i++)
        ((uint32_t *)bench->input)[i] = (uint32_t)i * 2654435761u;
    bench->timed = (struct run){.point = point,
                                .input = bench->input,
                                .output = bench->output,
                                .scratch = bench->scratch,
                                .team = bench->team,
                                .workers = 1};
    bench->plain = bench->modelled;
    bench->plain.implementation = registry_find(PRIMITIVE_SCAN, "simd/windows");
    bench->plain.isa = point->isa;
    bench->plain.unroll = UNROLL;
    bench->native = bench->timed;
    bench->native.point = &bench->plain;
    bench->built = bench->timed;
    bench->built.point = &bench->modelled;
    bench->built.model = (struct model *)bench->engine;
    ok = ok && same_output(bench);
    if (ok)
        measure(bench, size);
    opencl_free(bench->engine, bench->input);
    opencl_free(bench->engine, bench->room);
    opencl_free(bench->engine, bench->scratch);
    return ok;
}

static struct point point_of(const char *name)
{
    return (struct point){
        .implementation = registry_find(PRIMITIVE_SCAN, name),
        .local = LOCAL_RAKING,
        .dtype = DTYPE_U32,
        .op = OP_SUM,
        .mode = MODE_EXCLUSIVE,
        .threads_per_group = THREADS,
        .values_per_thread = VALUES,
        .workers = 1,
        .isa = isa_best(),
    };
}

int main(void)
{
    struct error error = {0};
    char why[256];
    bool ok = true;
    setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
    if (!pin_thread(pin_current(), &error)) { /* threads that OpenCL starts inherit it */
        fprintf(stderr, "bench_opencl: error: %s\n", error.text);
        return 3;
    }
    struct bench bench = {
        .clock = clock_calibrate(),
        .point = point_of("group/reduce-then-scan"),
        .engine = opencl_create(true, why, sizeof why),
        .team = team_create(NULL, 1, &error),
    };
    if (!bench.engine || !bench.team) {
        printf("ratio to OpenCL: skipped, %s\n", bench.engine ? error.text : why);
        return 0;
    }
    printf("%s u32, T = %d, V = %d, one worker, medians of rounds in turn; emulate: %s, OpenCL: %s\n",
           bench.point.implementation->name, THREADS, VALUES, isa_names[bench.point.isa],
           opencl_device(bench.engine));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        ok &= bench_size(&bench, &sizes[i]);
    team_destroy(bench.team);
    opencl_destroy(bench.engine);
    return ok ? 0 : 1;
}
