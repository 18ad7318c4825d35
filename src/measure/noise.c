/* SPDX-License-Identifier: MIT */
/* A against A as two implementations through the runner, then with known delays. */

#include "base/random.h"
#include "measure/measure.h"
#include "registry/registry.h"
#include "statistics/verdict_rule.h"

#include <math.h>
#include <string.h>

enum { PROCESSES = 10, ROUNDS = 5, ELEMENTS = 32 << 10, SIDES = 2 };

static const double delays[NOISE_ROWS] = {0, 0.01, 0.02, 0.05};

/* One of the two that are compared. The registry's row first, so that a pointer to it is one to the whole. */
struct delayed {
    struct implementation implementation;
    const struct implementation *original;
    const struct clock *clock;
    double delay; /* a share of each call */
};

/* The same code for both, or the compiler would make them differ. The delay is a share of what this very call
 * took, so that it is the same share whatever the machine does. */
static void run_delayed(const struct run *run)
{
    const struct delayed *const side = (const struct delayed *)run->point->implementation;
    const uint64_t start = clock_read(side->clock);
    side->original->run(run);
    const uint64_t end = clock_read(side->clock);
    const uint64_t delay_ns = (uint64_t)(side->delay * (double)clock_between_ns(start, end));
    while (clock_between_ns(end, clock_read(side->clock)) < delay_ns && !clock_failed()) {
    }
}

static const struct implementation *find_serial(void)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family == FAMILY_SERIAL && registry[i]->primitive == PRIMITIVE_SCAN)
            return registry[i];
    return NULL;
}

static struct delayed side_of(const struct implementation *original, const char *name,
                              const struct clock *clock, double delay)
{
    struct delayed side = {*original, original, clock, delay};
    side.implementation.name = name;
    side.implementation.run = run_delayed;
    return side;
}

static struct point point_of(const struct implementation *implementation)
{
    struct point point = implementation_point(implementation);
    point.n = ELEMENTS;
    return point;
}

/* The share of a sample that the clock cannot tell: what is nearer to 1 is no difference. */
static double resolution(const struct record *record, const struct clock *clock)
{
    return clock->tick_s / (record->statistics.median * (double)record->batch);
}

/* Of both sides the samples of all repeats, one after the other. */
struct noise_trial {
    double samples_s[SIDES][PROCESSES * ROUNDS];
    size_t counts[PROCESSES];
    double tick; /* the resolution */
    double call_s;
};

static bool add_repeat(struct noise_trial *trial, size_t repeat, const struct results *results,
                       const struct clock *clock, struct error *error)
{
    for (size_t i = 0; i < SIDES; i++) {
        const struct record *const record = &results->records[i];
        if (record->status != STATUS_OK || record->sample_count != ROUNDS)
            return error_set(error, record->status == STATUS_WRONG ? EXIT_FINDING : EXIT_SYSTEM,
                             "a trial was %s: %s", status_names[record->status], record->message);
        memcpy(trial->samples_s[i] + repeat * ROUNDS, record->samples_s, ROUNDS * sizeof(double));
    }
    trial->counts[repeat] = ROUNDS;
    trial->tick = resolution(&results->records[0], clock);
    trial->call_s = results->records[0].statistics.median;
    return true;
}

static void judge(const struct noise_trial *trial, struct noise_row *row)
{
    const struct rounds first = {trial->samples_s[0], trial->counts, PROCESSES};
    const struct rounds second = {trial->samples_s[1], trial->counts, PROCESSES};
    const enum verdict verdict = verdict_judge(estimate_ratio(&first, &second).interval,
                                               verdict_margin(PROCESSES, true) + trial->tick);
    row->trials++;
    row->slower += verdict == VERDICT_SLOWER;
    row->faster += verdict == VERDICT_FASTER;
}

/* Memory and data are new in each repeat, as they are in each process of a run. */
static bool repeat_once(const struct machine *machine, uint64_t seed, const struct plan *plan,
                        struct results *results, struct error *error)
{
    const struct config config = {.measure = {.samples = ROUNDS, .time_s = 60, .processes = 1, .seed = seed},
                                  .pin = PIN_CORES};
    const struct runner_options running = {.budget_s = INFINITY};
    const struct workload workload = {plan, &config, machine};
    return runner_run(&workload, &running, results, error);
}

/* One trial; adds to the row. The median of a call is kept in call_s. */
static bool try_once(const struct machine *machine, uint64_t seed, struct noise_row *row, double *call_s,
                     struct error *error)
{
    const struct implementation *const serial = find_serial();
    if (!serial)
        return error_set(error, EXIT_SYSTEM, "no serial scan to measure");
    const struct delayed sides[SIDES] = {side_of(serial, "noise/first", &machine->clock, 0),
                                         side_of(serial, "noise/second", &machine->clock, row->delay)};
    struct planned_point points[SIDES] = {{.point = point_of(&sides[0].implementation), .supported = true},
                                          {.point = point_of(&sides[1].implementation), .supported = true}};
    struct noise_trial trial;
    bool ok = true;
    for (size_t i = 0; ok && i < PROCESSES; i++) {
        struct results results = {0};
        ok = repeat_once(machine, random_at(seed, i), &(struct plan){points, SIDES}, &results, error) &&
             add_repeat(&trial, i, &results, &machine->clock, error);
        results_close(&results);
    }
    if (ok) {
        judge(&trial, row);
        *call_s = trial.call_s;
    }
    return ok;
}

bool noise_measure(const struct machine *machine, const struct noise_options *options,
                   struct noise_report *report, struct error *error)
{
    *report = (struct noise_report){.rounds = PROCESSES * ROUNDS, .call_s = NAN};
    const unsigned half = options->trials > 1 ? options->trials / 2 : 1;
    const unsigned wanted[NOISE_ROWS] = {options->trials, half, half, half};
    const unsigned total = options->trials + 3 * half;
    unsigned done = 0;
    for (size_t i = 0; i < NOISE_ROWS; i++) {
        report->rows[i].delay = delays[i];
        for (unsigned k = 0; k < wanted[i]; k++, done++) {
            if (options->progress && !options->progress(options->context, done, total))
                return true;
            if (!try_once(machine, random_at(options->seed, done), &report->rows[i], &report->call_s, error))
                return false;
        }
    }
    return true;
}
