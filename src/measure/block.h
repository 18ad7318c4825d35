/* SPDX-License-Identifier: MIT */
/* A block: the points of one problem, with the limits that bound them and the memory they share.
 *
 *     plan    ─ points    what is asked for
 *     results ─ records   what is known of each point
 *     bench               what a run shares: workers, clock, how far it is
 *     └─ block            points of one problem, measured together, in the same memory
 *        └─ entry         a point, or a limit that joined it, and its record
 *
 * Internal to the runner. */
#pragma once

#include "machine/conditions/conditions.h"
#include "measure/bench.h"
#include "measure/device_arrays.h"
#include "measure/memory_kind.h"
#include "problem/alteration.h"

/* What disturbed the samples of an entry so far. */
struct disturbance {
    size_t faulted, preempted; /* samples with a page fault, with an involuntary context switch */
    bool migrated;
    double idle_s;         /* the longest that a sample ran on no CPU */
    size_t slowed, shared; /* samples on a device that was slowed down, that somebody else computed on */
    unsigned slowed_by;    /* bits of enum slowdown */
};

/* For check: a set whose first input lies against the guard before it and whose output against the one after
 * it, and the other way round, so that their alignments differ. */
enum guard { GUARD_FRONT, GUARD_BACK, GUARDS };

/* Something measured in a block: a point of the plan, or a limit that joined it. */
struct entry {
    struct block *block;
    const struct memory_kind *memory;
    struct record *record; /* of a limit that joined: owned */
    bool active;           /* still sampled */
    bool beaten;           /* a limit that joined, and is so slow that it bounds nothing */
    bool prepared;
    void *state; /* of its implementation, from prepare to finish; NULL: none */
    double timed_s;
    uint64_t digest; /* of the output on data that must be rounded */
    uint64_t fold;   /* a limit that reads: what it answered with when it was proved right */
    double *cores_s; /* owned; probe_core_s around each of the record's samples */
    double *wides_s; /* owned; probe_wide_s likewise */
    struct disturbance disturbance;
    enum guard guard; /* check alone sets it: of its arrays; and the run's `unanswered` */
    bool unanswered;
};

/* The inputs, output and count that the points with these workers use. */
struct buffer_set {
    unsigned workers; /* who writes it first */
    struct buffer input[PROBLEM_INPUTS], output;
    struct buffer scratch; /* of a guarded block, as the entry has it that was prepared last */
    uint64_t count;
    double huge_fraction;
    double remote_fraction; /* of the pages, on a NUMA node that none of the workers is on; NAN unknown */
};

/* The same on a device that points run on. */
struct device_set {
    const struct bench_device *device; /* borrowed */
    enum guard guard;
    struct device_arrays arrays;
    bool filled;                      /* its inputs have been once */
    void *pinned[1 + PROBLEM_INPUTS]; /* the host's output and inputs; NULL: it is not pinned */
};

struct block {
    /* What is measured. */
    struct bench *bench;
    const size_t *members; /* indices into the plan, in its order; borrowed */
    size_t member_count;
    struct problem_key key;
    enum pages pages;
    enum cache_state cache;
    struct entry *entries; /* the runnable members first, then limits that nobody asked for */
    size_t entry_count;
    size_t planned_count; /* entries that are points of the plan */
    unsigned workers;     /* the most of any entry; where all are on devices, all of the team */
    unsigned cpus;        /* that workers may have; 0: unknown */
    bool guarded;         /* check alone sets it: its sets are by enum guard; on devices too */

    /* What it is measured in. */
    struct buffer_set *sets;
    size_t set_count;
    struct device_set *devices; /* owned; of the devices that entries run on */
    size_t device_count;
    struct pace *paces; /* owned, by entry; of ranks */
    struct buffer expected, scratch;
    size_t scratch_bytes;
    size_t selected; /* of the problem, as expected has them */
    struct ranks ranks;
    bool alterable; /* its inputs on the host are */

    /* What was seen meanwhile. */
    uint64_t began_ns;
    struct steal before; /* the rounds, and when */
    uint64_t before_ns;
    unsigned flags; /* bits of enum flag, that hold for all entries */
};

/* Form the block of these members: records of unsupported points are final, the rest become entries. No
 * memory for data is taken. Caller closes. */
void block_init(struct block *block, struct bench *bench, const size_t *members, size_t count);
void block_close(struct block *block);

/* An entry of the block, which is active. */
struct entry entry_of(struct block *block, struct record *record);

/* Have data of this cover in the inputs, wherever they are, and what is right. */
bool block_fill(struct block *block, size_t cover, struct error *error);

/* How many covers the data of its entries have, at most. */
size_t block_covers(const struct block *block);

/* Let entries make ready that want to; those that cannot become unsupported. */
void block_prepare(struct block *block);

/* Let those that did undo it. */
void block_finish(struct block *block);

/* The arrays of the host that an entry uses, where its answer is looked at. */
struct buffer_set *entry_set(const struct entry *entry);

/* Bytes of an entry's output that are the same in every call; 0 for an unordered compaction. */
size_t entry_answer_bytes(const struct entry *entry);

/* Bytes of its scratch. */
size_t entry_scratch_bytes(const struct entry *entry);

/* What an entry's run works on, with the arrays of the host. */
struct run entry_run(const struct entry *entry);

/* The problem as this entry has to solve it: the block's, or its limit's on the same input. */
struct problem entry_problem(const struct entry *entry);

/* What the first process found of it: where this is a later one, and all went well. Else NULL, and for a
 * limit that nobody asked for. */
const struct record *entry_known(const struct entry *entry);

/* Whether it is a point of the plan, not a limit that joined. */
bool entry_is_planned(const struct entry *entry);

/* Whether somebody else wrote it, and this process calls it: it is verified more. */
bool entry_is_foreign(const struct entry *entry);

/* Whether each call is a sample: something is done before it that is not timed. */
bool entry_is_sampled_alone(const struct entry *entry);

/* Calls without a clock before a sample of it. */
unsigned entry_untimed_calls(const struct entry *entry);

/* Emptying caches since then counts among the time that it may take. */
void entry_evicted(struct entry *entry, uint64_t start_ns);

/* Make its implementation ready for such a run, and undo that. */
bool entry_prepare(struct entry *entry, const struct run *run, struct error *why);
void entry_finish(struct entry *entry);

/* Take an entry out of the rounds for good. */
void entry_fail(struct entry *entry, enum status status, const char *message);

/* Take it out for what it was refused for: skipped where the system is short of something, else unsupported.
 */
void entry_refuse(struct entry *entry, const struct error *why);

/* Take it out as wrong for what its call changed of the thread that it was called on. False with NULL: it has
 * changed nothing. */
bool entry_blame(struct entry *entry, const char *changed);

/* Say what runs next, to whoever watches, and show progress if the last time is long enough ago. */
void entry_progress(const struct entry *entry);

/* Kernels for a device are compiled now; others were when this program was. It may take seconds: nobody is to
 * wonder, whenever something was shown last. */
void entry_compiling(const struct entry *entry);
