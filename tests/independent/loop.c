/* SPDX-License-Identifier: MIT */
/* A program of its own that times an implementation of a plugin, with nothing of scanbench's: what the
 * harness reports has to agree with it. Usage: loop PLUGIN.so ALGORITHM N; prints the median seconds of a
 * call. */
#include <scanbench.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { SAMPLES = 101, WARM = 20, HUGE_PAGE = 2 << 20 };
static const double batch_s = 100e-6;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *pages(size_t bytes)
{
    const size_t room = (bytes / HUGE_PAGE + 2) * HUGE_PAGE;
    char *const at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        exit(1);
    madvise(at, room, MADV_HUGEPAGE);
    memset(at, 1, room);
    return (void *)(((size_t)at + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void no_barrier(const struct scanbench_run *run)
{
    (void)run;
}

static const struct scanbench_implementation *find(const char *path, const char *name)
{
    void *const library = dlopen(path, RTLD_NOW);
    const struct scanbench_plugin *const plugin = library ? dlsym(library, "scanbench_plugin") : NULL;
    for (uint32_t i = 0; plugin && i < plugin->implementation_count; i++)
        if (strcmp(plugin->implementations[i].name, name) == 0)
            return &plugin->implementations[i];
    return NULL;
}

static double time_calls(const struct scanbench_implementation *timed, const struct scanbench_run *run,
                         unsigned long calls)
{
    const double start_s = now_s();
    for (unsigned long i = 0; i < calls; i++)
        timed->run(run);
    return (now_s() - start_s) / (double)calls;
}

int main(int argc, char **argv)
{
    const struct scanbench_implementation *const timed = argc == 4 ? find(argv[1], argv[2]) : NULL;
    const size_t n = timed ? strtoul(argv[3], NULL, 10) : 0;
    double samples[SAMPLES], scratch[64] = {0};
    unsigned long calls = 1;
    if (!timed)
        return 2;
    const struct scanbench_point point = {.size = sizeof point, .n = n, .dtype = SCANBENCH_U32, .workers = 1};
    const struct scanbench_run run = {
        .size = sizeof run,
        .point = &point,
        .input = pages(n * sizeof(uint32_t)),
        .output = pages(n * sizeof(uint32_t)),
        .scratch = scratch,
        .workers = 1,
        .barrier = no_barrier,
    };
    for (unsigned i = 0; i < WARM; i++) {
        const double call_s = time_calls(timed, &run, calls);
        if (call_s * (double)calls < batch_s)
            calls = (unsigned long)(batch_s / call_s) + 1;
    }
    for (unsigned i = 0; i < SAMPLES; i++)
        samples[i] = time_calls(timed, &run, calls);
    qsort(samples, SAMPLES, sizeof samples[0], compare);
    printf("%.9g\n", samples[SAMPLES / 2]);
    return 0;
}
