/* SPDX-License-Identifier: MIT */
/* A plan of made-up points, what the runner makes of it, and what is expected of its records. */
#pragma once

#include "measure/measure.h"

#include "made_up.h"
#include "test.h"

#include <stdatomic.h>

enum { POINTS = 8, SMALL = 1000 };

static atomic_uint calls; /* of the made-up implementation under test */
static unsigned trigger;  /* the call in which it misbehaves */

static inline void scan(const struct run *run)
{
    scan_sums(run);
    atomic_fetch_add(&calls, 1);
}

/* A plan, its settings and what came out. */
struct bed {
    struct planned_point points[POINTS];
    struct plan plan;
    struct config config;
    struct machine machine;
    struct runner_options options;
    struct results results;
    struct error error;
    const struct record *finished[POINTS];
    size_t finished_count;
    size_t shown;
};

static inline void note_finished(void *context, const struct record *record)
{
    struct bed *const bed = context;
    bed->finished[bed->finished_count++] = record;
}

static inline void note_progress(void *context, const struct runner_progress *progress)
{
    struct bed *const bed = context;
    bed->shown++;
    assert_true(progress->done <= progress->total && progress->now);
}

/* On a machine of this topology, hwloc's words; NULL: this one. */
static inline void bed_init(struct bed *bed, const char *topology)
{
    *bed = (struct bed){.plan.points = bed->points};
    bed->config.measure = (struct measure_settings){.samples = 30, .time_s = 10, .processes = 1, .seed = 5};
    bed->options = (struct runner_options){
        .budget_s = INFINITY, .progress = note_progress, .finished = note_finished, .context = bed};
    assert_true(machine_init(&bed->machine, topology, &bed->error));
    stop_signal = 0;
    calls = 0;
    trigger = 0;
}

static inline void bed_open(struct bed *bed)
{
    bed_init(bed, NULL);
}

static inline struct planned_point *add(struct bed *bed, const struct implementation *implementation,
                                        size_t n)
{
    struct planned_point *const planned = &bed->points[bed->plan.count++];
    *planned = (struct planned_point){.point = made_up_point(implementation, n), .supported = true};
    return planned;
}

static inline bool run(struct bed *bed)
{
    const struct workload workload = {&bed->plan, &bed->config, &bed->machine};
    return runner_run(&workload, &bed->options, &bed->results, &bed->error);
}

static inline void bed_close(struct bed *bed)
{
    results_close(&bed->results);
    machine_close(&bed->machine);
    stop_signal = 0;
}

static const struct record *record(const struct bed *bed, size_t index)
{
    return &bed->results.records[index];
}

static inline void assert_no_rate(const struct record *r)
{
    assert_int_equal(r->sample_count, 0);
    assert_int_equal(r->statistics.samples, 0);
    assert_true(isnan(record_bytes_per_s(r)) && isnan(r->limit_ratio));
    assert_true(r->message[0]);
}

static inline void assert_rated(const struct record *r)
{
    assert_int_equal(r->status, STATUS_OK);
    assert_true(r->sample_count >= 20 && r->sample_count == r->statistics.samples);
    assert_true(r->batch >= 1 && r->verified >= 3);
    assert_true(r->statistics.median > 0 && record_bytes_per_s(r) > 0);
    assert_true(r->limit_name && r->limit_bytes_per_s > 0 && r->limit_ratio > 0);
    assert_true(r->limit_interval.low > 0 && r->limit_interval.high >= r->limit_interval.low);
    assert_true(r->cpu_count >= 1 && r->empty_dispatch_s >= 0);
}
