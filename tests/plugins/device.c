/* SPDX-License-Identifier: MIT */
/* A plugin in the memory of a device whose stand-in has the host's memory: implementations that are right,
 * wrong, or fail, each in its own way. What they enqueue, they enqueue through the stand-in for the driver.
 */
#include <scanbench.h>

#include <dlfcn.h>
#include <stdlib.h>

typedef int copy_function(uint64_t to, uint64_t from, size_t bytes, void *stream);
typedef int wait_function(void *stream);

/* What prepare leaves: the driver's copy and wait, by the name that the variable of the stand-in has. */
struct state {
    copy_function *copy;
    wait_function *wait;
    uint32_t *total;
    int called;
};

static const char *prepare(const struct scanbench_run *run, void **state)
{
    const char *const path = getenv("SCANBENCH_LIBCUDA");
    void *const driver = dlopen(path ? path : "", RTLD_NOW | RTLD_LOCAL);
    struct state *const made = calloc(1, sizeof *made);
    if (!driver || !made || !run->device || !run->device->stream || !run->device->context || run->fail)
        return "it was not told of its device";
    *(void **)&made->copy = dlsym(driver, "cuMemcpyDtoDAsync_v2");
    *(void **)&made->wait = dlsym(driver, "cuStreamSynchronize");
    made->total = malloc(sizeof *made->total);
    *state = made;
    return made->copy && made->wait ? NULL : "the driver has no copy or no wait";
}

static void finish(void *left)
{
    struct state *const state = left;
    free(state->total);
    free(state);
}

static size_t scratch_bytes(const struct scanbench_point *point)
{
    return (point->n + 1) * sizeof(uint32_t);
}

/* In the scratch memory, then copied to the output by the driver. */
static void right(const struct scanbench_run *run)
{
    const struct state *const state = run->state;
    const uint32_t *const input = run->input;
    uint32_t *const sums = run->scratch;
    *state->total = 0;
    for (size_t i = 0; i < run->point->n; i++)
        sums[i] = *state->total += input[i];
    const int status = state->copy((uintptr_t)run->output, (uintptr_t)sums, run->point->n * sizeof *sums,
                                   run->device->stream);
    run->barrier(run);
    if (status != 0)
        run->fail(run, "its copy was refused\x1b[31m");
}

static void waiting(const struct scanbench_run *run)
{
    const struct state *const state = run->state;
    state->wait(run->device->stream);
    right(run);
}

/* As a library that loads its kernels when they are first called. */
static void lazy(const struct scanbench_run *run)
{
    struct state *const state = run->state;
    (state->called ? right : waiting)(run);
    state->called = 1;
}

static void wrong(const struct scanbench_run *run)
{
    right(run);
    if (run->point->n)
        ((uint32_t *)run->output)[run->point->n / 2] ^= 1;
}

static void outside(const struct scanbench_run *run)
{
    right(run);
    ((uint32_t *)run->output)[run->point->n] = 0;
}

static void failing(const struct scanbench_run *run)
{
    run->fail(run, "no kernel image is available");
    run->fail(run, "and never will be");
}

static const char *refuse(const struct scanbench_run *run, void **state)
{
    (void)run;
    (void)state;
    return "its library is of another version";
}

static void count(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    *run->count = 0;
    for (size_t i = 0; i < run->point->n; i++)
        *run->count += input[i] > 0;
}

#define IN_DEVICE_MEMORY(name_, ...)                                                               \
    {                                                                                              \
        .name = "device/" name_, .summary = "a running sum that is " name_, .source = "scanbench", \
        .primitive = SCANBENCH_SCAN, .dtypes = SCANBENCH_BIT(SCANBENCH_U32),                       \
        .ops = SCANBENCH_BIT(SCANBENCH_SUM), .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),          \
        .memory = SCANBENCH_CUDA_MEMORY, .scratch_bytes = scratch_bytes, .prepare = prepare,       \
        .finish = finish, __VA_ARGS__                                                              \
    }

#pragma GCC diagnostic ignored "-Woverride-init" /* one leaves prepare to another */
static const struct scanbench_implementation implementations[] = {
    IN_DEVICE_MEMORY("right", .operations = 1, .run = right),
    IN_DEVICE_MEMORY("unbounded", .run = right),
    IN_DEVICE_MEMORY("busy", .operations = 300, .run = right),
    IN_DEVICE_MEMORY("lazy", .operations = 1, .run = lazy),
    IN_DEVICE_MEMORY("waiting", .operations = 1, .run = waiting),
    IN_DEVICE_MEMORY("waiting-unbounded", .run = waiting),
    IN_DEVICE_MEMORY("wrong", .operations = 1, .run = wrong),
    IN_DEVICE_MEMORY("outside", .operations = 1, .run = outside),
    IN_DEVICE_MEMORY("failing", .operations = 1, .run = failing),
    IN_DEVICE_MEMORY("refusing", .operations = 1, .prepare = refuse, .run = right),
    {.name = "device/count",
     .summary = "one loop",
     .source = "scanbench",
     .primitive = SCANBENCH_COUNT,
     .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
     .memory = SCANBENCH_CUDA_MEMORY,
     .run = count},
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "device", "1", "unknown", sizeof implementations / sizeof implementations[0],
    implementations};
