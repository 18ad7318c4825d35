/* SPDX-License-Identifier: MIT */
/* The inside of the model engine: groups as coroutines, their shared memory, stores that wait, counts. */
#pragma once

#include "base/divide.h"
#include "base/random.h"
#include "engine/engine.h"
#include "engine/model/dialect_model_access.h"
#include "engine/model/model.h"
#include "kernels/lanes.h"

#include <ucontext.h>

enum {
    MODEL_ARRAYS = 16,
    MODEL_REGIONS = 16,
    /* Fruitless polls after which a group is taken to wait for ever. A kernel that gives up does so earlier:
     * fallback after 4. */
    MODEL_PATIENCE = 64,
    LATER_SLOT_SHIFT = 24, /* of the slot's number in a site: the first slot alone counts */
    STAGE_SITE = 1 << 23,  /* of what is written, beside the slots */
};

/* The accesses of one subgroup in one place of a loop's body. */
struct access {
    unsigned site, lanes; /* bits of those that came by */
    unsigned bytes;
    bool shared;
    uint64_t address[LANES];
    int next; /* in the order of the body; −1 ends */
};

struct shared_word {
    unsigned write_epoch, read_epoch; /* 1 + the barriers before; 0: never */
    unsigned write_simd_epoch, read_simd_epoch;
    uint16_t writer, reader; /* threads; SEVERAL for readers of one subgroup, MIXED for more */
    uint16_t reader_subgroup;
    unsigned written; /* of the clock of its role */
    enum model_role write_role;
    unsigned read[MODEL_ROLES]; /* of each role's clock; 0: never */
};

/* What the roles of a ring have seen of each other: clocks, which an event that a role brings about moves
 * on, and for each role and event how far each clock was that is known there. */
struct ring_order {
    enum model_role role; /* that runs */
    unsigned now[MODEL_ROLES];
    unsigned seen[MODEL_ROLES][MODEL_ROLES];
    unsigned event[MODEL_EVENTS][MODEL_RING_SLOTS][MODEL_ROLES];
};

struct shared_array {
    unsigned site;
    const char *name;
    char *storage;
    size_t stride; /* bytes of storage an element */
    size_t bytes;  /* an element has on the device */
    size_t count;  /* as declared */
    size_t offset; /* bytes on the device before it */
    size_t extent[PHASE_COUNT];
    struct shared_word *words;
};

/* A store that other groups do not see yet. */
struct pending_store {
    char *address; /* NULL: a free slot */
    uint64_t bits;
    unsigned bytes, depth;
};

struct parameter {
    const char *name;
    enum model_parameter_kind kind;
    const void *address;
};

enum outcome { OUTCOME_POLLED, OUTCOME_INTERRUPTED, OUTCOME_FROZEN, OUTCOME_FINISHED };

/* A group while it runs, and until its stores are flushed. */
struct group {
    struct model *model;
    size_t id;
    struct launch launch; /* its own: first_group is its id */
    launch_kernel *kernel;
    ucontext_t context;
    void *stack;
    enum outcome outcome;

    const char *kernel_name;
    struct parameter parameter[LAUNCH_ARGUMENTS];
    size_t tile; /* the first one loaded, else its id */
    bool tile_known, tile_partial;

    enum phase phase;
    unsigned calls; /* group functions entered since the local one, which is 1; 0 outside */
    struct counts counts[PHASE_COUNT];
    unsigned depth, floor,
        phase_depth; /* the deepest element; what a barrier waits for; at the phase's start */

    size_t subgroup, lane;
    bool in_subgroup, in_thread; /* within the loops over them */
    unsigned barriers, simd_barriers[MAX_SUBGROUPS];
    struct ring_order order;
    struct shared_array array[MODEL_ARRAYS];
    size_t arrays, shared_bytes;

    struct access *accesses;
    size_t access_count, access_room;
    int first_access, cursor;

    struct pending_store *pending;
    size_t pending_count, pending_room;
    size_t retired; /* how many retired before it */

    struct { /* the last atomic load, for who waits for whom */
        const char *array;
        size_t word;
        uint64_t bits;
    } polled;
    uint64_t fruitless_epoch;
    unsigned fruitless;
};

struct region {
    const char *name;
    char *base;
    size_t bytes;
    unsigned *depth;   /* of the element that starts in each 4 bytes */
    unsigned *pending; /* how many groups hold a store to it that is not visible */
};

