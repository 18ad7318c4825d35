/* SPDX-License-Identifier: MIT */
/* A plugin for scripts/aa.sh: scans of which some do a share of their work twice, as PLANTED_SHARE says. */
#include <scanbench.h>

#include <stdlib.h>

static double planted_share;

static size_t scratch_bytes(const struct scanbench_point *point)
{
    return point->n * sizeof(uint32_t);
}

static const char *read_share(const struct scanbench_run *run, void **state)
{
    const char *const share = getenv("PLANTED_SHARE");
    (void)run;
    *state = NULL;
    planted_share = share ? atof(share) : 0;
    return NULL;
}

/* The loops differ by how many elements a step takes, so that they are different code. */
#define LOOP(steps)                                                                             \
    static void scan_##steps(const uint32_t *input, uint32_t *output, size_t n)                 \
    {                                                                                           \
        uint32_t sum = 0;                                                                       \
        size_t i = 0;                                                                           \
        for (; i + (steps) <= n; i += (steps))                                                  \
            _Pragma("GCC unroll 8") for (size_t k = 0; k < (steps); k++) output[i + k] = sum += \
                input[i + k];                                                                   \
        for (; i < n; i++)                                                                      \
            output[i] = sum += input[i];                                                        \
    }                                                                                           \
    static void same_##steps(const struct scanbench_run *run)                                   \
    {                                                                                           \
        scan_##steps(run->input, run->output, run->point->n);                                   \
    }                                                                                           \
    static void planted_##steps(const struct scanbench_run *run)                                \
    {                                                                                           \
        const size_t n = run->point->n;                                                         \
        size_t more = (size_t)(planted_share * (double)n);                                      \
        same_##steps(run);                                                                      \
        for (; more > 0; more -= more < n ? more : n)                                           \
            scan_##steps(run->input, run->scratch, more < n ? more : n);                        \
    }
LOOP(1)
LOOP(2)
LOOP(4)
LOOP(8)

#define SCAN(kind, steps)                                                                 \
    {                                                                                     \
        .name = #kind "/" #steps, .summary = "a running sum", .source = "scanbench",      \
        .primitive = SCANBENCH_SCAN, .dtypes = SCANBENCH_BIT(SCANBENCH_U32),              \
        .ops = SCANBENCH_BIT(SCANBENCH_SUM), .modes = SCANBENCH_BIT(SCANBENCH_INCLUSIVE), \
        .scratch_bytes = scratch_bytes, .prepare = read_share, .run = kind##_##steps      \
    }
static const struct scanbench_implementation implementations[] = {
    SCAN(same, 1),    SCAN(same, 2),    SCAN(same, 4),    SCAN(same, 8),
    SCAN(planted, 1), SCAN(planted, 2), SCAN(planted, 4), SCAN(planted, 8),
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "planted", "1", NULL, sizeof implementations / sizeof implementations[0],
    implementations};
