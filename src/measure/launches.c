/* SPDX-License-Identifier: MIT */
/* Launches: one after the other, and what they say together. */
#include "measure/launches.h"

#include "statistics/placement.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKED = 6 };

double launches_hang_s(const struct plan *plan)
{
    size_t most = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const size_t bytes = plan->points[i].supported ? plan_point_bytes(&plan->points[i].point) : 0;
        most = bytes > most ? bytes : most;
    }
    return 60 + (double)most / 10e6;
}

double launch_budget_s(const struct launch_run *run)
{
    const uint64_t spent_ns = clock_read(&run->machine->clock) - run->start_ns;
    return fmax(0, run->options->running.budget_s - (double)spent_ns * 1e-9);
}

bool launches_make(struct results **launches, size_t count, const struct plan *plan, struct error *error)
{
    *launches = calloc(count, sizeof **launches);
    if (!*launches)
        return error_set(error, EXIT_SYSTEM, "out of memory for %zu launches", count);
    for (size_t i = 0; i < count; i++)
        if (!results_make(&(*launches)[i], plan, error))
            return false;
    return true;
}

void launches_close(struct results *launches, size_t count)
{
    for (size_t i = 0; launches && i < count; i++)
        results_close(&launches[i]);
    free(launches);
}

/* What the callbacks of a launch in this process need. */
struct here {
    const struct launch_run *run;
    struct watch watch;
    struct error *error;
};

static void show_here(void *context, const struct runner_progress *progress)
{
    const struct here *const here = context;
    const struct runner_options *const running = &here->run->options->running;
    if (running->progress)
        running->progress(running->context, progress);
}

static void keep_here(void *context, const struct record *record)
{
    struct here *const here = context;
    const struct launch_options *const options = here->run->options;
    const size_t index = (size_t)(record - here->run->results->records);
    if (record->status == STATUS_INTERRUPTED || !options->keep || here->error->code != EXIT_OK)
        return;
    if (!options->keep(options->context, here->run->launch, index, record, here->error))
        here->watch.stop = true;
}

static bool run_here(const struct launch_run *run, struct error *error)
{
    struct here here = {.run = run, .error = error};
    struct runner_options running = run->options->running;
    running.budget_s = launch_budget_s(run);
    running.launch = run->launch;
    running.batches = run->batches;
    running.watch = &here.watch;
    running.progress = show_here;
    running.finished = keep_here;
    running.context = &here;
    runner_run(run->plan, run->config, run->machine, &running, run->results, error);
    run->results->effort = here.watch.effort;
    return error->code == EXIT_OK;
}

static const char *why_pending(const struct error *error)
{
    if (runner_stop)
        return "interrupted by a signal";
    return error->code == EXIT_BUDGET ? "the budget ran out" : "the run failed before";
}

static bool any_pending(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].status == STATUS_PENDING)
            return true;
    return false;
}

static uint64_t *chosen_batches(const struct results *first, struct error *error)
{
    uint64_t *const batches = calloc(first->count, sizeof *batches);
    if (!batches)
        error_set(error, EXIT_SYSTEM, "out of memory for %zu points", first->count);
    for (size_t i = 0; batches && i < first->count; i++)
        batches[i] = first->records[i].status == STATUS_OK ? first->records[i].batch : 0;
    return batches;
}

static bool run_launch(struct launch_run *run, const struct results *first, struct error *error)
{
    uint64_t *const batches = run->launch ? chosen_batches(first, error) : NULL;
    run->batches = batches;
    const uint64_t start_ns = clock_read(&run->machine->clock);
    const bool ok = (batches || !run->launch) &&
                    (run->options->in_process ? run_here(run, error) : isolate_run(run, error));
    run->results->effort.wall_s = (double)(clock_read(&run->machine->clock) - start_ns) * 1e-9;
    free(batches);
    return ok;
}

bool launches_run(const struct plan *plan, const struct config *config, const struct machine *machine,
                  const struct launch_options *options, struct results *launches, struct error *error)
{
    struct launch_run run = {plan, config, machine, options, .start_ns = clock_read(&machine->clock)};
    const size_t count = config->measure.launches;
    bool ok = true;
    for (; ok && !runner_stop && run.launch < count; run.launch++) {
        run.results = &launches[run.launch];
        if (any_pending(run.results))
            ok = run_launch(&run, &launches[0], error);
    }
    for (size_t i = 0; i < count; i++)
        results_interrupt(&launches[i], why_pending(error));
    return ok;
}

static bool is_failure(enum status status)
{
    return status != STATUS_OK && status != STATUS_INTERRUPTED;
}

/* The launch that decides about a point alone: the first that failed; the first where none has measured it.
 * Where none decides, count: those that have measured it are joined. */
static size_t deciding(const struct results *launches, size_t count, size_t index)
{
    size_t at = 0;
    for (size_t i = count; i-- > 0;)
        if (launches[i].records[index].status == STATUS_OK)
            at = count;
    for (size_t i = count; i-- > 0;)
        if (is_failure(launches[i].records[index].status))
            at = i;
    return at;
}

