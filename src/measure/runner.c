/* SPDX-License-Identifier: MIT */
/* Running a plan, block by block: memory, proof, rounds, proof again, ratings. */
#include "measure/runner.h"

#include "measure/block.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

volatile int runner_stop;

enum { SHOW_EVERY_NS = 100 * 1000 * 1000 };

static uint64_t now_ns(const struct bench *bench)
{
    return clock_read(&bench->machine->clock);
}

static double elapsed_s(const struct bench *bench)
{
    return (double)(now_ns(bench) - bench->start_ns) * 1e-9;
}

static bool budget_spent(const struct bench *bench)
{
    return elapsed_s(bench) > bench->options->budget_s;
}

static bool stop_asked(const struct bench *bench)
{
    const struct runner_options *const options = bench->options;
    return runner_stop || (options->watch && options->watch->stop) ||
           (options->turns && turns_broken(options->turns));
}

bool bench_stopping(const struct bench *bench)
{
    return stop_asked(bench) || budget_spent(bench);
}

void bench_watch(const struct bench *bench, enum watch_stage stage, const struct point *now)
{
    struct watch *const watch = bench->options->watch;
    if (!watch)
        return;
    watch->point = *now;
    watch->stage = stage;
    watch->beats++;
}

/* The share of an entry's measuring that is done. */
static double entry_share(const struct entry *entry, const struct measure_settings *settings)
{
    if (!entry->active)
        return 1;
    return fmin(1, fmax(entry->timed_s / settings->max_time_s,
                        (double)entry->record->sample_count / (double)settings->samples_max));
}

static double block_cost_done(const struct block *block, const struct config *config)
{
    double cost = 0;
    for (size_t i = 0; i < block->planned_count; i++) {
        const struct entry *const entry = &block->entries[i];
        cost += entry_share(entry, &config->measure) * estimate_point(&entry->record->point, config);
    }
    return cost;
}

void bench_progress(struct bench *bench, const struct block *block, const struct point *now)
{
    const uint64_t time_ns = now_ns(bench);
    bench_watch(bench, WATCH_POINT, now);
    if (!bench->options->progress || (bench->shown_ns && time_ns - bench->shown_ns < SHOW_EVERY_NS))
        return;
    bench->shown_ns = time_ns;
    const double done = bench->cost_done + block_cost_done(block, bench->config);
    const struct runner_progress progress = {
        .done = bench->points_done,
        .total = bench->plan->count,
        .now = now,
        .elapsed_s = elapsed_s(bench),
        .left_s = done > 0 ? elapsed_s(bench) * (bench->cost_total - done) / done : NAN,
    };
    bench->options->progress(bench->options->context, &progress);
}

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
    const struct statistics cores = statistics_make(entry->cores_s, record->sample_count);
    record->compute_s = cores.median;
    record->compute_spread = (cores.q3 - cores.q1) / cores.median;
}

static void rate_entry(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    struct record *const record = entry->record;
    if (record->status != STATUS_OK)
        return;
    record->statistics = record_statistics(record);
    rate_cores(entry);
    disturbance_flag(block, bench, entry);
}

static const char *why_unfinished(const struct bench *bench)
{
    if (runner_stop)
        return "interrupted by a signal";
    if (bench->options->turns && turns_broken(bench->options->turns))
        return "the program that took turns ended before";
    return budget_spent(bench) ? "the budget ran out" : "the run failed before";
}

static void interrupt_entry(struct entry *entry, const struct bench *bench)
{
    if (entry->record->status == STATUS_PENDING)
        entry_fail(entry, STATUS_INTERRUPTED, why_unfinished(bench));
}

static void conclude(struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->entry_count; i++)
        finish_entry(&block->entries[i], i < block->planned_count);
    proof_after(block, bench);
    for (size_t i = 0; i < block->entry_count; i++)
        rate_entry(block, bench, &block->entries[i]);
    limits_rate(block);
    for (size_t i = 0; i < block->planned_count; i++)
        interrupt_entry(&block->entries[i], bench);
}

/* Memory that was there a moment ago and is refused now costs these points, not the run. */
static void skip_block(struct block *block, const struct error *why)
{
    for (size_t i = 0; i < block->planned_count; i++)
        if (block->entries[i].active)
            entry_fail(&block->entries[i], STATUS_SKIPPED, why->text);
}

static bool measure(struct block *block, struct bench *bench, struct error *error)
{
    struct error refusal = {0};
    if (!block_map(block, bench, &refusal)) {
        skip_block(block, &refusal);
        return true;
    }
    block_prepare(block, bench);
    bool ok = accuracy_measure(block, bench, error) && proof_before(block, bench, error);
    if (ok) {
        block_read_pages(block, bench);
        disturbance_begin(block, bench);
        ok = rounds_run(block, bench, error);
        disturbance_end(block, bench);
    }
    if (ok)
        conclude(block, bench);
    block_finish(block, bench);
    return ok;
}

static void report_block(const struct block *block, struct bench *bench)
{
    for (size_t i = 0; i < block->member_count; i++) {
        const struct record *const record = &bench->results->records[block->members[i]];
        bench->cost_done += estimate_point(&record->point, bench->config);
        bench->points_done += record->status != STATUS_INTERRUPTED;
        if (bench->options->finished)
            bench->options->finished(bench->options->context, record);
    }
}

