/* SPDX-License-Identifier: MIT */
/* The CPU implementations: the list that the registry reads. */
#ifndef SCANBENCH_CPU_IMPLEMENTATIONS_H
#define SCANBENCH_CPU_IMPLEMENTATIONS_H

#include "implementation/implementation.h"

/* DO(name) for each, in the order in which they are listed. */
/* clang-format off */
#define FOR_EACH_CPU_IMPLEMENTATION(DO) \
    DO(serial_scan) \
    DO(simd_scan_operators) \
    DO(simd_scan_intrinsics) \
    DO(simd_scan_windows) \
    DO(simd_scan_stream) \
    DO(simd_scan_vertical) \
    DO(simd_scan_tree) \
    DO(threads_scan_reduce_then_scan) \
    DO(threads_scan_published_stride) \
    DO(threads_scan_then_propagate) \
    DO(threads_scan_partitioned) \
    DO(threads_scan_chained) \
    DO(serial_tiled_scan) \
    DO(serial_reduce_strict) \
    DO(serial_reduce_memory) \
    DO(serial_reduce_reassociated) \
    DO(simd_reduce_operators) \
    DO(simd_reduce_intrinsics) \
    DO(threads_reduce_blocked) \
    DO(threads_reduce_atomic) \
    DO(serial_dot_strict) \
    DO(serial_dot_memory) \
    DO(serial_dot_reassociated) \
    DO(simd_dot_operators) \
    DO(simd_dot_intrinsics) \
    DO(simd_dot_fma) \
    DO(threads_dot_blocked) \
    DO(serial_compact_branch) \
    DO(serial_compact_branchless) \
    DO(simd_compact_compress) \
    DO(threads_compact_three_phase) \
    DO(threads_compact_single_pass) \
    DO(serial_count) \
    DO(simd_count) \
    DO(limit_copy) \
    DO(limit_copy_stream) \
    DO(limit_copy_stream_prefetch) \
    DO(limit_copy_rep) \
    DO(limit_memcpy) \
    DO(limit_read) \
    DO(limit_read_prefetch) \
    DO(limit_read2) \
    DO(limit_compact) \
    DO(limit_compact_prefetch)
/* clang-format on */

#define CPU_IMPLEMENTATION_DECLARE(name) extern const struct implementation name;
FOR_EACH_CPU_IMPLEMENTATION(CPU_IMPLEMENTATION_DECLARE)

#endif
