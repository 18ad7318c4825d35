/* SPDX-License-Identifier: MIT */
/* The lists of scans and of reductions within a group. */
#ifndef SCANBENCH_LOCAL_SCANS_H
#define SCANBENCH_LOCAL_SCANS_H

#define M1_SCAN "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"
#define CUB_SCAN "NVIDIA CUB, BlockScan"

/* DO(name, NAME, the reduction that goes with it, spelling, axes of its own, whether it halves the group,
 * data flow, source, …) for each. */
#define FOR_EACH_LOCAL_SCAN(DO, ...)                                                                    \
    DO(raking, RAKING, RAKING, "raking", AXIS_BIT(AXIS_NETWORK), 0,                                     \
       "one simdgroup rakes contiguous words serially", M1_SCAN, __VA_ARGS__)                           \
    DO(cooperative, COOPERATIVE, COOPERATIVE, "cooperative", AXIS_BIT(AXIS_NETWORK), 0,                 \
       "every simdgroup scans in registers, then their sums are scanned", M1_SCAN, __VA_ARGS__)         \
    DO(blelloch, BLELLOCH, SHARED_TREE, "blelloch", 0, 1, "up-sweep and down-sweep of a balanced tree", \
       "G. Blelloch, Prefix Sums and Their Applications (1990)", __VA_ARGS__)                           \
    DO(hillis_steele, HILLIS_STEELE, RAKING, "hillis-steele", 0, 0,                                     \
       "every thread adds the word at twice the distance, step by step",                                \
       "W. D. Hillis, G. L. Steele, Data Parallel Algorithms (1986)", __VA_ARGS__)                      \
    DO(cub_raking, CUB_RAKING, CUB_RAKING, "cub-raking", AXIS_BIT(AXIS_NETWORK), 0,                     \
       "one simdgroup rakes padded words twice", CUB_SCAN, __VA_ARGS__)                                 \
    DO(cub_memoize, CUB_MEMOIZE, CUB_RAKING, "cub-memoize", AXIS_BIT(AXIS_NETWORK), 0,                  \
       "one simdgroup rakes padded words and keeps them in registers", CUB_SCAN, __VA_ARGS__)           \
    DO(cub_warp_scans, CUB_WARP_SCANS, CUB_WARP, "cub-warp-scans", AXIS_BIT(AXIS_NETWORK), 0,           \
       "every simdgroup scans in registers, then every thread adds up their sums", CUB_SCAN, __VA_ARGS__)

#define M1_REDUCE "M. Kieber-Emmons, Optimizing Parallel Reduction in Metal for Apple M1 (2021)"
#define CUB_REDUCE "NVIDIA CUB, BlockReduce"
#define HARRIS "M. Harris, Optimizing Parallel Reduction in CUDA"

/* DO(name, NAME, spelling, whether it halves the group, data flow, source, …) for each. */
#define FOR_EACH_LOCAL_REDUCE(DO, ...)                                                                      \
    DO(shared_tree, SHARED_TREE, "shared-tree", 1, "fold down to a simdgroup, then shuffles", M1_REDUCE,    \
       __VA_ARGS__)                                                                                         \
    DO(raking, RAKING, "raking", 0, "one simdgroup folds every 32nd word, then shuffles", M1_REDUCE,        \
       __VA_ARGS__)                                                                                         \
    DO(cooperative, COOPERATIVE, "cooperative", 0,                                                          \
       "every simdgroup reduces by shuffles, then one their sums", M1_REDUCE, __VA_ARGS__)                  \
    DO(cub_raking, CUB_RAKING, "cub-raking", 0,                                                             \
       "one simdgroup folds the others' words onto its own values, then shuffles", CUB_REDUCE, __VA_ARGS__) \
    DO(cub_warp, CUB_WARP, "cub-warp", 0,                                                                   \
       "every simdgroup reduces by shuffles, one thread adds up the sums", CUB_REDUCE, __VA_ARGS__)         \
    DO(interleaved_modulo, INTERLEAVED_MODULO, "interleaved-modulo", 1,                                     \
       "neighbours first, threads picked by a modulo", HARRIS, __VA_ARGS__)                                 \
    DO(interleaved_strided, INTERLEAVED_STRIDED, "interleaved-strided", 1,                                  \
       "neighbours first, by the lowest threads", HARRIS, __VA_ARGS__)                                      \
    DO(sequential, SEQUENTIAL, "sequential", 1, "the upper half onto the lower one, down to one word",      \
       HARRIS, __VA_ARGS__)

#define LOCAL_NAMED(name, NAME, ...) LOCAL_##NAME,
enum local { FOR_EACH_LOCAL_SCAN(LOCAL_NAMED, ) LOCAL_COUNT };
#undef LOCAL_NAMED
#define LOCAL_NAMED(name, NAME, ...) LOCAL_REDUCE_##NAME,
enum local_reduce { FOR_EACH_LOCAL_REDUCE(LOCAL_NAMED, ) LOCAL_REDUCE_COUNT };
#undef LOCAL_NAMED

#endif
