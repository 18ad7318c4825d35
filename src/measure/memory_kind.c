/* SPDX-License-Identifier: MIT */
/* Where arrays lie: its kinds. What is on a device or on ranks follows what is on the host. */
#include "measure/memory_kind.h"

const struct memory_kind *const memory_kinds[MEMORY_KINDS] = {&host_memory, &device_memory, &ranks_memory};

const struct memory_kind *memory_kind_of(const struct point *point)
{
    if (point_on_ranks(point))
        return &ranks_memory;
    return point_on_device(point) ? &device_memory : &host_memory;
}
