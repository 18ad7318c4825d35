/* SPDX-License-Identifier: MIT */
/* The values of axes that an implementation is checked with. */
#include "check/cases.h"

#include "implementation/distribution.h"

/* The values of an axis: those that a small part combines, the ends that it has alone, and the rest. */
struct case_values {
    unsigned usual, ends, count;
    uint64_t value[16];
};
static const struct case_values case_values[AXIS_COUNT] = {
    [AXIS_THREADS_PER_GROUP] = {2, 1, 4, {256, 32, 1024, 64}}, /* a group of several subgroups first */
    [AXIS_VALUES_PER_THREAD] = {2, 1, 6, {4, 1, 32, 2, 8, 16}},
    [AXIS_STAGES] = {2, 1, 3, {7, 2, 64}},
    [AXIS_REDUCER_SUBGROUPS] = {1, 2, 3, {2, 1, 16}},
    [AXIS_UNROLL] = {4, 0, 4, {1, 2, 4, 8}},
    [AXIS_WORKERS] = {2, 1, 4, {1, 2, CASE_WORKERS, 3}},
    [AXIS_VECTOR_WIDTH] = {3, 0, 3, {1, 2, 4}},
    [AXIS_GROUPS] = {4, 0, 4, {1, 2, 5, MANY_GROUPS}},
    /* The whole array; lanes that belong to several rows; primes, of some tiles and of several groups; some
     * rows of lanes; some lanes of a register; as long as some arrays, and longer than all. */
    [AXIS_ROW_LENGTH] = {7, 4, 16, {0, 7, 64, 1021, 2053, 256, 2, 4, 8, 1, 3, 200003, 16, 17, 129, 4097}},
};
/* Of tiles that come through a ring in shared memory: whole accesses of 16 bytes, of scans 128 at most. */
static const struct case_values ring_values = {2, 3, 6, {4, 28, 2, 32, 112, 12}};
static const struct case_values parts = {3, 0, 3, {0, SELECTIVITY_ONE / 3, SELECTIVITY_ONE}};

void list_copy(struct list *list, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        list->value[list->count++] = from[i];
}

static void list_bits(struct list *list, unsigned bits)
{
    for (unsigned bit = 0; bit < 32; bit++)
        if (bits & 1u << bit)
            list->value[list->count++] = bit;
}

/* A small part has the best one, and beside it the least. */
static void list_isas(struct list *list, const struct case_extent *extent)
{
    const enum isa only = extent->isa ? extent->isa : extent->smoke ? isa_best() : ISA_NONE;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        if (only ? isa == only : isa_available(isa))
            list->value[list->count++] = isa;
    for (enum isa isa = ISA_NONE + 1; !extent->isa && extent->smoke && isa < only; isa++)
        if (isa_available(isa) && list->count == 1)
            list->value[list->count++] = isa;
    list->usual = extent->smoke ? 1 : list->count;
}

static void list_range(struct list *list, uint64_t first, uint64_t last)
{
    for (uint64_t value = first; value <= last; value++)
        list->value[list->count++] = value;
}

/* Those of the CPU, or of the device. */
static void list_nodes(struct list *list, enum engines engine)
{
    for (uint64_t node = NODE_NONE + 1; node < NODES; node++)
        if (node_engine(node) == engine)
            list->value[list->count++] = node;
}

static void list_locals(struct list *list, const struct implementation *implementation)
{
    for (unsigned local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
        if (implementation_local(implementation, local))
            list->value[list->count++] = local;
}

static void list_values(struct list *list, const struct case_values *values, bool smoke)
{
    list_copy(list, values->value, smoke ? values->usual + values->ends : values->count);
    list->usual = values->usual;
}

static void list_axis(const struct walk *walk, enum axis axis, struct list *list)
{
    const struct implementation *const implementation = walk->implementation;
    const bool smoke = walk->extent->smoke;
    if (walk->extent->device && axis == AXIS_DEVICE)
        list->value[list->count++] = walk->extent->device;
    else if (walk->extent->fixed_axes & AXIS_BIT(axis))
        list->value[list->count++] = axis_info[axis].fallback;
    else if (axis == AXIS_DTYPE)
        list_bits(list, implementation->dtypes);
    else if (axis == AXIS_OP)
        list_bits(list, implementation->ops);
    else if (axis == AXIS_SCAN_MODE)
        list_bits(list, 1u << MODE_EXCLUSIVE | 1u << MODE_INCLUSIVE);
    else if (axis == AXIS_DIRECTION)
        list_range(list, DIRECTION_FORWARD, implementation->reverses ? DIRECTION_REVERSE : DIRECTION_FORWARD);
    else if (axis == AXIS_ISA)
        list_isas(list, walk->extent);
    else if (axis == AXIS_GROUP_ALGORITHM)
        list_locals(list, implementation);
    else if (axis == AXIS_RANKS && walk->extent->ranks)
        list_range(list, 1, walk->extent->ranks < CASE_RANKS ? walk->extent->ranks : CASE_RANKS);
    else if (axis == AXIS_RANK_ALGORITHM)
        list_nodes(list, device_engine(walk->extent->device));
    else if (axis == AXIS_SCHEDULE || axis == AXIS_ARRANGEMENT || axis == AXIS_LANE_SCAN ||
             axis == AXIS_BROADCAST || (axis == AXIS_COLLECTIVE && walk->extent->ranks))
        list_range(list, 1, axis_info[axis].count - 1);
    else if (axis == AXIS_ROW_LENGTH && !(implementation->axes & AXIS_BIT(AXIS_ROW_LENGTH)))
        list->value[list->count++] = 0;
    else if (axis == AXIS_VALUES_PER_THREAD && implementation->axes & AXIS_BIT(AXIS_STAGES))
        list_values(list, &ring_values, smoke);
    else if (axis == AXIS_SELECTIVITY && implementation->primitive == PRIMITIVE_COPY_PART)
        list_values(list, &parts, smoke);
    else if (case_values[axis].count)
        list_values(list, &case_values[axis], smoke);
    else
        list->value[list->count++] = axis_info[axis].fallback;
}

bool list_axes(struct walk *walk)
{
    const enum engines engine = device_engine(walk->extent->device);
    const bool has_nodes = walk->implementation->axes & AXIS_BIT(AXIS_RANK_ALGORITHM);
    const struct point any = {.implementation = walk->implementation,
                              .device = has_nodes ? DEVICE_NONE : walk->extent->device};
    if (!implementation_runs_on(walk->implementation, engine) && !(has_nodes && engine))
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        struct list *const list = &walk->axis[axis];
        if (point_has(&any, axis))
            list_axis(walk, axis, list);
        if (!list->count)
            list->value[list->count++] = 0;
        if (!list->usual || list->usual > list->count)
            list->usual = list->count;
    }
    return !point_has(&any, AXIS_ISA) || walk->axis[AXIS_ISA].value[0] != ISA_NONE;
}
