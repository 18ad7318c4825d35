/* SPDX-License-Identifier: MIT */
/* Stream compaction and counting by one worker in one loop. */
#include "cpu/cpu_implementations.h"
#include "cpu/serial_loops.h"

typedef size_t compact_loop(const void *input, void *output, size_t n);
typedef size_t count_loop(const void *input, size_t n);

#define LOOPS(type, name)                                                        \
    static size_t branch_##name(const void *input_, void *output_, size_t n)     \
    {                                                                            \
        const type *const input = input_;                                        \
        type *const output = output_;                                            \
        size_t found = 0;                                                        \
        for (size_t i = 0; i < n; i++)                                           \
            if (input[i] > 0)                                                    \
                output[found++] = input[i];                                      \
        return found;                                                            \
    }                                                                            \
    static size_t branchless_##name(const void *input_, void *output_, size_t n) \
    {                                                                            \
        const type *const input = input_;                                        \
        type *const output = output_;                                            \
        size_t found = 0;                                                        \
        for (size_t i = 0; i < n; i++) {                                         \
            output[found] = input[i];                                            \
            found += input[i] > 0;                                               \
        }                                                                        \
        return found;                                                            \
    }                                                                            \
    static size_t count_##name(const void *input_, size_t n)                     \
    {                                                                            \
        const type *const input = input_;                                        \
        size_t found = 0;                                                        \
        for (size_t i = 0; i < n; i++)                                           \
            found += input[i] > 0;                                               \
        return found;                                                            \
    }
FOR_EACH_TYPE(LOOPS)

static compact_loop *const branch[DTYPE_COUNT] = TYPE_TABLE(branch);
static compact_loop *const branchless[DTYPE_COUNT] = TYPE_TABLE(branchless);
static count_loop *const count[DTYPE_COUNT] = TYPE_TABLE(count);

static void branch_run(const struct run *run)
{
    *run->count = branch[run->point->dtype](run->input, run->output, run->point->n);
}

static void branchless_run(const struct run *run)
{
    *run->count = branchless[run->point->dtype](run->input, run->output, run->point->n);
}

static void count_run(const struct run *run)
{
    *run->count = count[run->point->dtype](run->input, run->point->n);
}

static size_t no_roundings(const struct point *point)
{
    (void)point;
    return 0;
}

#define SERIAL(id, kind, title, flow, work)                                 \
    const struct implementation id = {                                      \
        .name = title,                                                      \
        .summary = flow,                                                    \
        .source = "Parallel Stream Compaction: [4] Metadata Volume (2018)", \
        .primitive = kind,                                                  \
        .family = FAMILY_SERIAL,                                            \
        .axes = AXIS_BIT(AXIS_SELECTIVITY),                                 \
        .dtypes = EVERY_DTYPE,                                              \
        .roundings = no_roundings,                                          \
        .run = work,                                                        \
    };

SERIAL(serial_compact_branch, PRIMITIVE_COMPACT, "serial/branch", "one loop that copies the elements > 0",
       branch_run)
SERIAL(serial_compact_branchless, PRIMITIVE_COMPACT, "serial/branchless",
       "one loop that copies every element and keeps its place unless it is > 0", branchless_run)
SERIAL(serial_count, PRIMITIVE_TALLY, "serial", "one loop that counts the elements > 0", count_run)
