/* SPDX-License-Identifier: MIT */
/* Measuring a plan block by block, and what is done with each, step after step. */
#pragma once

#include "base/buffer.h"
#include "implementation/implementation.h"
#include "machine/instruments/instruments.h"
#include "machine/machine.h"
#include "machine/workers/team.h"
#include "measure/block.h"
#include "measure/memory_kind.h"
#include "problem/verify.h"
#include "sweep/plan.h"

#include <stdint.h>

/* ---- Running a plan: memory, proof, rounds whose samples are verified, ratings (runner.c) */

/* A pending record for every point. Caller closes. */
void results_make(struct results *results, const struct plan *plan);

/* The error of a budget that ran out in a launch whose results these are, of so many launches. Returns false.
 */
bool runner_refuse_budget(const struct results *results, size_t launch, uint64_t launches,
                          struct error *error);

/* Measure every point whose record is pending. Wrong outputs, unsupported points and points that
 * do not fit are records, not errors. Empty results are made here (also on failure, when they hold what was
 * finished); the caller closes them. EXIT_SYSTEM when workers cannot be had; EXIT_BUDGET when the budget ran
 * out. */
bool runner_run(const struct workload *workload, const struct runner_options *options,
                struct results *results, struct error *error);

/* ---- How long some blocks of a plan really take, beside what was expected of them (rehearsal.c) */

/* Run blocks of the plan of several sizes on this host, in two processes and exactly as a run would, and note
 * in the plan how many times as long as expected they took; other sizes lie between them. That takes a
 * tenth of the plan's time, 0.5 to 3 s. Points of devices, ranks and plugins stay as they are. Called
 * without threads running. */
void rehearsal_run(struct plan *plan, const struct config *config, const struct machine *machine);

/* ---- The limits of a block: which kernels bound its points, and how near the points come to the best of
 * them (limits.c) */

/* Add the limit kernels to the entries. */
void limits_join(struct block *block);

/* Whether a limit kernel's point bounds a point by where it runs: on the same workers or device. More workers
 * than CPUs take turns, and are bounded by as many as there are CPUs. */
bool limits_hold(const struct block *block, const struct point *limit, const struct point *point);

/* Let those that joined go whose median after 5 samples is more than a fifth above that of another with the
 * same workers: they are not the best, and would take as long as the points. */
void limits_drop(struct block *block);

/* Rate measured entries by the best limit that holds for them, in the rounds that both have. */
void limits_rate(struct block *block);

/* Of all processes together: refuse a point that is above 1.25 of its limit, the whole interval, as
 * implausible. That is asked from so many bytes on that a limit is one: beyond the first cache, and where the
 * limit takes 8 times as long as a call that does nothing; of partial copies, whose blocks are short, beyond
 * the last one; of ranks not, since what messages cost is in a limit only by chance. */
void limits_refuse(struct results *results, const struct machine *machine);

/* ---- How often elements go between memory and the processor, and the limits of what does it more often than
 * its primitive asks for (traffic.c) */

/* What a point reads and writes of memory, as its costs say, over its n: 2 of a scan that reads and writes
 * each element once. NAN where its costs do not say, and of no elements. */
double traffic_of(const struct point *point);

/* The same in whole passes, 3 or 4, where it is more than 2 of a scan or a copy on the host; else 0. */
unsigned traffic_passes(const struct point *point);

/* Whether a limit kernel is one of these: it copies with more passes than a copy takes. */
bool traffic_is_limit(const struct implementation *limit);

/* ---- The energy of a call, in a pass of its own after the samples (energy_pass.c) */

/* Whether somebody tells the energy of a point's calls: not of those on ranks, nor where something else is
 * done between calls. */
bool energy_is_told(const struct point *point);

/* Whether the block has such a pass in this process: the last one, where the config asks for it and no other
 * program takes turns. */
bool energy_is_due(const struct block *block);

/* Have each entry called back to back for windows of time, in rounds, with nothing running before and after
 * them; note joules and watts in the records, and of the points beside those of their limit. What a point
 * wrote last is judged as a whole. */
void energy_measure(struct block *block);

/* ---- Proofs in the configuration that is timed, before it is; how accurate the sums of floats are, and
 * whether their bits repeat (proof.c) */

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * In later processes only what the first one has not proved. Leaves the first cover in the buffers, the input
 * read-only. */
bool proof_before(struct block *block, struct error *error);

/* Call an entry once into poison, and judge all that it wrote. False: it has failed. */
bool proof_once(struct entry *entry, bool complement);

/* Of all entries whose sums are rounded, in the first process. Leaves data in the inputs that are to be
 * filled anew. */
bool accuracy_measure(struct block *block, struct error *error);

