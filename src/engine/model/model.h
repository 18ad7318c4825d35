/* SPDX-License-Identifier: MIT */
/* The model engine: kernels run exactly, one group at a time, under a device model; what they cost is
 * counted, what they may not do is reported. */
#pragma once

#include "engine/engine.h"
#include "kernels/lanes.h"
#include "kernels/launch.h"
#include "problem/element.h"

#include <stddef.h>
#include <stdint.h>

/* ---- Device models: what an execution of kernels may rely on (device.c) */

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

/* What is counted, in the order of the result columns. */
enum counter {
    COUNTER_ADDS, /* lanes that execute the operator */
    COUNTER_SUBS,
    COUNTER_MULTIPLIES,
    COUNTER_SHUFFLES,     /* a subgroup */
    COUNTER_SHARED_LOADS, /* lanes */
    COUNTER_SHARED_STORES,
    COUNTER_BANK_CONFLICTS, /* a subgroup access: the most distinct words in one bank, less 1 */
    COUNTER_BARRIERS,       /* a group */
    COUNTER_SIMD_BARRIERS,  /* an executing subgroup */
    COUNTER_STEPS,          /* dependent rounds of the operator, and hand-offs that kernels declare */
    COUNTER_SHARED_WORDS,   /* of bank width, up to the last one that is touched */
    COUNTER_DEVICE_LOADS,   /* elements, atomics apart */
    COUNTER_DEVICE_STORES,
    COUNTER_TRANSACTIONS, /* segments that a subgroup access touches */
    COUNTER_ATOMICS,      /* tickets, exchanges, stores of states */
    COUNTER_POLLS,        /* atomic loads */
    COUNTER_LAUNCHES,
    COUNTER_STALE_READS,
    COUNTER_MEMORY_INSTRUCTIONS, /* device accesses of a subgroup, however wide; atomics apart */
    COUNTER_COUNT,
};
extern const char *const model_counter_names[COUNTER_COUNT];

struct counts {
    uint64_t of[COUNTER_COUNT];
};

/* Up to the first call of the launch's local algorithm, within it, after it; all of them. */
enum phase { PHASE_LOAD, PHASE_LOCAL, PHASE_FINISH, PHASE_TOTAL, PHASE_COUNT };
extern const char *const phase_names[PHASE_COUNT];

enum hazard_kind {
    HAZARD_DIVERGENT_BARRIER,
    HAZARD_POISONED_READ, /* a shared word that nothing wrote */
    HAZARD_OUT_OF_BOUNDS, /* shared memory */
    HAZARD_RACE,          /* two threads, one word, no barrier between, one of them writes */
    HAZARD_DEVICE_OUT_OF_BOUNDS,
    HAZARD_COUNT,
};

#define MODEL_NO_THREAD SIZE_MAX /* outside the loops over threads */

struct hazard {
    enum hazard_kind kind;
    const char *kernel, *array;
    size_t group, thread, word;
    size_t other_thread; /* HAZARD_RACE: who touched it before, or MODEL_NO_THREAD for several */
};

/* A read of a word that another group wrote and that is not visible yet. */
struct stale_read {
    const char *kernel, *array;
    size_t word, reader, writer;
};

enum { MODEL_KERNELS = 16, MODEL_HAZARDS = 8, MODEL_STALE_READS = 4, MODEL_MESSAGE = 512 };

struct model_kernel {
    const char *name;
    bool has_group;                   /* the first full tile was seen */
    unsigned threads;                 /* of that tile's group */
    struct counts group[PHASE_COUNT]; /* of that tile's group, in the first launch that has it */
    struct counts run[PHASE_COUNT];   /* of all groups of all launches */
};

struct model_report {
    struct model_kernel kernel[MODEL_KERNELS]; /* in order of their first launch */
    size_t kernels;
    struct hazard hazard[MODEL_HAZARDS]; /* the first ones, a kind and array of a kernel once */
    size_t hazards;
    uint64_t hazard_count[HAZARD_COUNT];
    struct stale_read stale[MODEL_STALE_READS]; /* the first ones */
    size_t stale_reads;
    bool starved, unsupported;
    char message[MODEL_MESSAGE]; /* who waits for whom; what the device lacks */
};

struct model_options {
    const struct device *device;
    enum group_order order;
    unsigned workers;
    bool benign; /* a schedule without an adversary, whatever the device allows */
};

struct model; /* opaque */

/* The device is borrowed. Caller destroys. What follows from the number of elements or groups is refused
 * where memory is out, by model_region and model_finish; all else ends the program, as base/memory.h says. */
struct model *model_create(const struct model_options *options);
void model_destroy(struct model *model);

/* Device memory that launches may use, borrowed: an access outside all regions is a hazard. */
bool model_region(struct model *model, const char *name, void *base, size_t bytes, struct error *error);

/* Forget the region that starts at an address. */
void model_forget(struct model *model, const void *base);

/* The model as the device of runs, whose engine is model_engine. */
struct engine_device *model_device(struct model *model);

/* Run a kernel of the model's dialect over groups 0 … groups − 1. It cannot fail: after a starvation, an
 * unsupported operation or lack of memory this and all later launches do nothing. */
void model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch, size_t groups);

/* What was found so far; false with EXIT_SYSTEM when memory ran out on the way. */
bool model_finish(const struct model *model, struct error *error);
const struct model_report *model_report(const struct model *model);

/* "race: kernel scan_tile, group 3, thread 17, words[4] (with thread 2)". Returns text. */
char *hazard_text(const struct hazard *hazard, char *text, size_t size);
