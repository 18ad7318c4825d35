/* SPDX-License-Identifier: MIT */
/* A against A as two implementations through the runner, then with known delays. */
#include "measure/noise.h"

#include "measure/runner.h"
#include "registry/registry.h"
#include "statistics/bootstrap.h"

#include <math.h>

enum { ROUNDS = 40, ELEMENTS = 32 << 10, SIDES = 2 };

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
    struct point point = {.implementation = implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = axis_info[axis].fallback;
    if (point_has(&point, AXIS_ISA))
        point.isa = isa_best();
    point.n = ELEMENTS;
    return point;
}

/* The share of a sample that the clock cannot tell: what is nearer to 1 is no difference. */
static double resolution(const struct record *record, const struct clock *clock)
{
    return clock->tick_s / (record->statistics.median * (double)record->batch);
}

static bool judge(const struct results *results, const struct clock *clock, struct noise_row *row,
                  struct random *random, struct error *error)
{
    const struct record *const first = &results->records[0], *const second = &results->records[1];
    for (size_t i = 0; i < SIDES; i++)
        if (results->records[i].status != STATUS_OK)
            return error_set(error, results->records[i].status == STATUS_WRONG ? EXIT_FINDING : EXIT_SYSTEM,
                             "a trial was %s: %s", status_names[results->records[i].status],
                             results->records[i].message);
    const struct ratio_question question = {
        .base = {first->samples_s, first->sample_count},
        .next = {second->samples_s, second->sample_count},
        .paired = first->sample_count == second->sample_count,
    };
    const struct interval interval = bootstrap_ratio(&question, random);
    const double tick = resolution(first, clock);
    row->trials++;
    row->slower += interval.low > 1 + tick;
    row->faster += interval.high < 1 - tick;
    return true;
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
    const struct plan plan = {points, SIDES};
    const struct config config = {.measure = {.samples_min = ROUNDS,
                                              .samples_max = ROUNDS,
                                              .precision = 0,
                                              .max_time_s = 60,
                                              .launches = 1,
                                              .seed = seed},
                                  .pin = PIN_CORES};
    const struct runner_options running = {.budget_s = INFINITY};
    struct random random = {seed};
    struct results results = {0};
    const struct workload workload = {&plan, &config, machine};
    bool ok = runner_run(&workload, &running, &results, error);
    ok = ok && judge(&results, &machine->clock, row, &random, error);
    if (ok)
        *call_s = results.records[0].statistics.median;
    results_close(&results);
    return ok;
}

bool noise_measure(const struct machine *machine, const struct noise_options *options,
                   struct noise_report *report, struct error *error)
{
    *report = (struct noise_report){.rounds = ROUNDS, .call_s = NAN};
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