/* A hash of an output, so many bytes of which have to be the same in every call, and of the count beside it;
 * 0: none (digest.c). */
uint64_t digest_output(const void *output, size_t bytes, uint64_t count);

/* ---- Calls before the first sample: until it is warm, and it is known how many calls a sample has
 * (warm_up.c)
 */

/* Nothing but that for a smoke test. */
void warm_up(struct entry *entry);

/* ---- Sampling: every entry of a block once a round, in a fresh random order, until each has said enough
 * (measure_loop.c) */

/* Warm the entries up, choose their batches, and sample them in rounds until they are done or the run is
 * stopping. False with perf's control. */
bool measure_loop(struct block *block, struct error *error);

/* Whether any point goes on. */
bool loop_active(const struct block *block);

/* Whether an entry is to be sampled: a limit that nobody asked for goes on as long as a point that it bounds
 * does. */
bool loop_wants(const struct entry *entry);

/* Why no more samples are taken after as many, of which these are seconds: by their number and the time
 * alone. */
enum stop_reason loop_stop(const struct bench *bench, size_t samples, double timed_s);

/* ---- What may have disturbed a point, as flags: seen in its samples, its interval and its place
 * (disturbance.c) */

/* Around the rounds: note in the block's flags what others took from the workers meanwhile. */
void disturbance_begin(struct block *block);
void disturbance_end(struct block *block);

/* Flags of a measured entry, from its statistics and samples. */
unsigned disturbance_of_samples(const struct entry *entry);

/* Flags of what the host's memory, places and clock may have done to it. */
unsigned disturbance_of_host(struct entry *entry);

/* Flags of what a device says of itself; what slowed it down, into the record. */
unsigned disturbance_of_device(struct entry *entry);

/* Grade the points of the block, which are rated by their limits. */
void disturbance_grade(const struct block *block);

/* ---- The order in which a plan is measured: the points of a problem together (order.c) */

/* A total order of problems and the memory they are measured in: equal within a block. */
int problem_compare(const struct point *a, const struct point *b);

/* The indices of all points of the plan, the members of a block together, blocks in the order of their first
 * members; fresh, for the caller to free. */
size_t *order_all(const struct plan *plan);

/* How many of order[first …] belong to one block with order[first]. */
size_t order_extent(const struct plan *plan, const size_t *order, size_t count, size_t first);

/* How many points each point of the plan shares its block with, itself included; fresh, for the caller to
 * free. */
size_t *order_sharers(const struct plan *plan);

/* The problems of a plan, in the order in which they are measured, as 64 hexadecimal digits and a NUL: what
 * two programs that take turns must have in common. */
void order_digest(const struct plan *plan, char hex[65]);

/* ---- Timing: a batch of calls on the workers, nothing but the kernel between the two clock reads (batch.c)
 */

enum { BATCH_CPUS = 8 };

/* One timed batch. */
struct sample {
    double seconds;            /* of the whole batch: latest end − earliest start over the workers */
    bool faulted;              /* a page fault of this process during it */
    bool preempted;            /* an involuntary context switch */
    double idle_s;             /* how much of it this process ran on no CPU; 0 where calls run elsewhere */
    unsigned cpus[BATCH_CPUS]; /* where the first workers ran */
    unsigned cpu_count;        /* of them; 0 where calls run elsewhere */
    const char *changed;       /* of a worker's thread by a plugin, and put back; NULL: nothing */
};

/* The calls of a batch. The first worker may change something between two of them, while the
 * others wait. */
struct calls {
    uint64_t count;
    uint64_t before;              /* that change, of the calls */
    void (*change)(const void *); /* NULL: nothing changes */
    const void *context;          /* of change */
};

/* Call run->point's implementation so often on its workers, with a barrier after each call. Each worker
 * counts what it does then and a little around; counters may be NULL. */
struct sample batch_time(const struct run *run, const struct clock *clock, const struct calls *calls,
                         struct counters *counters);

/* The same, untimed. The answer is the sample's `changed`. */
const char *batch_run(const struct run *run, uint64_t calls);

/* Of the workers, all at once. */
struct core_times batch_core_times(struct team *team, unsigned workers, const struct clock *clock);

/* Wait until threads that the implementation brought have gone to sleep, at most 0.1 s: libraries keep theirs
 * spinning for a while, on CPUs where the next one is measured. */
void batch_rest(const struct run *run);

/* The median cost of releasing and joining the workers with nothing to do. */
double batch_empty_s(struct team *team, unsigned workers, const struct clock *clock);

