/* SPDX-License-Identifier: MIT */
/* The list of scans within a group, and the reduction that belongs to each. */
#ifndef SCANBENCH_LOCAL_SCANS_H
#define SCANBENCH_LOCAL_SCANS_H

#define M1_SCAN "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"

/* DO(name, NAME, reduction, spelling, axes of its own, whether it halves the group, data flow, source, …). */
#define FOR_EACH_LOCAL_SCAN(DO, ...)                                                                 \
    DO(raking, RAKING, raking, "raking", AXIS_BIT(AXIS_NETWORK), 0,                                  \
       "one simdgroup rakes contiguous words serially", M1_SCAN, __VA_ARGS__)                        \
    DO(cooperative, COOPERATIVE, cooperative, "cooperative", AXIS_BIT(AXIS_NETWORK), 0,              \
       "every simdgroup scans in registers, then their sums are scanned", M1_SCAN, __VA_ARGS__)      \
    DO(blelloch, BLELLOCH, blelloch, "blelloch", 0, 1, "up-sweep and down-sweep of a balanced tree", \
       "G. Blelloch, Prefix Sums and Their Applications (1990)", __VA_ARGS__)

#define LOCAL_NAMED(name, NAME, ...) LOCAL_##NAME,
enum local { FOR_EACH_LOCAL_SCAN(LOCAL_NAMED, ) LOCAL_COUNT };
#undef LOCAL_NAMED

#endif
