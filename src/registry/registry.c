/* SPDX-License-Identifier: MIT */
/* The only list of implementations. */
#include "registry/registry.h"

#include "cpu/cpu_implementations.h"
#include "group/group_implementations.h"

#include <string.h>

#define ADDRESS(name) &name,
const struct implementation *const registry[] = {
    &serial_scan,
    &simd_scan_operators,
    &simd_scan_intrinsics,
    &simd_scan_windows,
    &simd_scan_stream,
    &simd_scan_vertical,
    &simd_scan_tree,
    &threads_scan_reduce_then_scan,
    &threads_scan_then_propagate,
    &threads_scan_partitioned,
    &threads_scan_chained,
    FOR_EACH_GROUP_IMPLEMENTATION(ADDRESS) & serial_tiled_scan,
    &serial_reduce_strict,
    &serial_reduce_memory,
    &serial_reduce_reassociated,
    &simd_reduce_operators,
    &simd_reduce_intrinsics,
    &threads_reduce_blocked,
    &threads_reduce_atomic,
    &serial_dot_strict,
    &serial_dot_memory,
    &serial_dot_reassociated,
    &simd_dot_operators,
    &simd_dot_intrinsics,
    &simd_dot_fma,
    &threads_dot_blocked,
    &serial_compact_branch,
    &serial_compact_branchless,
    &simd_compact_compress,
    &threads_compact_three_phase,
    &threads_compact_single_pass,
    &serial_count,
    &simd_count,
    &limit_copy,
    &limit_copy_stream,
    &limit_copy_rep,
    &limit_memcpy,
    &limit_read,
    &limit_read_prefetch,
    &limit_read2,
    &limit_compact,
};
const size_t registry_count = sizeof registry / sizeof registry[0];

const struct implementation *registry_find(enum primitive primitive, const char *name)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == primitive && strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}
