/* SPDX-License-Identifier: MIT */
/* Device models: what an execution of kernels may rely on. */
#pragma once

#include "kernels/lanes.h"
#include "problem/element.h"

#include <stddef.h>
#include <stdint.h>

/* Which groups are sure to make progress. */
enum progress {
    PROGRESS_NONE, /* an adversary may stay on a group that polls */
    PROGRESS_HSA,  /* the lowest unfinished group id */
    PROGRESS_OBE,  /* occupancy-bound execution: all groups that have started */
    PROGRESS_FAIR, /* all groups */
    PROGRESS_COUNT,
};
extern const char *const progress_names[PROGRESS_COUNT];

/* When other groups see a plain store to an exchange buffer. */
enum visibility {
    VISIBILITY_IMMEDIATE,
    VISIBILITY_FENCE,  /* after the writer's next device fence or releasing atomic */
    VISIBILITY_WINDOW, /* after `window` later groups have retired */
    VISIBILITY_KERNEL_END,
    VISIBILITY_COUNT,
};
extern const char *const visibility_names[VISIBILITY_COUNT];

/* In what order groups start. */
enum group_order {
    ORDER_ASCENDING,
    ORDER_DESCENDING,
    ORDER_RANDOM, /* seeded; groups are also interrupted at random where they touch exchange buffers */
    ORDER_COUNT,
};
extern const char *const order_names[ORDER_COUNT];

enum device_atomics {
    ATOMICS_INT32 = 1,
    ATOMICS_FLOAT32 = 2,
    ATOMICS_INT64 = 4,
    ATOMICS_ACQUIRE_RELEASE = 8,
};

enum { ANY_SHARED = 1 << 30 }; /* bytes: more than a kernel asks for */

struct device {
    char name[64];
    unsigned simd_width; /* 32: the kernels' */
    bool simd_lockstep;  /* the lanes of a subgroup need no barrier between them */
    unsigned max_threads_per_group;
    size_t shared_bytes;
    unsigned banks, bank_bytes;
    unsigned orders;         /* bits 1 << enum group_order: those that may happen */
    uint64_t order_seed;     /* of ORDER_RANDOM */
    size_t resident_threads; /* 0: one group a worker */
    enum progress progress;
    enum visibility visibility;
    unsigned window;
    bool device_fence;
    unsigned atomics; /* enum device_atomics */
    unsigned dtypes;  /* bits 1 << enum dtype: the element types that it has */
    unsigned segment_bytes;
};

/* The built-in model of this name, or NULL. */
const struct device *device_find(const char *name);

/* The names of the built-in models, NULL after the last. */
extern const char *const device_models[];

/* The groups of `threads` threads that are resident at once, of `groups`. */
size_t device_resident_groups(const struct device *device, unsigned threads, size_t groups, unsigned workers);
