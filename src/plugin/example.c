/* SPDX-License-Identifier: MIT */
/* A plugin of two implementations: a loop, and a reduction in which every worker sums its own part. */
#include <scanbench.h>

static void scan_run(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = run->initial.u32;
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
}

static size_t sums_bytes(const struct scanbench_point *point)
{
    return point->workers * sizeof(uint32_t);
}

static void reduce_run(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const sums = run->scratch;
    const size_t n = run->point->n, first = n * run->worker / run->workers,
                 last = n * (run->worker + 1) / run->workers;
    uint32_t sum = 0;
    for (size_t i = first; i < last; i++)
        sum += input[i];
    sums[run->worker] = sum;
    run->barrier(run);
    for (uint32_t w = 1; run->worker == 0 && w < run->workers; w++)
        sum += sums[w];
    if (run->worker == 0)
        *(uint32_t *)run->output = sum;
}

static const struct scanbench_implementation implementations[] = {
    {.name = "example/loop",
     .summary = "one loop with a running sum",
     .source = "scanbench",
     .primitive = SCANBENCH_SCAN,
     .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
     .ops = SCANBENCH_BIT(SCANBENCH_SUM),
     .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE),
     .flags = SCANBENCH_BIT(SCANBENCH_TAKES_INITIAL),
     .run = scan_run},
    {.name = "example/workers",
     .summary = "a range a worker, their sums added by the first",
     .source = "scanbench",
     .primitive = SCANBENCH_REDUCE,
     .dtypes = SCANBENCH_BIT(SCANBENCH_U32),
     .ops = SCANBENCH_BIT(SCANBENCH_SUM),
     .axes = SCANBENCH_BIT(SCANBENCH_WORKERS),
     .scratch_bytes = sums_bytes,
     .run = reduce_run},
};

const struct scanbench_plugin scanbench_plugin = {SCANBENCH_PLUGIN_HEAD, "example", "1", NULL, 2,
                                                  implementations};
