/* SPDX-License-Identifier: MIT */
/* The algorithms within a group: what each does and costs, and what groups require. */
#pragma once

#include "engine/engine.h"
#include "implementation/implementation.h"

#define M1_SCAN "M. Kieber-Emmons, Efficient Parallel Prefix Sum in Metal for Apple M1"
#define CUB_SCAN "NVIDIA CUB, BlockScan"
#define M1_REDUCE "M. Kieber-Emmons, Optimizing Parallel Reduction in Metal for Apple M1 (2021)"
#define CUB_REDUCE "NVIDIA CUB, BlockReduce"
#define HARRIS "M. Harris, Optimizing Parallel Reduction in CUDA"

/* By enum local: those that scan, and those that reduce. */
extern const struct local_algorithm scan_locals[LOCAL_COUNT];
extern const struct local_algorithm reduce_locals[LOCAL_COUNT];

/* True when the engine has kernels for the point's sizes and its local algorithm takes as many threads. */
bool locals_support(const struct point *point, struct error *why);

/* How kernels are built for a point: with the function of its local scan, of the reduction that goes with
 * that scan, or of its local reduction. */
void build_scan(const struct point *point, struct build *build);
void build_reduction_of_scan(const struct point *point, struct build *build);
void build_reduce(const struct point *point, struct build *build);
void build_reduce_that_waits(const struct point *point, struct build *build);

/* The same of kernels without a local function whose groups wait for each other. */
void build_that_waits(const struct point *point, struct build *build);

/* The function of a local algorithm that scans, and of one that reduces. */
extern const char *const local_scan_functions[LOCAL_COUNT];
extern const char *const local_reduce_functions[LOCAL_COUNT];

/* What a group needs of its threads: any number of subgroups, or halves of halves; and of its values. */
#define THREADS_ANY "threads_per_group is a multiple of 32 up to 1024"
#define THREADS_HALVED "threads_per_group is a power of two from 32 to 1024"
#define VALUES_ANY "values_per_thread is a power of two from 1 to 32"

/* Of those who wait for other groups. */
#define NEEDS_STARTED_TO_GO_ON \
    "\na group that has started goes on running: the device promises progress to resident groups\n"
#define NEEDS_PROGRESS \
    NEEDS_STARTED_TO_GO_ON "stores that come before a releasing atomic are seen after an acquiring one"
#define NEEDS_TAGS NEEDS_STARTED_TO_GO_ON "no fence: a word that has the number of the run has its value"

/* Of those whose groups all wait for those before them. */
#define ONE_ROUND                                                                                           \
    "\nall groups run at once, and are no more than a group has threads\n"                                  \
    "a multiprocessor of a device runs 512 threads of them, or 1024 where a thread holds at most 128 bytes" \
    "; at most 16 groups\nwith CUDA a launch leaves no room on it for more groups than have to run at once"

/* What groups that stay and read ahead ask for. */
#define AHEAD_SHAPES                                                                                \
    "threads_per_group is a multiple of 32; with those of the other roles there are at most 1024\n" \
    "values_per_thread is a whole number of 16 bytes"
#define AHEAD_RESIDENT                                                                           \
    "all P groups run beside each other: as many as workers, or multiprocessors; one on OpenCL " \
    "devices, which promise none; their last round is full where G is just below a multiple of P"

/* Where the costs of runs in levels hold: full tiles, and one level of partials. */
#define ONE_LEVEL "n = Gt with 1 < G <= t"
#define FULL_TILES "n = Gt with G > 0"
