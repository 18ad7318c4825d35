/* SPDX-License-Identifier: MIT */
/* A plugin that leaves something in its process, or with -DVICTIM one that is wrong where another has left
 * it. */
#include <scanbench.h>

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#ifdef VICTIM
#define NAME "victim"
static uint32_t neighbour(void)
{
    struct sigaction action;
    sigaction(SIGUSR2, NULL, &action);
    return action.sa_handler == SIG_DFL ? 0 : 1;
}
#else
#define NAME "spoiler"
static void left(int number)
{
    (void)number;
}

static uint32_t neighbour(void)
{
    signal(SIGUSR2, left);
    return 0;
}
#endif

static void scan(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = neighbour();
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
}

static const struct scanbench_implementation implementations[] = {{
    .name = NAME "/scan",
    .summary = "a running sum, " NAME,
    .source = "scanbench",
    .primitive = SCANBENCH_SCAN,
    .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
    .ops = SCANBENCH_BIT(SCANBENCH_SUM),
    .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
    .run = scan,
}};

const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, NAME, "1", "unknown", 1,
                                                  implementations};
