/* SPDX-License-Identifier: MIT */
/* Running a plan, block by block: memory, proof, rounds whose samples are verified, ratings. */
#include "measure/measure.h"

#include "base/memory.h"
#include "implementation/distribution.h"
#include "measure/bench_device.h"
#include "registry/registry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A point has finished when it has said why; a limit that joined, when it has samples. */
static void finish_entry(struct entry *entry, bool planned)
{
    struct record *const record = entry->record;
    const bool finished = planned ? record->stop_reason != STOP_NONE : record->sample_count > 0;
    if (record->status == STATUS_PENDING && finished)
        record->status = STATUS_OK;
}

static void rate_cores(const struct entry *entry)
{
    struct record *const record = entry->record;
    record->compute_s = record->compute_spread = NAN;
    if (isnan(entry->cores_s[0]))
        return;
    const struct statistics cores = statistics_make(entry->cores_s, record->sample_count);
    record->compute_s = cores.median;
    record->compute_spread = (cores.q3 - cores.q1) / cores.median;
    if (!isnan(entry->wides_s[0]))
        record->throughput_s = statistics_make(entry->wides_s, record->sample_count).median;
}

static void rate_entry(struct entry *entry)
{
    struct record *const record = entry->record;
    if (record->status != STATUS_OK)
        return;
    record->statistics = record_statistics(record);
    rate_cores(entry);
    record->flags |= disturbance_of_samples(entry) | entry->memory->note(entry);
}

/* By what messages cost, and by the limit in the same rounds. */
static void predict(const struct entry *entry)
{
    struct record *const record = entry->record;
    const struct point *const point = &record->point;
    const struct message_cost *const message = &entry->block->bench->message;
    const bool alone = point->ranks == 1;
    struct rank_costs costs = {alone ? 0 : message->message_s, alone ? 0 : 1 / message->bytes_per_s,
                               record->limit_bytes_per_s / (double)point->ranks};
    if (record->status != STATUS_OK || !point->implementation->predict)
        return;
    if (primitive_limit(point->implementation->primitive) == PRIMITIVE_MESSAGES)
        costs.bytes_per_s = NAN; /* of messages, not of memory */
    record->rank_bytes_per_s = costs.bytes_per_s;
    record->predicted_s = point->implementation->predict(point, record->selected, &costs);
}

static void conclude(struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++)
        finish_entry(&block->entries[i], i < block->planned_count);
    for (size_t i = 0; i < block->entry_count; i++)
        rate_entry(&block->entries[i]);
    limits_rate(block);
    disturbance_grade(block);
    for (size_t i = 0; i < block->planned_count; i++) {
        struct entry *const entry = &block->entries[i];
        predict(entry);
        if (entry->record->status == STATUS_PENDING)
            entry_fail(entry, STATUS_INTERRUPTED, bench_why_unfinished(block->bench));
    }
}

/* One time for all that shares the rounds, by which their samples are known as pairs. */
static void note_begin(const struct block *block)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (size_t i = 0; i < block->planned_count; i++)
        block->entries[i].record->began_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool sample_block(struct block *block, struct error *error)
{
    disturbance_begin(block);
    note_begin(block);
    const bool ok = measure_loop(block, error) && clock_check(&block->bench->machine->clock, error);
    disturbance_end(block);
    return ok;
}

static bool measure(struct block *block, struct error *error)
{
    for (size_t i = 0; i < MEMORY_KINDS; i++)
        memory_kinds[i]->map(block);
    if (!loop_active(block))
        return true;
    block_prepare(block);
    const bool ok =
        accuracy_measure(block, error) && proof_before(block, error) && sample_block(block, error);
    if (ok)
        conclude(block);
    if (ok && energy_is_due(block))
        energy_measure(block);
    block_finish(block);
    return ok;
}

/* What its members were expected to take moves from what is to come to what is measured. */
static void begin_block_time(struct bench *bench, const size_t *members, size_t count)
{
    bench->left.block_s = 0;
    for (size_t i = 0; i < count; i++)
        bench->left.block_s += bench->expected_s[members[i]];
    bench->left.rest_s -= bench->left.block_s;
}

static void end_block_time(struct bench *bench, const struct block *block)
{
    bench->left.done_s += bench->left.block_s;
    bench->left.passed_s += clock_since_s(&bench->machine->clock, block->began_ns);
    bench->left.block_s = 0;
}

static void report_block(const struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->member_count; i++) {
        const struct record *const record = &bench->results->records[block->members[i]];
        bench->points_done += record->status != STATUS_INTERRUPTED;
        if (bench->options->finished)
            bench->options->finished(bench->options->context, record);
    }
    end_block_time(bench, block);
}

static bool run_block(struct bench *bench, const size_t *members, size_t count, struct error *error)
{
    struct block block;
    block_init(&block, bench, members, count);
    begin_block_time(bench, members, count);
    limits_join(&block);
    const bool ok = measure(&block, error);
    if (ok)
        report_block(&block, bench);
    block_close(&block);
    return ok;
}

/* Whether it is one of those that are measured here. */
static bool is_asked(const struct bench *bench, const struct record *record)
{
    const struct runner_options *const options = bench->options;
    return !options->apart || registry_plugin_of(record->point.implementation) == options->of;
}