static void join_failure(const struct record *from, size_t launch, struct record *joined)
{
    char message[sizeof from->message + 32];
    snprintf(message, sizeof message, "%s (launch %zu)", from->message, launch + 1);
    const bool everywhere = from->status == STATUS_UNSUPPORTED || from->status == STATUS_INTERRUPTED;
    const bool said = strstr(from->message, "(launch ") != NULL;
    record_fail(joined, from->status, everywhere || said ? from->message : message);
}

/* Half width of the 95 % interval of a mean of so few values, over their standard deviation (Student). */
static double few_factor(size_t count)
{
    static const double t[RANKED] = {[2] = 12.706, [3] = 4.303, [4] = 3.182, [5] = 2.776};
    return t[count] / sqrt((double)count);
}

/* What the launches leave open of a value that each of them tells; NAN twice for one. */
static struct interval across_launches(const struct statistics *values)
{
    if (values->samples < 2)
        return (struct interval){NAN, NAN};
    if (values->samples >= RANKED)
        return (struct interval){values->ci_low, values->ci_high};
    const double half = few_factor(values->samples) * values->sd;
    return (struct interval){fmax(0, values->mean - half), values->mean + half};
}

/* The headline of several launches: the median of the medians that they tell. */
static void headline(struct record *joined, double *medians)
{
    size_t count = 0;
    for (size_t i = 0; i < joined->launch_count; i++)
        if (!isnan(joined->launches[i].median))
            medians[count++] = joined->launches[i].median;
    const struct statistics across = statistics_make(medians, count);
    const struct interval interval = across_launches(&across);
    joined->statistics.median = across.median;
    joined->statistics.ci_low = interval.low;
    joined->statistics.ci_high = interval.high;
}

/* What each launch says of the placement that is the commonest in all of them: nothing where it had another.
 */
static void place_launches(struct record *joined, double *rounds)
{
    double *samples_s = rounds;
    for (size_t i = 0; i < joined->launch_count; i++) {
        struct launch *const launch = &joined->launches[i];
        const size_t count = placement_drop(samples_s, launch->samples);
        launch->median = launch->ci_low = launch->ci_high = NAN;
        if (count > 0) {
            const struct statistics statistics = statistics_make(samples_s, count);
            launch->median = statistics.median;
            launch->ci_low = statistics.ci_low;
            launch->ci_high = statistics.ci_high;
        }
        samples_s += launch->samples;
    }
}

/* Two launches whose intervals are apart, by more than 2 %. */
static bool disagree(const struct record *joined)
{
    for (size_t i = 0; i < joined->launch_count; i++)
        for (size_t k = 0; k < joined->launch_count; k++)
            if (joined->launches[i].ci_high < joined->launches[k].ci_low &&
                joined->launches[k].median > 1.02 * joined->launches[i].median)
                return true;
    return false;
}

static struct launch launch_of(const struct record *record)
{
    return (struct launch){
        .samples = record->sample_count,
        .batch = record->batch,
        .median = record->statistics.median,
        .ci_low = record->statistics.ci_low,
        .ci_high = record->statistics.ci_high,
        .flags = record->flags,
    };
}

static void add_counts(struct counts *sum, const struct counts *counts)
{
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        sum->events[counter] += counts->events[counter];
    sum->enabled_ns += counts->enabled_ns;
    sum->running_ns += counts->running_ns;
}

static enum known both(enum known a, enum known b)
{
    return a == NO || b == NO ? NO : a == YES || b == YES ? YES : UNKNOWN;
}

static void add_accuracy(struct accuracy *sum, const struct accuracy *accuracy)
{
    sum->error_eps = fmax(sum->error_eps, accuracy->error_eps);
    sum->repeats = both(sum->repeats, accuracy->repeats);
    sum->workers_agree = both(sum->workers_agree, accuracy->workers_agree);
}

static void add_launch(struct record *joined, const struct record *record)
{
    memcpy(joined->samples_s + joined->sample_count, record->samples_s,
           record->sample_count * sizeof *record->samples_s);
    for (size_t i = 0; joined->trips_s && i < record->sample_count; i++)
        joined->trips_s[joined->sample_count + i] = record->trips_s ? record->trips_s[i] : NAN;
    joined->sample_count += record->sample_count;
    joined->launches[joined->launch_count++] = launch_of(record);
    joined->flags |= record->flags;
    joined->verified += record->verified;
    add_counts(&joined->counts, &record->counts);
    joined->counted_calls += record->counted_calls;
    add_accuracy(&joined->accuracy, &record->accuracy);
    joined->huge_fraction = fmin(joined->huge_fraction, record->huge_fraction);
}

/* The records of the launches that have measured a point. */
struct measured {
    const struct record **records;
    size_t count;
};

