/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#pragma once

#include "engine/engine.h"

extern const struct engine emulate_engine;
