/* SPDX-License-Identifier: MIT */
/* A ring of tiles in the model: one slot, whose tiles come and go without the threads, which the counts of
 * shared memory leave out. For dialect_model.h. */
#pragma once

#define WIDE model_wide_elements()
#define WIDE_AT(name, i) (name).part[i]
#define TAKE_WIDE(name, ring, round, at) \
    const struct model_wide name = model_take_wide(ring, ((void)(round), (at)), SITE)
#define NEW_WIDE(name) struct model_wide name
#define LEAVE_WIDE(ring, round, at, name) model_leave_wide(ring, ((void)(round), (at)), &(name), SITE)
#define RING_BARRIER model_ring_wait()
#define RING_LOAD(name, round, buffer, tile, n) \
    model_ring_load(name, buffer, (tile)*THREADS *VALUES, n, THREADS *VALUES)
#define RING_STORE_PART(name, round, buffer, at, count) model_ring_store(buffer, name, at, count)
#include "engine/ring_of_one.h"
