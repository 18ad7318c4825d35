/* SPDX-License-Identifier: MIT */
/* A plugin of recurrences and segmented scans, as scans of pairs in blocks; what is wrong in it, macros say
 * on the compiler's command line. */
#include <scanbench.h>

#ifndef JOIN /* the first pair precedes the second */
#define JOIN(before, after)                                                             \
    {                                                                                   \
        (after).factor *(before).factor, (after).factor *(before).value + (after).value \
    }
#endif
#ifndef SUM /* of a segment, before a value with its head */
#define SUM(sum, value, head) ((head) ? (value) : (sum) + (value))
#endif
#ifndef INITIAL
#define INITIAL(run) ((run)->initial)
#endif
#ifndef DIRECTION
#define DIRECTION(run) ((run)->point->direction)
#endif
#ifndef MEMORY
#define MEMORY SCANBENCH_HOST
#endif

enum { BLOCK = 4 };

#define RECURRENCE(type, name)                                                        \
    struct pair_##name {                                                              \
        type factor, value;                                                           \
    };                                                                                \
    static void recurrence_##name(const struct scanbench_run *run)                    \
    {                                                                                 \
        const type *const x = run->input, *const a = run->second;                     \
        type *const output = run->output, h = INITIAL(run).name;                      \
        const size_t n = run->point->n;                                               \
        for (size_t first = 0; first < n; first += BLOCK) {                           \
            struct pair_##name all = {1, 0};                                          \
            for (size_t k = first; k < n && k < first + BLOCK; k++) {                 \
                const size_t i = DIRECTION(run) == SCANBENCH_REVERSE ? n - 1 - k : k; \
                const struct pair_##name one = {a[i], x[i]}, joined = JOIN(all, one); \
                all = joined;                                                         \
                output[i] = all.factor * h + all.value;                               \
            }                                                                         \
            h = all.factor * h + all.value;                                           \
        }                                                                             \
    }
RECURRENCE(float, f32)
RECURRENCE(double, f64)

static void recurrence(const struct scanbench_run *run)
{
    run->point->dtype == SCANBENCH_F32 ? recurrence_f32(run) : recurrence_f64(run);
}

#define SEGMENTS(type, name)                                     \
    static void segments_##name(const struct scanbench_run *run) \
    {                                                            \
        const type *const input = run->input;                    \
        const uint8_t *const heads = run->second;                \
        type *const output = run->output, sum = 0;               \
        for (size_t i = 0; i < run->point->n; i++)               \
            output[i] = sum = SUM(sum, input[i], heads[i]);      \
    }
SEGMENTS(uint32_t, u32)
SEGMENTS(float, f32)

/* It has no direction. */
static void segments(const struct scanbench_run *run)
{
    if (run->point->direction == 0)
        run->point->dtype == SCANBENCH_U32 ? segments_u32(run) : segments_f32(run);
}

/* Never asked for more than it declares. */
static void forward(const struct scanbench_run *run)
{
    if (run->point->direction == SCANBENCH_FORWARD && run->initial.f64 == 0)
        recurrence(run);
}

static const struct scanbench_implementation implementations[] = {
    {.name = "pairs/recurrence",
     .summary = "blocks of pairs, either way from an initial value",
     .source = "scanbench",
     .primitive = SCANBENCH_RECURRENCE,
     .dtypes = SCANBENCH_BIT(SCANBENCH_F32) | SCANBENCH_BIT(SCANBENCH_F64),
     .flags = SCANBENCH_BIT(SCANBENCH_TAKES_INITIAL) | SCANBENCH_BIT(SCANBENCH_REVERSES),
     .run = recurrence,
     .memory = MEMORY},
    {.name = "pairs/forward",
     .summary = "blocks of pairs, from 0 at the first element",
     .source = "scanbench",
     .primitive = SCANBENCH_RECURRENCE,
     .dtypes = SCANBENCH_BIT(SCANBENCH_F32) | SCANBENCH_BIT(SCANBENCH_F64),
     .run = forward,
     .memory = MEMORY},
    {.name = "pairs/segments",
     .summary = "one loop with a running sum",
     .source = "scanbench",
     .primitive = SCANBENCH_SEGMENTED_SCAN,
     .dtypes = SCANBENCH_BIT(SCANBENCH_U32) | SCANBENCH_BIT(SCANBENCH_F32),
     .run = segments,
     .memory = MEMORY},
};

const struct scanbench_plugin scanbench_plugin = {
    SCANBENCH_PLUGIN_HEAD, "pairs", "1", "unknown", sizeof implementations / sizeof implementations[0],
    implementations};