struct model {
    struct engine_device device;
    struct model_options options;
    struct model_report report;
    struct region region[MODEL_REGIONS];
    size_t regions;
    ucontext_t scheduler;
    struct random random;
    bool out_of_memory, halted;
    void **stacks; /* free ones */
    size_t stack_count, stack_room;

    /* one launch */
    launch_kernel *launched;
    const struct launch *launch;
    struct model_kernel *kernel; /* NULL until a group of it has finished */
    unsigned launch_steps[PHASE_COUNT];
    size_t *order;
    struct group **started, **waiting; /* running; retired with their stores not visible yet */
    size_t groups, next, started_count, waiting_count, retired;
    uint64_t epoch;       /* advances with every change that others may see */
    size_t hopeless;      /* groups that polled in vain MODEL_PATIENCE times since the epoch began */
    struct group *victim; /* an adversary's: stopped before it publishes */
    bool interrupts;      /* groups are interrupted at random */
};

/* The group that runs at this moment. */
extern _Thread_local struct group *model_now;

static inline void count(struct group *group, enum counter counter, uint64_t by)
{
    group->counts[group->phase].of[counter] += by;
}

/* The thread within the loops, else MODEL_NO_THREAD. */
/* The elements of all tiles of an array of n. */
static inline size_t model_all_tiles(const struct group *group, size_t n)
{
    return round_up(n, (size_t)group->launch.threads * group->launch.values);
}

static inline size_t current_thread(const struct group *group)
{
    return group->in_thread ? group->subgroup * LANES + group->lane : MODEL_NO_THREAD;
}

/* Whether an array counts as memory that a group has. */
static inline bool shared_counts(const struct shared_array *array)
{
    return array->site >> LATER_SLOT_SHIFT == 0;
}

/* model_group.c */
void group_yield(struct group *group, enum outcome outcome);
void epoch_advance(struct model *model);
/* Called before each access to an exchange buffer: where schedules may interleave. */
void interleave(struct group *group, bool publishes);

/* model_report.c */
void note_hazard(struct group *group, enum hazard_kind kind, const char *array, size_t word, size_t other);
void note_stale(struct group *group, const char *array, size_t word, size_t writer);
/* The device cannot do it: the run ends here. */
__attribute__((format(printf, 2, 3))) void note_unsupported(struct group *group, const char *format, ...);
void close_phase(struct group *group);
void add_group_counts(struct model *model, struct group *group);

/* model_lanes.c: an access of the running thread, matched with its subgroup's others. */
void note_access(struct group *group, bool shared, uint64_t address, unsigned bytes, unsigned site);
void settle_accesses(struct group *group);
/* A hazard unless all threads of the group come here together. */
void refuse_divergence(struct group *group);

/* model_arithmetic.c: bytes of an element on the device, and of one in an array; an element that was read
 * from an input, and the bits of one as an array has it; the launch's operator itself, not counted.
 */
size_t model_elem_bytes(const struct group *group);
size_t model_array_bytes(const struct group *group, enum model_array of);
struct model_elem model_widened(struct model_elem element);
struct model_elem model_read_as(struct model_elem word, enum model_array of); /* what a word of it is */
uint64_t model_array_bits(struct model_elem value, enum model_array of);
struct model_elem combine(const struct launch *launch, struct model_elem a, struct model_elem b);

/* model_memory.c: all stores of the group become visible. */
void flush_group(struct group *group);
/* One element of a buffer, as the first of `together` that are one access, or as one of the others: 0. */
struct part {
    const void *buffer;
    size_t index;
    unsigned bytes, together, site;
};
struct model_elem read_part(const struct part *part);
void write_part(const struct part *part, uint64_t bits, unsigned depth);

/* model_shared.c: where a thread finds an element that it reads or writes, the first of `together` that are
 * one access, or one of the others: 0. */
const void *shared_get(const void *words, size_t index, unsigned together, unsigned site);
void *shared_put(void *words, size_t index, unsigned together, unsigned site);
/* The array of elements of so many bytes that is declared at `site`, as model_shared. */
void *shared_elements(unsigned site, const char *name, size_t bytes, size_t length);
/* An element that no thread writes, or reads. */
void shared_fill(struct group *group, void *words, size_t index, const struct model_elem *value);
const struct model_elem *shared_look(struct group *group, const void *words, size_t index);

/* model_schedule.c */
void schedule_run(struct model *model, size_t groups);
void stacks_free(struct model *model);
