/* SPDX-License-Identifier: MIT */
/* The lists of scans and of reductions within a group. */
#ifndef SCANBENCH_LOCAL_SCANS_H
#define SCANBENCH_LOCAL_SCANS_H

#define M1_SCAN "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"
#define CUB_SCAN "NVIDIA CUB, BlockScan"

/* DO(name, NAME, the reduction that goes with it, spelling, axes of its own, whether it halves the group,
 * data flow, source, …) for each. */
#define FOR_EACH_LOCAL_SCAN(DO, ...)                                                                    \
    DO(raking, RAKING, raking, "raking", AXIS_BIT(AXIS_NETWORK), 0,                                     \
       "one simdgroup rakes contiguous words serially", M1_SCAN, __VA_ARGS__)                           \
    DO(cooperative, COOPERATIVE, cooperative, "cooperative", AXIS_BIT(AXIS_NETWORK), 0,                 \
       "every simdgroup scans in registers, then their sums are scanned", M1_SCAN, __VA_ARGS__)         \
    DO(blelloch, BLELLOCH, shared_tree, "blelloch", 0, 1, "up-sweep and down-sweep of a balanced tree", \
       "G. Blelloch, Prefix Sums and Their Applications (1990)", __VA_ARGS__)                           \
    DO(hillis_steele, HILLIS_STEELE, raking, "hillis-steele", 0, 0,                                     \
       "every thread adds the word at twice the distance, step by step",                                \
       "W. D. Hillis, G. L. Steele, Data Parallel Algorithms (1986)", __VA_ARGS__)                      \
    DO(cub_raking, CUB_RAKING, cub_raking, "cub-raking", AXIS_BIT(AXIS_NETWORK), 0,                     \
       "one simdgroup rakes padded words twice", CUB_SCAN, __VA_ARGS__)                                 \
    DO(cub_memoize, CUB_MEMOIZE, cub_raking, "cub-memoize", AXIS_BIT(AXIS_NETWORK), 0,                  \
       "one simdgroup rakes padded words and keeps them in registers", CUB_SCAN, __VA_ARGS__)           \
    DO(cub_warp_scans, CUB_WARP_SCANS, cub_warp, "cub-warp-scans", AXIS_BIT(AXIS_NETWORK), 0,           \
       "every simdgroup scans in registers, then every thread adds up their sums", CUB_SCAN, __VA_ARGS__)

#define LOCAL_NAMED(name, NAME, ...) LOCAL_##NAME,
enum local { FOR_EACH_LOCAL_SCAN(LOCAL_NAMED, ) LOCAL_COUNT };
#undef LOCAL_NAMED

#endif
