/* SPDX-License-Identifier: MIT */
/* One group in the model, and how what it counts is held against formulas: include once, before cmocka's
 * tests. */
#pragma once

#include "base/random.h"
#include "engine/model/model.h"
#include "engine/model/model_point.h"
#include "implementation/implementation.h"
#include "machine/isa.h"
#include "problem/primitive.h"

#include "test.h"

/* The terms of the formulas: threads, subgroups, log2 of the threads, the adds of a log-step scan. */
struct shape {
    long T, S, L, A;
    int index; /* 0 … 5 for 32 … 1024 threads */
};

/* In the order of the table: adds, subs, shuffles, shared loads and stores, barriers, subgroup barriers,
 * steps, words, conflicts. */
struct expected {
    long adds, subs, shuffles, loads, stores, barriers, simd_barriers, steps, words, conflicts;
};

static inline struct shape shape_of(int index)
{
    const long T = 32L << index, L = 5 + index;
    return (struct shape){T, T / 32, L, T * L - T + 1, index};
}

typedef void (*local_function)(void);
struct row {
    const char *name;
    local_function local;
    struct expected (*expected)(struct shape);
};
#define LENGTH(rows) (sizeof rows / sizeof rows[0])

enum { MOST = 32 * 1024 };
static uint32_t input[MOST], output[MOST];

static inline long from_table(struct shape s, const long by_threads[6])
{
    return by_threads[s.index];
}
#define CONFLICTS(...) from_table(s, (const long[6]){__VA_ARGS__})
#define BLELLOCH_CONFLICTS CONFLICTS(0, 35, 105, 245, 525, 1085)

/* The device of the probes that follow: one whose lanes do not run in step. */
static struct device probe_device;

/* reduce_tile: how many lanes share the total with all threads. */
static uint64_t probe_sharers = 1;

/* A full tile of n = threads · values words, by one group. Caller destroys. */
static inline struct model *run_probe(launch_kernel *kernel, local_function local, unsigned threads,
                                      unsigned values, enum network network)
{
    const struct model_options options = {.device = &probe_device, .workers = 1};
    struct launch launch = {.threads = threads,
                            .values = values,
                            .dtype = DTYPE_U32,
                            .op = OP_SUM,
                            .local = local,
                            .network = network};
    struct error error = {0};
    struct model *const model = model_create(&options);
    const size_t n = (size_t)threads * values;
    assert_true(model_region(model, "in", input, n * sizeof *input, &error));
    assert_true(model_region(model, "out", output, n * sizeof *output, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = n;
    launch.argument[3].value = LAYOUT_BLOCKED;
    launch.argument[4].value = 1;
    launch.argument[5].value = probe_sharers;
    model_launch(model, kernel, &launch, 1);
    assert_true(model_finish(model, &error));
    return model;
}

static inline bool is_equal(const char *name, struct shape s, const char *what, uint64_t counted,
                            long expected)
{
    if (counted == (uint64_t)expected)
        return true;
    print_error("%s, T = %ld: %s are %lu, not %ld\n", name, s.T, what, (unsigned long)counted, expected);
    return false;
}

static inline bool counts_match(const char *name, struct shape s, const struct expected *e,
                                const struct counts *counts)
{
    const struct {
        enum counter counter;
        long expected;
    } pairs[] = {
        {COUNTER_ADDS, e->adds},
        {COUNTER_SUBS, e->subs},
        {COUNTER_SHUFFLES, e->shuffles},
        {COUNTER_SHARED_LOADS, e->loads},
        {COUNTER_SHARED_STORES, e->stores},
        {COUNTER_BARRIERS, e->barriers},
        {COUNTER_SIMD_BARRIERS, e->simd_barriers},
        {COUNTER_STEPS, e->steps},
        {COUNTER_SHARED_WORDS, e->words},
        {COUNTER_BANK_CONFLICTS, e->conflicts},
    };
    bool ok = true;
    for (size_t i = 0; i < LENGTH(pairs); i++)
        ok &= is_equal(name, s, model_counter_names[pairs[i].counter], counts->of[pairs[i].counter],
                       pairs[i].expected);
    return ok;
}

static inline bool matches(const struct row *row, struct shape s, const struct counts *counts)
{
    const struct expected expected = row->expected(s);
    return counts_match(row->name, s, &expected, counts);
}

static inline bool no_hazard(const struct model_report *report)
{
    char text[256];
    for (size_t i = 0; i < report->hazards; i++)
        print_error("%s\n", hazard_text(&report->hazard[i], text, sizeof text));
    return report->hazards == 0 && !report->unsupported && !report->starved;
}

/* The load of a tile: T(V − 1) adds, TV loads, V·min(V, 32) transactions a subgroup. */
static inline bool load_matches(const char *name, struct shape s, long V, const struct counts *counts)
{
    return is_equal(name, s, "load adds", counts->of[COUNTER_ADDS], s.T * (V - 1)) &&
           is_equal(name, s, "loads", counts->of[COUNTER_DEVICE_LOADS], s.T * V) &&
           is_equal(name, s, "transactions", counts->of[COUNTER_TRANSACTIONS], s.S * V * V);
}

/* A kernel of one group around the local algorithm, whatever the threads and values. */
static inline bool check_row(launch_kernel *kernel, const struct row *row)
{
    bool ok = true;
    for (int i = 0; i < 6; i++)
        for (unsigned values = 1; values <= 32; values *= 2) {
            const struct shape shape = shape_of(i);
            struct model *const model =
                run_probe(kernel, row->local, (unsigned)shape.T, values, NETWORK_NONE);
            const struct model_report *const report = model_report(model);
            const struct model_kernel *const counted = &report->kernel[0];
            ok &= no_hazard(report) && counted->has_group &&
                  matches(row, shape, &counted->group[PHASE_LOCAL]) &&
                  load_matches(row->name, shape, values, &counted->group[PHASE_LOAD]);
            model_destroy(model);
        }
    return ok;
}

/* A run of a point, whose implementation supports it, by one worker on a device of the model. */
static inline struct model_result run_point(struct point point, const char *device, enum group_order order)
{
    struct model_result result;
    struct error error = {0};
    point.workers = 1;
    point.isa = isa_best();
    assert_true(point.implementation->supports(&point, &error));
    assert_true(
        model_point_run(&result, &point, &(struct model_conditions){device_find(device), order, 1}, &error));
    return result;
}

/* Sums over the kernels of a run. */
static inline uint64_t in_all(const struct model_result *result, enum counter counter)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < result->report.kernels; i++)
        sum += result->report.kernel[i].run[PHASE_TOTAL].of[counter];
    return sum;
}

static inline int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        input[i] = (uint32_t)(random_at(1, i) >> 32);
    probe_device = *device_find("cpu");
    return 0;
}
