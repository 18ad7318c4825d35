/* SPDX-License-Identifier: MIT */
/* Stream compaction and counting by one worker in one loop. */
#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

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

#define SERIAL(id, kind, title, flow, steps, traffic, work)                                               \
    const struct implementation id = {                                                                    \
        .name = title,                                                                                    \
        .summary = flow,                                                                                  \
        .source = "Parallel Stream Compaction: [4] Metadata Volume (2018)",                               \
        .primitive = kind,                                                                                \
        .family = FAMILY_SERIAL,                                                                          \
        .deterministic = true,                                                                            \
        .axes = AXIS_BIT(AXIS_SELECTIVITY) | ((kind) == PRIMITIVE_COMPACT ? AXIS_BIT(AXIS_IN_PLACE) : 0), \
        .dtypes = EVERY_DTYPE,                                                                            \
        .phases = steps,                                                                                  \
        .preconditions = "none",                                                                          \
        .costs_hold = ANY_SIZE,                                                                           \
        .costs = traffic,                                                                                 \
        .roundings = no_roundings,                                                                        \
        .run = work,                                                                                      \
    };

static const struct cost branch_costs[] = {{"reads", "n"}, {"writes", "k"}, {"branches", "n"}, {0}};
static const struct cost branchless_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost count_costs[] = {{"reads", "n"}, {0}};

SERIAL(serial_compact_branch, PRIMITIVE_COMPACT, "serial/branch", "one loop that copies the elements > 0",
       "one pass: a branch for each element, taken when it is > 0; its cost is that of its misses",
       branch_costs, branch_run)
SERIAL(serial_compact_branchless, PRIMITIVE_COMPACT, "serial/branchless",
       "one loop that copies every element and keeps its place unless it is > 0",
       "one pass: every element is written to the next place, which moves on when it is > 0",
       branchless_costs, branchless_run)
SERIAL(serial_count, PRIMITIVE_TALLY, "serial", "one loop that counts the elements > 0",
       "one pass: add the outcome of each comparison", count_costs, count_run)