/* ---- What a call finds of its data in the caches: emptying them, and filling them by calls that are not
 * timed. Of the first, more than twice as much as a cache holds is written and read, so that nothing from
 * before it is left in there whatever is thrown out first (evict.c) */

/* How much is written to empty a cache of so many bytes: more than twice as much; 0 of 0. */
size_t evict_bytes(size_t cache_bytes);

/* Empty the host's caches: each of the workers writes its share of the memory, a byte a cache line, and reads
 * all of it. Returns the sum of what they read, so that none of it can be left out. */
uint64_t evict_host(struct team *team, unsigned workers, const struct buffer *memory);

/* Why what has a last cache of unknown size is refused. */
extern const char evict_unknown[];

/* Calls that go through `bytes`, after those of a neighbour, until what a core's own cache and the last cache
 * hold of them is what they hold after any number of calls. Caches of 0 bytes are not known. */
unsigned hot_calls(size_t bytes, size_t core_cache, size_t last_cache);

/* ---- What is timed is what is verified: the input of a sample changes in one element, some lines of its
 * output are poisoned before, and the output is compared with the answer that follows, before any rest
 * (sample_check.c) */

/* WINDOWS: of an output, one that is drawn, one where the alteration shows first, one at the end. */
enum { WINDOWS = 3, WINDOW_BYTES = 4096 };

/* Bytes of an output that are compared, and the line of them that is poisoned. */
struct window {
    size_t first, bytes;
    size_t line, line_bytes;
};

/* The window that begins at this byte, or as near to it as there is room; its line by a random number. */
struct window window_at(size_t output_bytes, size_t first, uint64_t random);

/* A sample's. */
struct sample_check {
    uint64_t calls;
    uint64_t before; /* how many of them are done when the input changes */
    struct alteration alteration;
    enum dtype dtype; /* of the input */
    void *input;      /* on the host, that is altered; borrowed */
    size_t bytes;     /* of the output */
    struct window windows[WINDOWS];
    bool complement; /* of the poison */
    bool whole;      /* all of the output is verified, else the windows; until it is, either */
};

/* Draw what the entry's next sample is of, before its last call, so that no earlier one helps. Samples of
 * foreign code differ a little in their calls, so that it does not know which one is the last. */
void sample_check_draw(const struct entry *entry, struct sample_check *check);

/* Alter the input that a `struct sample_check` has, or undo that; also within a batch. */
void sample_check_alter(const void *check);
void sample_check_undo(const struct sample_check *check);

/* Whether the entry's output on the host is right, all of it or the windows. */
bool sample_check_is_right(const struct entry *entry, const struct sample_check *check,
                           struct finding *finding);

/* Note what a sample proves. False: the entry has failed. */
bool sample_check_end(struct entry *entry, const struct sample_check *check, bool right,
                      const struct finding *finding);

/* An output, and what it has to be. */
struct answered {
    const struct problem *problem; /* of who wrote it; its primitive has an answer of an altered problem */
    const struct alteration *alteration;
    const void *output;
    size_t bytes; /* a multiple of an element's */
};

/* Whether a window of an output is right; all of it is, by these workers. */
bool answered_in(const struct answered *answered, const struct window *window, struct finding *finding);
bool answered_whole(const struct answered *answered, struct team *team, unsigned workers,
                    struct finding *finding);

/* ---- Arrays in memory of the host: their mapping, their fill, what is right */

/* ---- The arrays of a block on the host: whether they fit, and where they lie (host_map.c) */

/* Refuse what does not fit into memory, before anything is touched: those entries are skipped. Then map the
 * arrays; where that is refused all are. Nothing where no entry is judged by them. */
void host_arrays_map(struct block *block);
void host_arrays_unmap(struct block *block);

/* Have scratch of an entry in a guarded block, as large as it asks for, on the side of its output. In another
 * block it is there. EXIT_SYSTEM. */
bool host_hold_scratch(const struct entry *entry, struct error *why);

/* Bytes of an output: it has room for the limits' answers too, and for what an implementation may write
 * after it. */
size_t host_output_bytes(const struct block *block);

/* ---- The arrays of a block on the host: who writes them first, what pages they get, whether all in them is
 * right (host_arrays.c) */

/* Write every page of the inputs from the worker that will use it, and solve the problem. */
bool host_arrays_fill(struct block *block, struct error *error);

/* Let the inputs be altered from here on, by the harness alone: after the proofs. False: the entry has
 * failed. */
bool host_let_alter(struct entry *entry);

/* Poison an entry's output from the workers that will use it, and its count; note how many elements are
 * selected. */
void host_poison(struct entry *entry, bool complement);

/* Before each call of an entry that works in place: its output becomes a copy of the input, as that is now,
 * each worker its part. Nothing for other entries. */
