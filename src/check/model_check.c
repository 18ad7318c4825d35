/* SPDX-License-Identifier: MIT */
/* What groups do, checked in the model of a GPU: races that an engine which runs the threads of a group one
 * after the other cannot have. */
#include "check/check.h"

#include "engine/model/model_point.h"
#include "implementation/local.h"

/* So many that every slot of a ring is used again. */
enum { TILES = 7 };

struct model_walk {
    const struct checker_options *options;
    struct checker_result *result; /* NULL: they are only counted */
    struct error *error;
    size_t count;
};

static bool is_mistake(enum model_verdict verdict)
{
    return verdict == MODEL_STARVED || verdict == MODEL_WRONG || verdict == MODEL_HAZARD;
}

/* A GPU whose lanes run in step only for what is published as right nowhere else. */
static struct device device_for(const struct point *point)
{
    const struct local_algorithm *const local =
        implementation_local(point->implementation, point->group_algorithm);
    struct device device = *device_find("cuda");
    device.simd_lockstep = local && local->lockstep;
    return device;
}

static bool run_in_model(struct model_walk *walk, const struct point *point)
{
    const struct device device = device_for(point);
    const struct model_conditions conditions = {&device, ORDER_ASCENDING, walk->options->seed};
    struct model_result result;
    checker_begin_case(walk->options, walk->result, point, CASE_EXACT);
    if (!model_point_run(&result, point, &conditions, walk->error))
        return false;
    if (is_mistake(result.verdict))
        checker_note_wrong(walk->result, "in the model of a GPU", result.message);
    return true;
}

/* Each combination of the axes once, with a size of its own. */
static bool visit(void *context, const struct point *point, enum case_data data)
{
    struct model_walk *const walk = context;
    if (point->n > 0 || data != CASE_EXACT)
        return true;
    const struct implementation *const implementation = point->implementation;
    struct point larger = *point;
    struct error why = {0};
    larger.n = TILES * point_tile(point) + 1;
    if (implementation->supports && !implementation->supports(&larger, &why))
        return true; /* its rows are too many */
    walk->count++;
    return !walk->result || run_in_model(walk, &larger);
}

/* Races do not depend on what the elements are. */
static bool walk_all(const struct implementation *implementation, struct model_walk *walk)
{
    struct case_extent extent = walk->options->extent;
    if (extent.device || extent.ranks)
        return true;
    extent.smoke = true;
    extent.device = DEVICE_MODEL_CUDA;
    extent.fixed_axes |= AXIS_BIT(AXIS_DTYPE) | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE);
    return cases_walk(implementation, &extent, visit, walk);
}

bool model_check_run(const struct implementation *implementation, const struct checker_options *options,
                     struct checker_result *result, struct error *error)
{
    return walk_all(implementation, &(struct model_walk){options, result, error, 0});
}

size_t model_check_count(const struct implementation *implementation, const struct checker_options *options)
{
    struct model_walk walk = {.options = options};
    walk_all(implementation, &walk);
    return walk.count;
}
