/* SPDX-License-Identifier: MIT */
/* The engines of implementation/engine.def. */
#include "engine/engine.h"

#include "base/divide.h"
#include "implementation/implementation.h"

static const struct engine *const engines[ENGINES] = {
#define ENGINE_ROW(NAME, name, place) [ENGINE_##NAME] = &name##_engine,
#include "implementation/engine.def"
#undef ENGINE_ROW
};

const struct engine *engine_of(const struct point *point)
{
    return engines[point->device ? point_engine(point) : ENGINE_EMULATE];
}

unsigned engine_groups_at_once(const struct point *point)
{
    enum { THREADS_AT_ONCE = 512, MORE_THREADS = 1024, HELD_BY_MORE = 128, MOST_GROUPS = 16 };
    const struct implementation *const implementation = point->implementation;
    const size_t held = (size_t)point->values_per_thread * (engine_beside_bytes(point) ? 2 : 1) *
                        dtype_size(dtype_accumulator((enum dtype)point->dtype));
    const uint64_t threads =
        implementation->holds_tiles && held <= HELD_BY_MORE ? MORE_THREADS : THREADS_AT_ONCE;
    const uint64_t groups = threads / point->threads_per_group;
    if (point->stages || groups == 0)
        return 1;
    return groups < MOST_GROUPS ? (unsigned)groups : MOST_GROUPS;
}

unsigned engine_groups_needed(const struct point *point, unsigned multiprocessors)
{
    size_t (*const resident_groups)(const struct point *) = point->implementation->resident_groups;
    const size_t groups = resident_groups ? resident_groups(point) : 0;
    return groups > multiprocessors ? (unsigned)divide_up(groups, multiprocessors) : 1;
}

bool engine_runs_at_once(const struct point *point, unsigned multiprocessors, struct error *why)
{
    size_t (*const resident_groups)(const struct point *) = point->implementation->resident_groups;
    if (!resident_groups || multiprocessors == 0)
        return true;
    const unsigned each = engine_groups_at_once(point);
    const size_t groups = resident_groups(point), most = (size_t)multiprocessors * each;
    if (groups <= most)
        return true;
    return error_set(why, EXIT_USAGE,
                     "its %zu groups have to run at once, %u on each of %u multiprocessors: %zu do here",
                     groups, each, multiprocessors, most);
}
