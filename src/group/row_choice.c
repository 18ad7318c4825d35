/* SPDX-License-Identifier: MIT */
/* The scan of rows by the rule of their length and the array's size: it has no kernel of its own. */
#include "group/group.h"

#include "base/memory.h"

#include <stdlib.h>

extern const struct implementation group_rows_subgroup, group_rows_group, group_row_loop, group_one_round,
    group_ahead;

/* What is taken in this order, of arrays and rows up to so many elements, if it can be: the values are of 4
 * bytes. As results/reference/h200/rows.json has them: up to 2 Mi elements no group waits for others where a
 * subgroup has whole rows; a row of one tile and a few elements leaves most of a second one empty; what one
 * round does not hold is read ahead. A device that promises no resident groups takes the last one. */
static const struct choice {
    const struct implementation *scan;
    uint64_t most, longest; /* 0: any */
    unsigned threads, values, stages, reducers;
} choices[] = {
    {&group_rows_subgroup, .most = 2 << 20, .threads = 256, .values = 8},
    {&group_rows_group, .threads = 128, .values = 8},
    {&group_rows_group, .threads = 256, .values = 8},
    {&group_row_loop, .longest = 4096, .threads = 256, .values = 8},
    {&group_one_round, .most = 2 << 20, .threads = 512, .values = 16},
    {&group_ahead, .threads = 128, .values = 28, .stages = 14, .reducers = 4},
    {&group_row_loop, .threads = 256, .values = 16},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

static struct point point_by(const struct point *point, const struct choice *choice)
{
    struct point there = *point;
    there.implementation = choice->scan;
    there.threads_per_group = choice->threads;
    there.values_per_thread = choice->values * sizeof(uint32_t) / dtype_size((enum dtype)point->dtype);
    there.lane_scan = point_has(&there, AXIS_LANE_SCAN) ? axis_default(AXIS_LANE_SCAN) : 0;
    there.stages = point_has(&there, AXIS_STAGES) ? choice->stages : 0;
    there.reducer_subgroups = point_has(&there, AXIS_REDUCER_SUBGROUPS) ? choice->reducers : 0;
    return there;
}

static bool applies(const struct choice *choice, const struct point *point, struct point *there)
{
    struct error why = {0};
    *there = point_by(point, choice);
    return (choice->most == 0 || point->n <= choice->most) &&
           (choice->longest == 0 || row_of(point) <= choice->longest) && choice->scan->supports(there, &why);
}

/* The first that applies: the last one always does. */
static struct point chosen(const struct point *point)
{
    struct point there;
    const struct choice *choice = choices;
    while (!applies(choice, point, &there))
        choice++;
    return there;
}

static bool supports(const struct point *point, struct error *why)
{
    return point->row_length > 0 || error_set(why, EXIT_USAGE, "it scans rows: row_length is at least 1");
}

/* What a device may come to. */
static size_t most_roundings(const struct point *point)
{
    size_t most = 0;
    for (size_t i = 0; i < CHOICES; i++) {
        struct point there;
        const size_t own = applies(&choices[i], point, &there) ? choices[i].scan->roundings(&there) : 0;
        most = own > most ? own : most;
    }
    return most;
}

/* The point that is run, and what its program has. */
struct taken {
    struct point point;
    void *state;
};

static struct run run_of(const struct run *run, const struct taken *taken)
{
    struct run own = *run;
    own.point = &taken->point;
    own.state = taken->state;
    return own;
}

static bool prepare(const struct run *run, void **state, struct error *why)
{
    struct taken *const taken = memory_array(1, sizeof *taken);
    for (size_t i = 0; i < CHOICES; i++) {
        if (!applies(&choices[i], run->point, &taken->point))
            continue;
        const struct run own = run_of(run, taken);
        *why = (struct error){0};
        if (choices[i].scan->prepare(&own, &taken->state, why)) {
            *state = taken;
            return true;
        }
        if (why->code != EXIT_USAGE)
            break;
    }
    free(taken);
    return false;
}

static void finish(void *state)
{
    struct taken *const taken = state;
    taken->point.implementation->finish(taken->state);
    free(taken);
}

static void run(const struct run *run)
{
    const struct taken *const taken = run->state;
    const struct run own = run_of(run, taken);
    taken->point.implementation->run(&own);
}

const struct implementation group_rows = {
    .name = "group/rows",
    .summary = "the scan of rows by groups that suits their length and the size",
    .source = "scanbench",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_GROUP,
    .deterministic = true,
    .axes = (GROUP_AXES & ~AXIS_BIT(AXIS_THREADS_PER_GROUP)) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) |
            AXIS_BIT(AXIS_ROW_LENGTH) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases = "n up to 2 Mi, and a row fits 256 elements of 4 bytes: group/rows-subgroup, T = 256, V = 8\n"
              "else a row fits 1024 or 2048 of them: group/rows-group, T = 128 or 256, V = 8\n"
              "else a row has at most 4096 elements: group/row-loop, T = 256, V = 8\n"
              "else n up to 2 Mi, and all tiles run at once: group/one-round, T = 512, V = 16\n"
              "else group/read-ahead, T = 128, V = 28, S = 14, R = 4; where a device refuses that, "
              "group/row-loop, T = 256, V = 16\n"
              "elements of 8 bytes: half of V",
    .preconditions = "row_length is at least 1",
    .costs_hold = ANY_SIZE "; loads and stores are those of the scan that it takes",
    .costs = COSTS({"launches", "1"}),
    .choose = chosen,
    .supports = supports,
    .roundings = most_roundings,
    .kernels = (const struct kernel_use[]){{0}}, /* none of its own */
    .prepare = prepare,
    .finish = finish,
    .run = run,
};
