/* SPDX-License-Identifier: MIT */
/* The group implementations, for the registry. */
#ifndef SCANBENCH_GROUP_IMPLEMENTATIONS_H
#define SCANBENCH_GROUP_IMPLEMENTATIONS_H

#include "implementation/implementation.h"

/* DO(name) for the name of every object. */
#define FOR_EACH_GROUP_IMPLEMENTATION(DO) \
    DO(group_reduce_then_scan)            \
    DO(group_scan_then_propagate)         \
    DO(group_chained)                     \
    DO(group_lookback)                    \
    DO(group_fallback)                    \
    DO(group_tiled_naive)                 \
    DO(group_tiled_shared)                \
    DO(group_tiled_double_buffer)         \
    DO(group_tiled_warp)                  \
    DO(group_tiled_coarsened)             \
    DO(group_multilevel)                  \
    DO(group_atomic)                      \
    DO(group_dot_two_pass_device)         \
    DO(group_dot_two_pass_shared)         \
    DO(group_dot_two_pass_shuffle)        \
    DO(group_dot_two_pass_simd_sum)       \
    DO(group_dot_one_pass_shuffle)        \
    DO(group_dot_one_pass_simd_sum)       \
    DO(group_dot_one_pass_thread_counter) \
    DO(group_dot_one_pass_tagged)         \
    DO(group_count_sequence)              \
    DO(group_count_block)                 \
    DO(group_compact_sequence)            \
    DO(group_compact_block)               \
    DO(group_compact_lookback)            \
    DO(group_compact_aggregated_atomics)

#define DECLARE_GROUP_(name) extern const struct implementation name;
FOR_EACH_GROUP_IMPLEMENTATION(DECLARE_GROUP_)
#undef DECLARE_GROUP_

#endif