/* What the launches say of a double of their records. */
static struct statistics member_of(const struct measured *measured, size_t member, double *values)
{
    for (size_t i = 0; i < measured->count; i++)
        memcpy(&values[i], (const char *)measured->records[i] + member, sizeof values[i]);
    return statistics_make(values, measured->count);
}
#define MEMBER_OF(member) member_of(measured, offsetof(struct record, member), values)

static void rate_joined(const struct measured *measured, struct record *joined, double *values)
{
    joined->statistics = record_statistics(joined);
    if (joined->limit_name) {
        const struct statistics ratios = MEMBER_OF(limit_ratio);
        joined->limit_bytes_per_s = MEMBER_OF(limit_bytes_per_s).median;
        joined->limit_ratio = ratios.median;
        joined->limit_interval = across_launches(&ratios);
    }
    joined->compute_s = MEMBER_OF(compute_s).median;
    joined->compute_spread = MEMBER_OF(compute_spread).median;
    headline(joined, values);
    if (20 * (joined->sample_count - joined->statistics.samples) > joined->sample_count)
        joined->flags |= FLAG_PLACEMENT_MOVED;
    if (disagree(joined))
        joined->flags |= FLAG_LAUNCH_DISAGREE | FLAG_UNSTABLE;
}

static bool make_room(const struct measured *measured, struct record *joined)
{
    size_t samples = 0;
    bool placed = false;
    for (size_t i = 0; i < measured->count; i++) {
        samples += measured->records[i]->sample_count;
        placed |= measured->records[i]->trips_s != NULL;
    }
    joined->samples_s = malloc(samples * sizeof *joined->samples_s);
    joined->trips_s = placed ? malloc(samples * sizeof *joined->trips_s) : NULL;
    joined->launches = malloc(measured->count * sizeof *joined->launches);
    joined->sample_capacity = samples;
    return joined->samples_s && joined->launches && (joined->trips_s || !placed);
}

/* A copy of a record without what launches add up. */
static struct record emptied(const struct record *record)
{
    struct record copy = *record;
    copy.samples_s = copy.trips_s = NULL;
    copy.sample_count = copy.sample_capacity = 0;
    copy.verified = copy.counted_calls = 0;
    copy.counts = (struct counts){0};
    return copy;
}

/* What one launch says alone stays as it is: nothing is known across launches. */
static bool join_samples(const struct measured *measured, struct record *joined)
{
    double *const values = malloc(measured->count * sizeof *values);
    *joined = emptied(measured->records[0]);
    bool ok = values && make_room(measured, joined);
    for (size_t i = 0; ok && i < measured->count; i++)
        add_launch(joined, measured->records[i]);
    double *const rounds = ok ? record_rounds(joined) : NULL;
    ok = rounds != NULL;
    if (ok) {
        place_launches(joined, rounds);
        if (measured->count > 1)
            rate_joined(measured, joined, values);
    }
    free(rounds);
    free(values);
    return ok;
}

static bool join_measured(const struct results *launches, size_t count, size_t index, struct record *joined)
{
    struct measured measured = {malloc(count * sizeof *measured.records), 0};
    for (size_t i = 0; measured.records && i < count; i++)
        if (launches[i].records[index].status == STATUS_OK)
            measured.records[measured.count++] = &launches[i].records[index];
    const bool ok = measured.records && join_samples(&measured, joined);
    free(measured.records);
    return ok;
}

/* Takes the first launch's record where that is already what all launches say, from an earlier run. */
static bool join_point(struct results *launches, size_t count, size_t index, struct record *joined)
{
    if (launches[0].records[index].launch_count) {
        *joined = launches[0].records[index];
        launches[0].records[index] = record_of(&joined->point);
        return true;
    }
    const size_t decides = deciding(launches, count, index);
    if (decides == count)
        return join_measured(launches, count, index, joined);
    *joined = emptied(&launches[0].records[index]);
    join_failure(&launches[decides].records[index], decides, joined);
    return true;
}

bool launches_join(struct results *launches, size_t count, struct results *joined, struct error *error)
{
    if (count == 1) {
        *joined = launches[0];
        launches[0] = (struct results){0};
        return true;
    }
    *joined =
        (struct results){.records = calloc(launches[0].count, sizeof *joined->records), .complete = true};
    bool ok = joined->records != NULL;
    for (size_t i = 0; ok && i < launches[0].count; i++) {
        joined->count++;
        ok = join_point(launches, count, i, &joined->records[i]);
    }
    for (size_t i = 0; i < count; i++) {
        joined->complete &= launches[i].complete;
        joined->effort.wall_s += launches[i].effort.wall_s;
        joined->effort.sampled_s += launches[i].effort.sampled_s;
        joined->effort.untimed_s += launches[i].effort.untimed_s;
        joined->effort.warmed_s += launches[i].effort.warmed_s;
    }
    return ok || error_set(error, EXIT_SYSTEM, "out of memory for the results of %zu launches", count);
}
