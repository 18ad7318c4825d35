/* SPDX-License-Identifier: MIT */
/* The engines of implementation/engine.def. */
#include "engine/engine.h"

#include "implementation/implementation.h"

#include <inttypes.h>

#define ENGINE_ROW(NAME, name, place) extern const struct engine name##_engine;
#include "implementation/engine.def"
#undef ENGINE_ROW

static const struct engine *const engines[ENGINES] = {
#define ENGINE_ROW(NAME, name, place) [ENGINE_##NAME] = &name##_engine,
#include "implementation/engine.def"
#undef ENGINE_ROW
};

const struct engine *engine_of(const struct point *point)
{
    return engines[point->engine ? point->engine : ENGINE_EMULATE];
}

bool engine_runs_at_once(const struct point *point, unsigned multiprocessors, struct error *why)
{
    size_t (*const resident_groups)(const struct point *) = point->implementation->resident_groups;
    if (!resident_groups || multiprocessors == 0 || resident_groups(point) <= multiprocessors)
        return true;
    return error_set(
        why, EXIT_USAGE,
        "its %zu groups have to run at once, one on each of %u multiprocessors: n is at most %" PRIu64
        " here",
        resident_groups(point), multiprocessors, multiprocessors * point_tile(point));
}
