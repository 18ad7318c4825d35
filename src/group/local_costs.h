/* SPDX-License-Identifier: MIT */
/* The algorithms within a group: what each does, step by step, and what it costs with one full tile. */
#ifndef SCANBENCH_LOCAL_COSTS_H
#define SCANBENCH_LOCAL_COSTS_H

#include "group/local_scans.h"
#include "implementation/cost.h"

/* Of each scan and each reduction, once the threads' totals are ready. */
#define DECLARE_SCAN_COSTS_(name, ...) extern const struct cost scan_##name##_costs[];
FOR_EACH_LOCAL_SCAN(DECLARE_SCAN_COSTS_, )
#undef DECLARE_SCAN_COSTS_
#define DECLARE_REDUCE_COSTS_(name, ...) extern const struct cost reduce_##name##_costs[];
FOR_EACH_LOCAL_REDUCE(DECLARE_REDUCE_COSTS_, )
#undef DECLARE_REDUCE_COSTS_

#define SCAN_STEPS_raking                                                                               \
    "in a group: every thread stores its total; each lane of the first simdgroup scans S neighbouring " \
    "words in place, the simdgroup scans the lanes' sums, each lane adds what precedes its words; "     \
    "every thread reads its prefix"
#define SCAN_STEPS_cooperative                                                                          \
    "in a group: every simdgroup scans its totals in registers, last lanes store the sums; the first "  \
    "simdgroup scans these, lanes past them holding the identity; every thread adds what precedes its " \
    "simdgroup"
#define SCAN_STEPS_blelloch                                                                           \
    "in a group: totals are summed up a balanced tree in shared memory, the root is cleared, and on " \
    "the way down each node hands its prefix to both children; every thread reads its own"
#define SCAN_STEPS_hillis_steele                                                                           \
    "in a group: in log2 T rounds every word of shared memory takes the one 1, 2, 4, … below it; every " \
    "thread reads the word before its own"
#define SCAN_STEPS_cub_raking                                                                         \
    "in a group: every thread stores its total, with padding; each lane of the first simdgroup sums " \
    "S neighbouring words, the simdgroup scans the sums, each lane reads its words again and leaves " \
    "prefixes in their place; every thread reads its own"
#define SCAN_STEPS_cub_memoize \
    "in a group: as cub-raking, but each lane keeps its words in registers between the two passes"
#define SCAN_STEPS_cub_warp_scans                                                                  \
    "in a group: every simdgroup scans its totals in registers, last lanes store the sums; every " \
    "thread adds up all the sums and keeps what precedes its own simdgroup"

#define REDUCE_STEPS_shared_tree                                                                        \
    "in a group: totals are folded in shared memory, the upper half onto the lower, down to 64 words, " \
    "once more without a group barrier to 32, which shuffles fold"
#define REDUCE_STEPS_raking                                                                         \
    "in a group: every thread stores its total; each lane of the first simdgroup folds every 32nd " \
    "word onto its own in place; shuffles finish"
#define REDUCE_STEPS_cooperative                                                                       \
    "in a group: every simdgroup folds its totals by shuffles, first lanes store the sums; the first " \
    "simdgroup folds these, lanes past them holding the identity"
#define REDUCE_STEPS_cub_raking                                                                        \
    "in a group: all but the first simdgroup store their totals; its lanes fold every 32nd word onto " \
    "their own; shuffles finish"
#define REDUCE_STEPS_cub_warp                                                                          \
    "in a group: every simdgroup folds its totals by shuffles, first lanes store the sums; the first " \
    "thread adds these up"
#define REDUCE_STEPS_interleaved_modulo                                                                     \
    "in a group: neighbouring words of shared memory are joined, then sums two apart, four apart, …, by " \
    "the threads whose number the distance divides"
#define REDUCE_STEPS_interleaved_strided                                                                    \
    "in a group: neighbouring words of shared memory are joined, then sums two apart, four apart, …, by " \
    "the lowest threads"
#define REDUCE_STEPS_sequential \
    "in a group: the upper half of the words in shared memory is joined to the lower one, down to one"

/* What a group needs of its threads: any number of simdgroups, or halves of halves. */
#define THREADS_ANY "threads_per_group is a multiple of 32 up to 1024"
#define THREADS_HALVED "threads_per_group is a power of two from 32 to 1024"
#define VALUES_ANY "values_per_thread is a power of two from 1 to 32"
#define THREADS_OF(halving, more) \
    ((halving) ? THREADS_HALVED "\n" VALUES_ANY more : THREADS_ANY "\n" VALUES_ANY more)

/* Of those who wait for other groups. */
#define NEEDS_PROGRESS                                                                              \
    "\na group that has started goes on running: the device promises progress to resident groups\n" \
    "stores that come before a releasing atomic are seen behind an acquiring one"

/* Where the costs of runs in levels hold: full tiles, and one level of partials. */
#define ONE_LEVEL "n = Gt with 1 < G <= t"
#define FULL_TILES "n = Gt with G > 0"

#endif
