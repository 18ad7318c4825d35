/* SPDX-License-Identifier: MIT */
/* The engines of implementation/engine.def. */
#include "engine/engine.h"

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
