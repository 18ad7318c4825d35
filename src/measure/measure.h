/* SPDX-License-Identifier: MIT */
/* Measuring a plan block by block, and what is done with each, step after step. */
#pragma once

#include "measure/block.h"

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
 * implausible. That is asked from so many bytes on that a limit is one: beyond the first cache, where what a
 * call costs is small; of partial copies, whose blocks are short, beyond the last one; of ranks not, since
 * what messages cost is in a limit only by chance. */
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

/* ---- Proofs in the configuration that is timed, before it is; how accurate the sums of floats are, and
 * whether their bits repeat (proof.c) */

/* Prove every entry right on all data of the block, in the configuration that is timed; the wrong ones fail.
 * In later processes only what the first one has not proved. Leaves the first cover in the buffers, the input
 * read-only. */
bool proof_before(struct block *block, struct error *error);

/* Of all entries whose sums are rounded, in the first process. Leaves data in the inputs that are to be
 * filled anew. */
bool accuracy_measure(struct block *block, struct error *error);

/* A hash of an output, so many bytes of which have to be the same in every call, and of the count beside it;
 * 0: none (digest.c). */
uint64_t digest_output(const void *output, size_t bytes, uint64_t count);

/* ---- Calls before the first sample: until it is warm, and it is known how many calls a sample has
 * (warm_up.c)
 */

/* How an entry is called so often, timed; NAN: it failed. What comes before a call that is a sample alone is
 * its own to do. */
typedef double warm_up_calls(struct entry *entry, uint64_t calls);

/* Nothing but that for a smoke test. */
void warm_up(struct entry *entry, warm_up_calls *calls_s);

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
