/* SPDX-License-Identifier: MIT */
/* The emulate engine: the groups of a kernel spread over the workers, with timing. */
#ifndef SCANBENCH_EMULATE_H
#define SCANBENCH_EMULATE_H

#include "engine/engine.h"

extern const struct engine emulate_engine;

#endif
