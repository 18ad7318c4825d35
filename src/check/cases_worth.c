/* SPDX-License-Identifier: MIT */
/* Which combinations of values are worth a case. */
#include "check/cases.h"

enum { MANY_ROWS = 64, FEW_CHANGES = 2, SEVERAL_CHANGES = 3 };

void count_changes(struct places *places)
{
    unsigned of_problem = 0;
    places->changes = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        places->changes += places->at[axis] > 0;
        of_problem += places->at[axis] > 0 && axis_info[axis].of_problem;
    }
    places->of_problem = places->changes == of_problem;
}

/* A device compiles for most axes: the first value of all but one, where every operator comes with every
 * element type, and every algorithm within a group with every size of groups and every network. */
static bool is_worth_compiling(const unsigned char *at, bool smoke)
{
    const int dtype = at[AXIS_DTYPE] > 0, op = at[AXIS_OP] > 0, values = at[AXIS_VALUES_PER_THREAD] > 0;
    const int load = at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] > 0, local = at[AXIS_GROUP_ALGORITHM] > 0;
    const int group = (at[AXIS_THREADS_PER_GROUP] > 0) + (at[AXIS_LANE_SCAN] > 0);
    const int others = (smoke ? dtype + op : dtype | op) + values + load + (at[AXIS_DIRECTION] > 0);
    return others == 0 ? group + (smoke ? local : 0) <= 1 : others == 1 && group + local == 0;
}

/* More groups than a group has threads, so that one of them folds what all have left in more than one step:
 * with the usual values, loads and networks. */
static bool has_too_many(const struct walk *walk, const unsigned char *at)
{
    const uint64_t groups_here = walk->axis[AXIS_GROUPS].value[at[AXIS_GROUPS]];
    const uint64_t threads = walk->axis[AXIS_THREADS_PER_GROUP].value[at[AXIS_THREADS_PER_GROUP]];
    const size_t others =
        at[AXIS_VALUES_PER_THREAD] + at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] + at[AXIS_LANE_SCAN];
    return groups_here == MANY_GROUPS && (threads >= MANY_GROUPS || others > 0);
}

/* A small part of the cases on ranks: every way that they work together, at the first values of the others;
 * each other value on most of them, with each of these ways. */
static bool is_of_small_part_on_ranks(const struct walk *walk, const unsigned char *at)
{
    const unsigned ways = (at[AXIS_COLLECTIVE] > 0) + (at[AXIS_SCHEDULE] > 0);
    unsigned changes = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        changes += at[axis] > 0 && axis != AXIS_RANKS && axis != AXIS_COLLECTIVE && axis != AXIS_SCHEDULE;
    return changes == 0 || (changes == 1 && ways <= 1 && at[AXIS_RANKS] + 1u == walk->axis[AXIS_RANKS].count);
}

/* A small part of the cases: every problem at the first values of the others, and few values that are not the
 * first ones of their axes; an end of an axis with no other. */
static bool is_of_small_part(const struct walk *walk, const struct places *places)
{
    bool end = false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        end |= places->at[axis] >= walk->axis[axis].usual;
    const unsigned most = walk->implementation->kernels ? FEW_CHANGES : SEVERAL_CHANGES;
    return end ? places->changes == 1 : places->changes <= most || places->of_problem;
}

static bool is_worth_rows(const struct walk *walk, const unsigned char *at)
{
    const bool is_best = walk->extent->smoke || at[AXIS_ISA] + 1u == walk->axis[AXIS_ISA].count;
    return is_best && at[AXIS_UNROLL] + at[AXIS_DIRECTION] == 0 &&
           at[AXIS_WORKERS] < walk->axis[AXIS_WORKERS].usual + 1;
}

/* Loads, networks and broadcasts change little code: any but the usual ones come with one operator, mode and
 * ISA; rows with every operator, mode and element type, one ISA and the usual values of the rest. */
bool is_worth(const struct walk *walk, const struct places *places)
{
    const unsigned char *const at = places->at;
    if (walk->extent->device && walk->implementation->kernels && !is_worth_compiling(at, walk->extent->smoke))
        return false;
    if (walk->extent->smoke &&
        !(walk->extent->ranks ? is_of_small_part_on_ranks(walk, at) : is_of_small_part(walk, places)))
        return false;
    if (has_too_many(walk, at) || (at[AXIS_ROW_LENGTH] > 0 && !is_worth_rows(walk, at)))
        return false;
    if (at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] + at[AXIS_LANE_SCAN] + at[AXIS_BROADCAST] == 0)
        return true;
    return at[AXIS_OP] + at[AXIS_SCAN_MODE] == 0 &&
           (walk->extent->smoke || at[AXIS_ISA] + 1u == walk->axis[AXIS_ISA].count);
}

/* Of a small part, what differs from the usual values is counted, data other than the usual too: where
 * several axes differ already, and not of the problem alone, there is no other data. */
static bool is_data_of_small_part(const struct walk *walk, const struct places *places, enum case_data data)
{
    const unsigned changes = places->changes + (data != CASE_EXACT);
    return !walk->extent->smoke || changes <= SEVERAL_CHANGES || places->of_problem;
}

/* Ranks are judged by exact data; a small part has the kinds of it that differ within a block where nothing
 * else differs. */
bool is_worth_data(const struct walk *walk, const struct places *places, enum case_data data)
{
    const unsigned char *const at = places->at;
    if (!walk->extent->ranks)
        return is_data_of_small_part(walk, places, data);
    if (data == CASE_EXACT || data == CASE_PREFIXED)
        return true;
    if (data == CASE_GRIDDED || data == CASE_NAN || data == CASE_INFINITY)
        return false;
    const size_t others =
        at[AXIS_DTYPE] + at[AXIS_OP] + at[AXIS_SCAN_MODE] + at[AXIS_RANK_ALGORITHM] + at[AXIS_COLLECTIVE];
    return !walk->extent->smoke || others == 0;
}

/* Whether its groups go through rows, each through its own: the whole array is refused, and a row may be
 * longer than a tile. */
static bool has_row_a_group(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct point whole = *point, longer = *point;
    struct error why = {0};
    whole.row_length = 0;
    longer.row_length = longer.n = point_tile(point) + 1;
    return implementation->supports && !implementation->supports(&whole, &why) &&
           implementation->supports(&longer, &why);
}

/* More groups with a row each show nothing that these do not, and take a full tile each: a small part does
 * without them. */
bool has_too_many_rows(const struct walk *walk, const struct point *point)
{
    return walk->extent->smoke && walk->implementation->kernels && point->row_length > 0 &&
           point->n / point->row_length > MANY_ROWS && has_row_a_group(point);
}
