/* SPDX-License-Identifier: MIT */
/* The CPU implementations, for the registry. */
#ifndef SCANBENCH_CPU_IMPLEMENTATIONS_H
#define SCANBENCH_CPU_IMPLEMENTATIONS_H

#include "implementation/implementation.h"

extern const struct implementation serial_scan, serial_tiled_scan, serial_reduce_strict, serial_reduce_memory,
    serial_reduce_reassociated, serial_dot_strict, serial_dot_memory, serial_dot_reassociated,
    serial_compact_branch, serial_compact_branchless, serial_count;

extern const struct implementation simd_scan_operators, simd_scan_intrinsics, simd_scan_windows,
    simd_scan_stream, simd_scan_vertical, simd_scan_tree, simd_reduce_operators, simd_reduce_intrinsics,
    simd_dot_operators, simd_dot_intrinsics, simd_dot_fma, simd_compact_compress, simd_count;

extern const struct implementation threads_scan_reduce_then_scan, threads_scan_published_stride,
    threads_scan_then_propagate, threads_scan_partitioned, threads_scan_chained, threads_reduce_blocked,
    threads_reduce_atomic, threads_dot_blocked, threads_compact_three_phase, threads_compact_single_pass;

extern const struct implementation limit_copy, limit_copy_stream, limit_copy_stream_prefetch,
    limit_compact_prefetch, limit_copy_rep, limit_memcpy, limit_read, limit_read_prefetch, limit_read2,
    limit_compact;

#endif
