/* SPDX-License-Identifier: MIT */
/* A ring of tiles on a CPU core: one slot, since nothing is ahead of the core itself. For dialect_cpu.h. */
#pragma once

#define RING_LOAD(name, round, buffer, tile, n) \
    subgroup_load_rows(name, buffer, EXTENT(n, (tile)*THREADS *VALUES), (uint)SUBGROUPS *VALUES, LAUNCH_FLIP)
#define RING_STORE(name, round, buffer, tile, n) \
    ring_store_tile(buffer, name, EXTENT(n, (tile)*THREADS *VALUES), THREADS *VALUES, LAUNCH_FLIP)
#define RING_STORE_PART(name, round, buffer, at, count) ring_store((buffer) + (at), name, count, LAUNCH_FLIP)
#include "engine/ring_of_one.h"

static UNUSED inline void ring_store(out_elem *restrict to, const elem *restrict slot, size count,
                                     elem_bits flip)
{
    for (size i = 0; i < count; i++)
        to[i] = NARROWED(cpu_flipped(slot[i], flip));
}

static UNUSED inline void ring_store_tile(out_elem *restrict buffer, const elem *restrict slot,
                                          struct extent at, size count, elem_bits flip)
{
    if (extent_is_whole(at, count))
        ring_store(buffer + at.begin, slot, count, flip);
    else
        for (size i = 0; i < count; i++)
            if (extent_place(at, i) < at.n)
                buffer[extent_place(at, i)] = NARROWED(cpu_flipped(slot[i], flip));
}