/* Move those that are still to be measured to the front. Returns how many they are. */
static size_t keep_pending(const struct bench *bench, size_t *members, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct record *const record = &bench->results->records[members[i]];
        if (record->status == STATUS_PENDING && is_asked(bench, record))
            members[kept++] = members[i];
    }
    return kept;
}

static bool is_complete(const struct bench *bench)
{
    for (size_t i = 0; i < bench->results->count; i++) {
        const struct record *const record = &bench->results->records[i];
        if (record->status == STATUS_INTERRUPTED && is_asked(bench, record))
            return false;
    }
    return true;
}

/* What is random in a block depends on nothing that was measured before it: another run of the same seed has
 * the same places in memory and the same order. */
static void seed_block(struct bench *bench)
{
    bench->random = (struct random){random_at(bench->config->measure.seed, bench->block_number)};
}

static bool run_blocks(struct bench *bench, struct error *error)
{
    const size_t count = bench->plan->count;
    size_t *const order = order_all(bench->plan);
    bool ok = order != NULL;
    for (size_t first = 0, extent; ok && first < count && !bench_stopping(bench); first += extent) {
        extent = order_extent(bench->plan, order, count, first);
        const size_t pending = keep_pending(bench, order + first, extent);
        seed_block(bench);
        if (pending > 0)
            ok = run_block(bench, order + first, pending, error);
        bench->block_number++;
    }
    free(order);
    return ok;
}

void results_make(struct results *results, const struct plan *plan)
{
    *results = (struct results){.records = memory_array(plan->count, sizeof *results->records)};
    for (results->count = 0; results->count < plan->count; results->count++)
        results->records[results->count] = record_of(&plan->points[results->count].point);
}

/* What is pending of this launch, and all launches to come. */
static void expect_time(struct bench *bench)
{
    struct measure_settings settings = bench->config->measure;
    const uint64_t begun = bench->options->launch + 1;
    const uint64_t to_come = settings.processes > begun ? settings.processes - begun : 0;
    settings.samples = bench->options->smoke ? 1 : settings.samples;
    double *const later = time_of_points(bench->plan, &settings, PROCESS_LATER);
    bench->expected_s =
        bench->options->earlier ? later : time_of_points(bench->plan, &settings, PROCESS_FIRST);
    bench->left = bench->options->before;
    for (size_t i = 0; i < bench->plan->count; i++) {
        const bool pending = bench->results->records[i].status == STATUS_PENDING;
        bench->points_done += !pending;
        bench->left.rest_s += (pending ? bench->expected_s[i] : 0) + (double)to_come * later[i];
    }
    if (later != bench->expected_s)
        free(later);
}

bool runner_refuse_budget(const struct results *results, size_t launch, uint64_t launches,
                          struct error *error)
{
    char of[64] = "";
    size_t done = 0;
    for (size_t i = 0; i < results->count; i++)
        done +=
            results->records[i].status != STATUS_PENDING && results->records[i].status != STATUS_INTERRUPTED;
    if (launches > 1)
        snprintf(of, sizeof of, " of launch %zu of %" PRIu64, launch + 1, launches);
    return error_set(error, EXIT_BUDGET, "time ran out after %zu of %zu points%s", done, results->count, of);
}

/* Meet the ranks that mpiexec started, and have them start as many workers. A bench that did not start meets
 * them too, so that they end with it. */
static bool start_ranks(struct bench *bench, struct ranks_bench *ranks, struct error *error)
{
    const struct ranks_order start = {.kind = ORDER_START,
                                      .workers = bench->team ? team_size(bench->team) : 0,
                                      .pinned = bench->places != NULL};
    struct watch *const watch = bench->options->watch;
    struct ranks_answer answer;
    if (!bench->options->ranks)
        return true;
    ranks->machine = bench->machine;
    if (watch) {
        ranks->awaited = &watch->awaited;
        ranks->beats = &watch->beats;
    }
    if (!ranks_meet(ranks, bench->options->ranks, &bench->message, error))
        return false;
    ranks->team = bench->team;
    bench->ranks = ranks;
    if (error->code != EXIT_OK)
        return false;
    return ranks_command(ranks, &start, &answer) || error_set(error, EXIT_SYSTEM, "%s", answer.text);
}

bool runner_run(const struct workload *workload, const struct runner_options *options,
                struct results *results, struct error *error)
{
    if (!results->records)
        results_make(results, workload->plan);
    struct bench bench = {
        .plan = workload->plan,
        .config = workload->config,
        .machine = workload->machine,
        .options = options,
        .results = results,
        .start_ns = clock_read(&workload->machine->clock),
        .block_number = options->launch << BLOCK_NUMBER_BITS,
    };
    expect_time(&bench);
    bench_take_turn(&bench);
    struct ranks_bench ranks = {.team = NULL};
    bool ok = bench_start(&bench, error);
    ok = start_ranks(&bench, &ranks, error) && ok && run_blocks(&bench, error);
    ok = ok && clock_check(&bench.machine->clock, error);
    results_interrupt(results, bench_why_unfinished(&bench));
    if (ok && !bench_stop_asked(&bench) && !is_complete(&bench))
        ok = runner_refuse_budget(results, options->launch, workload->config->measure.processes, error);
    ranks_leave(&ranks);
    bench_devices_close(&bench);
    bench_close(&bench);
    free(bench.expected_s);
    return ok;
}
