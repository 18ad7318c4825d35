/* SPDX-License-Identifier: MIT */
/* Stream compaction and counting by one worker in one loop. */
#include "cpu/serial_loops.h"
#include "implementation/implementation.h"

typedef size_t compact_loop(const void *input, void *output, size_t n);
typedef size_t count_loop(const void *input, size_t n);

#define COUNT_LOOP(type, name)                               \
    static size_t count_##name(const void *input_, size_t n) \
    {                                                        \
        const type *const input = input_;                    \
        size_t found = 0;                                    \
        for (size_t i = 0; i < n; i++)                       \
            found += input[i] > 0;                           \
        return found;                                        \
    }
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
    }
FOR_EACH_TYPE(LOOPS)
FOR_EACH_TYPE(COUNT_LOOP)
LOOPS(uint8_t, u8)
LOOPS(uint16_t, u16)
COUNT_LOOP(uint8_t, u8)
COUNT_LOOP(uint16_t, u16)

enum { BRANCH, BRANCHLESS };
#define NARROW_TABLE(loop)                                                               \
    {                                                                                    \
        FOR_EACH_DTYPE(TYPE_ENTRY, loop)[DTYPE_U8] = loop##_u8, [DTYPE_U16] = loop##_u16 \
    }
static compact_loop *const compact[][DTYPE_COUNT] = {NARROW_TABLE(branch), NARROW_TABLE(branchless)};
static count_loop *const count[DTYPE_COUNT] = NARROW_TABLE(count);

static void compact_run(const struct run *run)
{
    const struct point *const point = run->point;
    *run->count = compact[point->implementation->variant][point->dtype](run->input, run->output, point->n);
}

static void count_run(const struct run *run)
{
    *run->count = count[run->point->dtype](run->input, run->point->n);
}

#define SERIAL(id, kind, title, flow, steps, traffic, way, work)                                          \
    const struct implementation id = {                                                                    \
        .name = title,                                                                                    \
        .summary = flow,                                                                                  \
        .source = "Parallel Stream Compaction: [4] Metadata Volume (2018)",                               \
        .primitive = kind,                                                                                \
        .family = FAMILY_SERIAL,                                                                          \
        .deterministic = true,                                                                            \
        .axes = AXIS_BIT(AXIS_SELECTIVITY) | ((kind) == PRIMITIVE_COMPACT ? AXIS_BIT(AXIS_IN_PLACE) : 0), \
        .dtypes = EVERY_DTYPE | EVERY_NARROW,                                                             \
        .phases = steps,                                                                                  \
        .preconditions = "none",                                                                          \
        .costs_hold = ANY_SIZE,                                                                           \
        .costs = traffic,                                                                                 \
        .variant = way,                                                                                   \
        .run = work,                                                                                      \
    };

static const struct cost branch_costs[] = {{"reads", "n"}, {"writes", "k"}, {"branches", "n"}, {0}};
static const struct cost branchless_costs[] = {{"reads", "n"}, {"writes", "n"}, {0}};
static const struct cost count_costs[] = {{"reads", "n"}, {0}};

SERIAL(serial_compact_branch, PRIMITIVE_COMPACT, "serial/branch", "one loop that copies the elements > 0",
       "one pass: a branch for each element, taken when it is > 0; its cost is that of its misses",
       branch_costs, BRANCH, compact_run)
SERIAL(serial_compact_branchless, PRIMITIVE_COMPACT, "serial/branchless",
       "one loop that copies every element and keeps its place unless it is > 0",
       "one pass: every element is written to the next place, which moves on when it is > 0",
       branchless_costs, BRANCHLESS, compact_run)
SERIAL(serial_count, PRIMITIVE_TALLY, "serial", "one loop that counts the elements > 0",
       "one pass: add the outcome of each comparison", count_costs, 0, count_run)
