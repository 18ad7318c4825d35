/* SPDX-License-Identifier: MIT */
/* A block: the points of one problem, with the limits that bound them and the memory they share. Internal to
 * the runner. */
#ifndef SCANBENCH_BLOCK_H
#define SCANBENCH_BLOCK_H

#include "base/random.h"
#include "machine/counters.h"
#include "machine/taken.h"
#include "machine/team.h"
#include "measure/runner.h"
#include "problem/problem.h"

/* What disturbed the samples of an entry so far. */
struct disturbance {
    size_t faulted, preempted; /* samples with a page fault, with an involuntary context switch */
    bool migrated;
};

/* Something measured in a block: a point of the plan, or a limit that joined it. */
struct entry {
    struct record *record;
    bool active;       /* still sampled */
    bool placed;       /* round trips between its workers are told */
    void *state;       /* of its implementation, from prepare to finish; NULL: not prepared */
    size_t next_check; /* samples at which the precision is looked at next */
    double timed_s;
    uint64_t digest; /* of the output that was proved right */
    double *cores_s; /* owned; probe_core_s around each of the record's samples */
    struct disturbance disturbance;
};

/* The inputs, output and count that the points with these workers use. */
struct buffer_set {
    unsigned workers; /* who writes it first */
    struct buffer input[PROBLEM_INPUTS], output;
    uint64_t count;
    double huge_fraction;
    double remote_fraction; /* of the pages, on a NUMA node that none of the workers is on; NAN unknown */
};

struct block {
    const size_t *members; /* indices into the plan, in its order; borrowed */
    size_t member_count;
    struct problem_key key;
    enum pages pages;
    struct entry *entries; /* the runnable members first, then limits that nobody asked for */
    size_t entry_count;
    size_t planned_count;  /* entries that are points of the plan */
    struct record *limits; /* of the latter */
    size_t limit_count;
    unsigned workers; /* the most of any entry */
    struct buffer_set *sets;
    size_t set_count;
    struct buffer expected, scratch;
    size_t selected; /* of the problem */
    size_t scratch_bytes;
    struct taken before; /* the rounds, and when */
    uint64_t before_ns;
    double trip_s;  /* between the furthest workers, last seen; NAN unknown */
    unsigned flags; /* bits of enum flag, that hold for all entries */
};

/* What all blocks of a run share. */
struct bench {
    const struct plan *plan;
    const struct config *config;
    const struct machine *machine;
    const struct runner_options *options;
    struct results *results;
    struct team *team;
    struct counters *counters;  /* NULL where the kernel refuses them */
    const struct place *places; /* of the team's workers; NULL: not pinned */
    size_t place_count;
    double *empty_dispatch_s; /* by workers; NAN until measured */
    struct random random;
    uint64_t start_ns, shown_ns;
    double cost_total, cost_done; /* estimated seconds of the plan, and of its finished points */
    size_t points_done;
    uint64_t block_number; /* of all launches: the launch, and BLOCK_NUMBER_BITS of the block in it */
};
enum { BLOCK_NUMBER_BITS = 20 };

/* Workers that a point runs on. */
unsigned point_workers(const struct point *point);

/* Elements after which a tiled scan starts again: a part of its problem; 0 for others. */
uint64_t problem_restart(const struct point *point);

/* A total order of problems and the memory they are measured in: equal within a block. */
int problem_compare(const struct point *a, const struct point *b);

/* Sort `count` plan indices so that the members of a block stand together, blocks in the order of their first
 * members. EXIT_SYSTEM when memory is short. */
bool block_order(const struct plan *plan, size_t *order, size_t count, struct error *error);

/* All points of the plan in that order, fresh, for the caller to free; NULL with EXIT_SYSTEM. */
size_t *block_order_all(const struct plan *plan, struct error *error);

/* How many of order[first …] belong to one block with order[first]. */
size_t block_extent(const struct plan *plan, const size_t *order, size_t count, size_t first);

/* Form the block of these members: records of unsupported points are final, the rest become entries, limits
 * join. No memory for data is taken. Caller closes, also after a failure. EXIT_SYSTEM when memory is short.
 */