void host_refill(const struct entry *entry);

/* Read back what kind of pages the entry's arrays got, and on which NUMA nodes. */
void host_read_pages(struct entry *entry);

/* After an entry has been called on inputs that are as they were filled: put right what it has changed in
 * them, and take it out as wrong. False when it has changed nothing. */
bool host_mend(struct entry *entry);

/* Whether all of what an entry wrote is right, once it is in these arrays: compared by all workers where the
 * answer is bytes, else judged. Keeps what a limit that reads has answered with. */
bool host_is_right(struct entry *entry, struct finding *finding);

/* A hash of what it wrote: of its count, and of its output. Of an unordered compaction, of the count alone.
 */
uint64_t host_digest(const struct entry *entry);

/* ---- The harness measured by itself: how often it sees a difference where there is none, and one where
 * there is (noise.c) */

/* Trials with one delay of the second of two equal implementations. */
struct noise_row {
    double delay; /* a share of each call's own time; 0: A against A */
    unsigned trials;
    unsigned slower; /* by the rule for interleaved runs, with the clock's tick added to its margin */
    unsigned faster; /* likewise */
};

enum { NOISE_ROWS = 4 };

struct noise_report {
    struct noise_row rows[NOISE_ROWS]; /* 0, 1, 2, 5 % */
    unsigned rounds;                   /* of a trial */
    double call_s;                     /* median time of a call without delay */
};

struct noise_options {
    unsigned trials; /* without a delay; half as many with each delay, at least one */
    uint64_t seed;
    /* Called before each trial; false ends the measurement. NULL: none. */
    bool (*progress)(void *context, unsigned done, unsigned total);
    void *context;
};

/* Each trial measures a serial scan twice, as two implementations of one problem, ten times with the runner
 * as for any sweep, and judges them as --against does. EXIT_SYSTEM; EXIT_FINDING when an output was wrong. */
bool noise_measure(const struct machine *machine, const struct noise_options *options,
                   struct noise_report *report, struct error *error);

/* ---- Measuring a plan launch after launch, each in child processes, so that a crash or a hang of a kernel
 * costs one point (launches.c) */

struct launch_options {
    struct runner_options running; /* smoke, budget_s of all launches, progress and its context */
    bool in_process;               /* no children: for debuggers and profilers */
    bool isolate_plugins;          /* a child of its own for each plugin; not on ranks, which meet once */
    double hang_s; /* a point that shows no sign of life for so long hangs; 0: launch_hang_s */
    /* A point's record of one launch is final. False ends the run with the error. NULL: none. */
    bool (*keep)(void *context, size_t launch, size_t index, const struct record *record,
                 struct error *error);
    /* What there is to do while points are measured. *due_s: to be called again after so many seconds at the
     * latest; INFINITY: not until a point is final. False ends the run with the error. NULL: nothing. */
    bool (*meanwhile)(void *context, double *due_s, struct error *error);
    /* A limit that nobody asked for ended its process and joins no more; one line. NULL: none. */
    void (*warn)(void *context, const char *text);
    void *context;
};

/* What one launch runs with. */
struct launch_run {
    const struct workload *workload;
    const struct launch_options *options;
    uint64_t start_ns; /* of the whole run */
    size_t launch;
    uint64_t launch_start_ns;
    const struct results *earlier; /* the first launch; NULL in that */
    struct time_left before;       /* of earlier launches, what is finished */
    struct results *results;
};

/* Where the time of the launch went so far, into its results. wall_s is not asked for. */
void launch_note_effort(const struct launch_run *run, const struct effort *effort);

/* How long a child may be silent: a minute, and a second for each 10 MB of the largest problem. */
double launch_hang_s(const struct plan *plan);

/* How long a turn of another program with this plan may last (turns.patience_s): it may have to end a child
 * that hangs, and prepare and verify all points before its next sample. */
double launch_turn_s(const struct plan *plan);

/* Seconds of the budget that are left. */
double launch_budget_s(const struct launch_run *run);

/* What the runner of the launch is asked for, as far as it is the same in this process and in a child. */
struct runner_options launch_running(const struct launch_run *run, struct watch *watch, void *context);

/* Pending records of `count` launches. Caller closes. */
void launches_make(struct results **launches, size_t count, const struct plan *plan);
void launches_close(struct results *launches, size_t count);

/* Measure what is pending in records of as many launches as the config asks for, one launch after the other.
 * What could not be reached is marked interrupted, also on failure. Called without threads running.
 * EXIT_SYSTEM, EXIT_BUDGET, and what `keep` fails with. */
bool launches_run(const struct workload *workload, const struct launch_options *options,
                  struct results *launches, struct error *error);
