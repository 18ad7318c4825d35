/* SPDX-License-Identifier: MIT */
/* A plugin that works when somebody looks: a call protects the pages of its output and returns, and whoever
 * touches them first, after the time is taken, has the handler of the signal compute the sums. So every
 * output that is compared is right, and the limit alone tells that no call can be so fast. */
#include <scanbench.h>

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static const uint32_t *input; /* of the call that is open; NULL: none */
static uint32_t *output;
static uint64_t n;
static struct sigaction former;

static void protect(int how)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = (uintptr_t)output / page * page;
    const uintptr_t end = ((uintptr_t)(output + n) + page - 1) / page * page;
    mprotect((void *)first, end - first, how);
}

/* A fault that is not of an open call goes where it went before there was this handler. */
static void look(int number, siginfo_t *info, void *context)
{
    uint32_t sum = 0;
    (void)number, (void)info, (void)context;
    if (!input) {
        sigaction(SIGSEGV, &former, NULL);
        return;
    }
    protect(PROT_READ | PROT_WRITE);
    for (uint64_t i = 0; i < n; i++)
        output[i] = sum += input[i];
    input = NULL;
}

static const char *prepare(const struct scanbench_run *run, void **state)
{
    const struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO};
    (void)run;
    *state = NULL;
    return sigaction(SIGSEGV, &action, &former) == 0 ? NULL : "no handler of signals";
}

static void finish(void *state)
{
    (void)state;
    sigaction(SIGSEGV, &former, NULL);
}

static void defer(const struct scanbench_run *run)
{
    input = run->input;
    output = run->output;
    n = run->point->n;
    protect(PROT_NONE);
}

static const struct scanbench_implementation implementation = {
    .name = "cheat/deferred",
    .summary = "a running sum, when somebody looks",
    .source = "scanbench",
    .primitive = SCANBENCH_SCAN,
    .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
    .ops = SCANBENCH_BIT(SCANBENCH_SUM),
    .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
    .prepare = prepare,
    .run = defer,
    .finish = finish,
};

const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "deferred", "1", "unknown", 1,
                                                  &implementation};
