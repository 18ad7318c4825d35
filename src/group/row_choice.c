/* SPDX-License-Identifier: MIT */
/* The scan and the reduction of rows by the rule of their length and the array's size: they have no kernels
 * of their own. */
#include "group/group.h"

#include "base/memory.h"

#include <stdlib.h>

extern const struct implementation group_rows_subgroup, group_rows_group, group_row_loop, group_one_round,
    group_ahead, group_reduce_rows_subgroup, group_reduce_row_loop, group_reduce_row_parts;

/* What is taken in this order if it can be: of arrays of at most so many elements, of rows of at least
 * `shortest` and at most `longest`, and of so few rows; the values are of 4 bytes. */
struct choice {
    const struct implementation *taken;
    uint64_t most, shortest, longest, rows; /* 0: any */
    unsigned threads, values, stages, reducers, groups;
};

/* As results/reference/h200/rows.json has them: up to 2 Mi elements no group waits for others where a
 * subgroup has whole rows; a row of one tile and a few elements leaves most of a second one empty; what one
 * round does not hold is read ahead. A device that promises no resident groups takes the last one. */
static const struct choice scans[] = {
    {&group_rows_subgroup, .most = 2 << 20, .threads = 256, .values = 8},
    {&group_rows_group, .threads = 128, .values = 8},
    {&group_rows_group, .threads = 256, .values = 8},
    {&group_row_loop, .longest = 4096, .threads = 256, .values = 8},
    {&group_one_round, .most = 2 << 20, .threads = 512, .values = 16},
    {&group_ahead, .threads = 128, .values = 28, .stages = 14, .reducers = 4},
    {&group_row_loop, .threads = 256, .values = 16},
    {0},
};

/* As docs/rows.md has them: a few long rows would leave most of a GPU idle, and are split as far as it keeps
 * the groups. */
static const struct choice reductions[] = {
    {&group_reduce_rows_subgroup, .most = 32 << 20, .threads = 128, .values = 16},
    {&group_reduce_rows_subgroup, .longest = 512, .threads = 128, .values = 32},
    {&group_reduce_row_loop, .longest = 1024, .threads = 128, .values = 8},
    {&group_reduce_row_loop, .longest = 2048, .threads = 128, .values = 16},
    {&group_reduce_row_loop, .longest = 4096, .threads = 256, .values = 16},
    {&group_reduce_row_parts, .shortest = 16385, .rows = 128, .threads = 256, .values = 32, .groups = 264},
    {&group_reduce_row_parts, .shortest = 16385, .rows = 32, .threads = 256, .values = 32, .groups = 64},
    {&group_reduce_row_loop, .threads = 512, .values = 16},
    {0},
};

static const struct choice *choices_of(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_SCAN ? scans : reductions;
}

static struct point point_by(const struct point *point, const struct choice *choice)
{
    struct point there = *point;
    there.implementation = choice->taken;
    there.threads_per_group = choice->threads;
    there.values_per_thread = choice->values * sizeof(uint32_t) / dtype_size((enum dtype)point->dtype);
    there.lane_scan = point_has(&there, AXIS_LANE_SCAN) ? axis_default(AXIS_LANE_SCAN) : 0;
    there.stages = point_has(&there, AXIS_STAGES) ? choice->stages : 0;
    there.reducer_subgroups = point_has(&there, AXIS_REDUCER_SUBGROUPS) ? choice->reducers : 0;
    there.groups = choice->groups;
    return there;
}

static bool applies(const struct choice *choice, const struct point *point, struct point *there)
{
    struct error why = {0};
    *there = point_by(point, choice);
    return (choice->most == 0 || point->n <= choice->most) && row_of(point) >= choice->shortest &&
           (choice->longest == 0 || row_of(point) <= choice->longest) &&
           (choice->rows == 0 || point->n <= choice->rows * row_of(point)) &&
           choice->taken->supports(there, &why);
}

/* The first that applies: the last one always does. */
static struct point chosen(const struct point *point)
{
    struct point there;
    const struct choice *choice = choices_of(point);
    while (!applies(choice, point, &there))
        choice++;
    return there;
}

static bool supports(const struct point *point, struct error *why)
{
    return point->row_length > 0 ||
           error_set(why, EXIT_USAGE, "it %s rows: row_length is at least 1",
                     point->implementation->primitive == PRIMITIVE_SCAN ? "scans" : "reduces");
}

/* What a device may come to. */
static size_t most_roundings(const struct point *point)
{
    size_t most = 0;
    for (const struct choice *choice = choices_of(point); choice->taken; choice++) {
        struct point there;
        const size_t own = applies(choice, point, &there) ? choice->taken->roundings(&there) : 0;
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
    for (const struct choice *choice = choices_of(run->point); choice->taken; choice++) {
        if (!applies(choice, run->point, &taken->point))
            continue;
        const struct run own = run_of(run, taken);
        *why = (struct error){0};
        if (choice->taken->prepare(&own, &taken->state, why)) {
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

#define CHOOSES                                                                                             \
    .name = "group/rows", .source = "scanbench", .family = FAMILY_GROUP, .deterministic = true,             \
    .dtypes = EVERY_DTYPE, .ops = EVERY_OP, .preconditions = "row_length is at least 1",                    \
    .costs_hold = ANY_SIZE "; loads and stores are those of what it takes",                                 \
    .costs = COSTS({"launches", "1"}), .choose = chosen, .supports = supports, .roundings = most_roundings, \
    .kernels = (const struct kernel_use[]){{0}}, /* none of its own */                                      \
        .prepare = prepare, .finish = finish, .run = run
#define CHOICE_AXES \
    ((GROUP_AXES & ~AXIS_BIT(AXIS_THREADS_PER_GROUP)) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_ROW_LENGTH))

const struct implementation group_rows = {
    CHOOSES,
    .primitive = PRIMITIVE_SCAN,
    .summary = "the scan of rows by groups that suits their length and the size",
    .axes = CHOICE_AXES | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_IN_PLACE),
    .phases = "n up to 2 Mi, and a row fits 256 elements of 4 bytes: group/rows-subgroup, T = 256, V = 8\n"
              "else a row fits 1024 or 2048 of them: group/rows-group, T = 128 or 256, V = 8\n"
              "else a row has at most 4096 elements: group/row-loop, T = 256, V = 8\n"
              "else n up to 2 Mi, and all tiles run at once: group/one-round, T = 512, V = 16\n"
              "else group/read-ahead, T = 128, V = 28, S = 14, R = 4; where a device refuses that, "
              "group/row-loop, T = 256, V = 16\n"
              "elements of 8 bytes: half of V",
};

const struct implementation group_reduce_rows = {
    CHOOSES,
    .primitive = PRIMITIVE_REDUCE,
    .summary = "the reduction of rows by groups that suits their length and number",
    .axes = CHOICE_AXES,
    .phases = "a row fits 512 elements of 4 bytes: group/rows-subgroup, T = 128, V = 16, or 32 if n is more "
              "than 32 Mi or 16 has no room\n"
              "else a row has at most 1024 or 2048 elements: group/row-loop, T = 128, V = 8 or 16\n"
              "else at most 4096: group/row-loop, T = 256, V = 16\n"
              "else more than 16 Ki, at most 128 rows, and all groups run at once: group/row-parts, T = 256, "
              "V = 32, G = 264, or of 32 rows G = 64\n"
              "else group/row-loop, T = 512, V = 16\n"
              "elements of 8 bytes: half of V",
};
