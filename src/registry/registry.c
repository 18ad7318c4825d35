/* SPDX-License-Identifier: MIT */
/* The only list of implementations. */
#include "registry/registry.h"

#include "cpu/cpu_implementations.h"
#include "group/group_implementations.h"

#include <string.h>

#define ADDRESS(name) &name,
const struct implementation *const registry[] = {
    &serial_scan, &simd_scan_operators, &threads_reduce_then_scan,
    &limit_copy,  &limit_memcpy,        FOR_EACH_GROUP_IMPLEMENTATION(ADDRESS)};
const size_t registry_count = sizeof registry / sizeof registry[0];

const struct implementation *registry_find(enum primitive primitive, const char *name)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == primitive && strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}
