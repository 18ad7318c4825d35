/* SPDX-License-Identifier: MIT */
/* A plugin whose implementations go wrong, each in its own way, beside one that does not. */
#include <scanbench.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void right(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
}

static void wrong(const struct scanbench_run *run)
{
    right(run);
    if (run->point->n)
        ((uint32_t *)run->output)[run->point->n / 2] ^= 1;
}

static void crash(const struct scanbench_run *run)
{
    (void)run;
    raise(SIGSEGV);
}

/* With the status that FAULTY_STATUS has, or 7. */
static void leave(const struct scanbench_run *run)
{
    const char *const status = getenv("FAULTY_STATUS");
    (void)run;
    _exit(status ? atoi(status) : 7);
}

/* The file that FAULTY_HANGS names says that it does. */
static void hang(const struct scanbench_run *run)
{
    const char *const path = getenv("FAULTY_HANGS");
    (void)run;
    if (path)
        close(open(path, O_CREAT | O_WRONLY, 0600));
    for (;;)
        pause();
}

/* Writes as many elements after the output as it declares. */
static void slack(const struct scanbench_run *run)
{
    right(run);
    for (size_t i = 0; i < 3; i++)
        ((uint32_t *)run->output)[run->point->n + i] = 0;
}

static void *scan_all(void *run)
{
    right(run);
    return NULL;
}

/* Leaves the work to a thread of its own; a second worker, or a CPU it was not told of, is not expected. */
static void own(const struct scanbench_run *run)
{
    pthread_t thread;
    if (run->worker != 0 || run->workers != run->point->workers || !run->cpus ||
        (run->workers > 1 && run->cpus[0] == run->cpus[1]) ||
        pthread_create(&thread, NULL, scan_all, (void *)run) != 0)
        abort();
    run->barrier(run);
    pthread_join(thread, NULL);
}

static const char *supports(const struct scanbench_point *point)
{
    return point->n == 1000 ? "it has an aversion to 1000" : NULL;
}

static const char *refuse(const struct scanbench_run *run, void **state)
{
    (void)run;
    (void)state;
    return "its device is on fire";
}

static const char *crash_early(const struct scanbench_run *run, void **state)
{
    (void)state;
    crash(run);
    return NULL;
}

static const char *prepare(const struct scanbench_run *run, void **state)
{
    *state = malloc(1 + run->workers);
    return *state ? NULL : "out of memory";
}

static void crash_late(void *state)
{
    free(state);
    raise(SIGSEGV);
}

#define FAULTY(name_, ...)                                                                            \
    {                                                                                                 \
        .name = "faulty/" name_, .summary = "a running sum that is " name_, .source = "scanbench",    \
        .primitive = SCANBENCH_SCAN, .dtypes = SCANBENCH_BIT(SCANBENCH_U32),                          \
        .ops = SCANBENCH_BIT(SCANBENCH_SUM), .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE), __VA_ARGS__ \
    }

static const struct scanbench_implementation implementations[] = {
    FAULTY("right", .prepare = prepare, .finish = free, .run = right),
    FAULTY("slack", .slack = 3, .run = slack),
    FAULTY("own", .axes = SCANBENCH_BIT(SCANBENCH_WORKERS), .flags = SCANBENCH_BIT(SCANBENCH_OWN_THREADS),
           .run = own),
    FAULTY("picky", .supports = supports, .run = right),
    FAULTY("wrong", .run = wrong),
    FAULTY("crash", .run = crash),
    FAULTY("exit", .run = leave),
    FAULTY("hang", .run = hang),
    FAULTY("refusing", .prepare = refuse, .run = right),
    FAULTY("crash-early", .prepare = crash_early, .run = right),
    FAULTY("crash-late", .prepare = prepare, .finish = crash_late, .run = right),
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "faulty", "1", "unknown", sizeof implementations / sizeof implementations[0],
    implementations};