static bool run_block(struct bench *bench, const size_t *members, size_t count, struct error *error)
{
    struct block block;
    bool ok = block_init(&block, bench, members, count, error);
    if (ok && block_fit(&block, bench))
        ok = measure(&block, bench, error);
    if (ok)
        report_block(&block, bench);
    block_close(&block);
    return ok;
}

/* Move those that are still to be measured to the front. Returns how many they are. */
static size_t keep_pending(const struct results *results, size_t *members, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (results->records[members[i]].status == STATUS_PENDING)
            members[kept++] = members[i];
    return kept;
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
    size_t *const order = block_order_all(bench->plan, error);
    bool ok = order != NULL;
    for (size_t first = 0, extent; ok && first < count && !bench_stopping(bench); first += extent) {
        extent = block_extent(bench->plan, order, count, first);
        const size_t pending = keep_pending(bench->results, order + first, extent);
        seed_block(bench);
        if (pending > 0)
            ok = run_block(bench, order + first, pending, error);
        bench->block_number++;
    }
    free(order);
    return ok;
}

static unsigned most_workers(const struct plan *plan)
{
    unsigned most = 1;
    for (size_t i = 0; i < plan->count; i++) {
        const unsigned workers = point_workers(&plan->points[i].point);
        if (plan->points[i].supported && workers > most)
            most = workers;
    }
    return most;
}

/* Places for all workers, around again where there are more workers than places. */
static struct place *choose_places(const struct bench *bench, unsigned workers)
{
    const struct place *allowed;
    const size_t count = topology_places(bench->machine->topology, &allowed);
    struct place *const places = malloc(workers * sizeof *places);
    for (unsigned w = 0; places && w < workers; w++)
        places[w] = allowed[w % count];
    return places;
}

static bool start_team(struct bench *bench, struct error *error)
{
    const unsigned workers = most_workers(bench->plan);
    const struct place *allowed;
    bench->place_count = topology_places(bench->machine->topology, &allowed);
    bench->empty_dispatch_s = malloc((workers + 1) * sizeof *bench->empty_dispatch_s);
    if (!bench->empty_dispatch_s)
        return error_set(error, EXIT_SYSTEM, "out of memory for %u workers", workers);
    for (unsigned w = 0; w <= workers; w++)
        bench->empty_dispatch_s[w] = NAN;
    const bool real = topology_facts(bench->machine->topology)->real;
    if (real && bench->config->pin != PIN_NONE && bench->place_count > 0) {
        bench->places = choose_places(bench, workers);
        if (!bench->places)
            return error_set(error, EXIT_SYSTEM, "out of memory for %u workers", workers);
    }
    bench->team = team_create(bench->places, workers, error);
    if (!bench->team)
        return false;
    struct error refusal = {0};
    bench->counters = counters_create(bench->team, counter_events, &refusal);
    return true;
}

bool results_make(struct results *results, const struct plan *plan, struct error *error)
{
    *results = (struct results){.records = calloc(plan->count, sizeof *results->records)};
    if (!results->records)
        return error_set(error, EXIT_SYSTEM, "out of memory for %zu records", plan->count);
    for (results->count = 0; results->count < plan->count; results->count++)
        results->records[results->count] = record_of(&plan->points[results->count].point);
    return true;
}

static void estimate_cost(struct bench *bench)
{
    double whole = 0;
    for (size_t i = 0; i < bench->plan->count; i++) {
        const struct record *const record = &bench->results->records[i];
        const double cost = estimate_point(&record->point, bench->config);
        const bool pending = record->status == STATUS_PENDING;
        whole += cost;
        bench->cost_total += pending ? cost : 0;
        bench->points_done += !pending;
    }
    bench->cost_total += whole * (double)(bench->config->measure.launches - 1 - bench->options->launch);
}

static bool refuse_budget(const struct bench *bench, struct error *error)
{
    const uint64_t launches = bench->config->measure.launches;
    char launch[64] = "";
    if (launches > 1)
        snprintf(launch, sizeof launch, " of launch %" PRIu64 " of %" PRIu64, bench->options->launch + 1,
                 launches);
    return error_set(error, EXIT_BUDGET, "the budget ran out after %zu of %zu points%s", bench->points_done,
                     bench->results->count, launch);
}

bool runner_run(const struct plan *plan, const struct config *config, const struct machine *machine,
                const struct runner_options *options, struct results *results, struct error *error)
{
    if (!results->records && !results_make(results, plan, error))
        return false;
    struct bench bench = {
        .plan = plan,
        .config = config,
        .machine = machine,
        .options = options,
        .results = results,
        .start_ns = clock_read(&machine->clock),
        .block_number = options->launch << BLOCK_NUMBER_BITS,
    };
    estimate_cost(&bench);
    bench_take_turn(&bench);
    bool ok = start_team(&bench, error) && run_blocks(&bench, error);
    results_interrupt(results, why_unfinished(&bench));
    if (ok && !stop_asked(&bench) && !results->complete)
        ok = refuse_budget(&bench, error);
    counters_destroy(bench.counters);
    if (bench.team)
        team_destroy(bench.team);
    free((void *)bench.places);
    free(bench.empty_dispatch_s);
    return ok;
}
