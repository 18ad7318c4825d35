/* SPDX-License-Identifier: MIT */
/* A plugin that takes 256 MiB more than it needs, for control groups that have less. */
#include <scanbench.h>

#include <stdlib.h>
#include <string.h>

enum { TAKEN = 256 << 20 };

static void scan(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    unsigned char *const taken = malloc(TAKEN);
    uint32_t sum = 0;
    if (!taken)
        abort();
    memset(taken, 1, TAKEN);
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i] * taken[i];
    free(taken);
}

static const struct scanbench_implementation implementations[] = {{
    .name = "greedy/scan",
    .summary = "a running sum that takes 256 MiB more than it needs",
    .source = "scanbench",
    .primitive = SCANBENCH_SCAN,
    .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
    .ops = SCANBENCH_BIT(SCANBENCH_SUM),
    .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
    .run = scan,
}};

const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "greedy", "1", "unknown", 1,
                                                  implementations};
