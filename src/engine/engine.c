/* SPDX-License-Identifier: MIT */
/* The engines of implementation/engine.def. */
#include "engine/engine.h"

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

unsigned engine_groups_at_once(uint64_t threads, uint64_t ring)
{
    enum { THREADS_AT_ONCE = 512 };
    return ring || threads > THREADS_AT_ONCE ? 1 : (unsigned)(THREADS_AT_ONCE / threads);
}

bool engine_runs_at_once(const struct point *point, unsigned multiprocessors, struct error *why)
{
    size_t (*const resident_groups)(const struct point *) = point->implementation->resident_groups;
    if (!resident_groups || multiprocessors == 0)
        return true;
    const unsigned each = engine_groups_at_once(point->threads_per_group, point->stages);
    const size_t groups = resident_groups(point), most = (size_t)multiprocessors * each;
    if (groups <= most)
        return true;
    return error_set(why, EXIT_USAGE,
                     "its %zu groups have to run at once, %u on each of %u multiprocessors: %zu do here",
                     groups, each, multiprocessors, most);
}
