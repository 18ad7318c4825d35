/* SPDX-License-Identifier: MIT */
/* A plugin that writes to, or closes, the descriptors that it inherited. */
#include <scanbench.h>

#include <signal.h>
#include <unistd.h>

enum { FIRST = 3, DESCRIPTORS = 1 << 16 };

static void scan(const struct scanbench_run *run)
{
    const uint32_t *const input = run->input;
    uint32_t *const output = run->output;
    uint32_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++)
        output[i] = sum += input[i];
}

static void write_to_all(const struct scanbench_run *run)
{
    scan(run);
    signal(SIGPIPE, SIG_IGN);
    for (int i = FIRST; i < DESCRIPTORS; i++)
        if (write(i, "garbage", 8) != 8)
            continue;
}

static void close_all(const struct scanbench_run *run)
{
    scan(run);
    for (int i = FIRST; i < DESCRIPTORS; i++)
        close(i);
}

#define SCAN(name_, run_)                                                                             \
    {                                                                                                 \
        .name = "descriptors/" name_, .summary = "a running sum that " name_ "s to them",             \
        .source = "scanbench", .primitive = SCANBENCH_SCAN, .dtypes = SCANBENCH_BIT(SCANBENCH_U32),   \
        .ops = SCANBENCH_BIT(SCANBENCH_SUM), .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE), .run = run_ \
    }

static const struct scanbench_implementation implementations[] = {
    SCAN("write", write_to_all),
    SCAN("close", close_all),
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "descriptors", "1", "unknown", sizeof implementations / sizeof implementations[0],
    implementations};