bool block_init(struct block *block, struct bench *bench, const size_t *members, size_t count,
                struct error *error);
void block_close(struct block *block);

/* Refuse what does not fit into memory, before anything is touched: those records become skipped. Returns
 * whether a point of the plan is left. */
bool block_fit(struct block *block, const struct bench *bench);

/* Map the buffers. EXIT_SYSTEM. */
bool block_map(struct block *block, struct bench *bench, struct error *error);

/* Write every page of the inputs from the worker that will use it, with data of this cover, and solve it. */
bool block_fill(struct block *block, struct bench *bench, size_t cover, struct error *error);

/* Poison an entry's output from the workers that will use it, and its count. */
void block_poison(struct block *block, struct bench *bench, const struct entry *entry, bool complement);

/* Read back what kind of pages the buffers got, and on which NUMA nodes. */
void block_read_pages(struct block *block, const struct bench *bench);

struct buffer_set *block_set(const struct block *block, const struct point *point);

/* What an entry's run works on. */
struct run block_run(const struct block *block, const struct bench *bench, const struct entry *entry);

/* Whether a signal or the budget ends the run now. */
bool bench_stopping(const struct bench *bench);

/* Wait until nobody else measures; at once where no turns are taken. */
void bench_take_turn(const struct bench *bench);

/* Take the same batches as the program that takes turns, the larger of both for each point that both have:
 * how many calls a sample has is a part of what it tells. Passes the turn; at once where none are taken. */
void batches_agree(struct block *block, const struct bench *bench);

/* Let another run measure, until that is as far as this one: in this block, round and place of the round. */
void bench_pass_turn(const struct bench *bench, size_t round, size_t place);

/* Let implementations that want to make ready do so; those that cannot become unsupported. */
void block_prepare(struct block *block, struct bench *bench);

/* Let those that did undo it. */
void block_finish(struct block *block, const struct bench *bench);

/* Take an entry out of the rounds for good. */
void entry_fail(struct entry *entry, enum status status, const char *message);

/* Say what runs next, to whoever watches; before anything of it runs. */
void bench_watch(const struct bench *bench, enum watch_stage stage, const struct point *now);

/* The same, and show progress if the last time is long enough ago; now is what is measured next. */
void bench_progress(struct bench *bench, const struct block *block, const struct point *now);

/* A hash of what the entry's last call wrote: of its count, and of its output, the whole of it or in parts
 * where that is large. Of an unordered compaction, of the count alone. */
uint64_t block_digest(const struct block *block, const struct bench *bench, const struct entry *entry,
                      bool whole);

/* The problem as this entry has to solve it: the block's, or its limit's on the same input. */
struct problem block_problem(const struct block *block, const struct entry *entry);

/* Measure the accuracy of entries that sum floats, on gridded data; those beyond the bound that they declare
 * are wrong. Before proof_before, since it fills the inputs. */
bool accuracy_measure(struct block *block, struct bench *bench, struct error *error);

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * Leaves the first cover in the buffers, the input read-only. */
bool proof_before(struct block *block, struct bench *bench, struct error *error);

/* Prove those that were measured right once more. */
void proof_after(struct block *block, struct bench *bench);

/* Warm the entries up, choose their batches, and sample them in rounds until they are done or the bench is
 * stopping. */
bool rounds_run(struct block *block, struct bench *bench, struct error *error);

/* Add the limit kernels to the entries, and rate measured entries by the best limit with the same workers. */
bool limits_join(struct block *block, const struct bench *bench, struct error *error);
void limits_rate(struct block *block);

/* Around the rounds: note in the block's flags what others took from the workers meanwhile. */
void disturbance_begin(struct block *block, const struct bench *bench);
void disturbance_end(struct block *block, const struct bench *bench);

/* Set the flags of a measured entry from its statistics, its samples and its place. */
void disturbance_flag(const struct block *block, const struct bench *bench, const struct entry *entry);

/* Estimated seconds that a point takes, everything included. */
double estimate_point(const struct point *point, const struct config *config);

#endif
