/* SPDX-License-Identifier: MIT */
/* A plan of made-up points, its launches, and what was kept of them. */
#pragma once

#include "measure/measure.h"
#include "registry/registry.h"

#include "made_up.h"
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 8, SMALL = 1000, MOST_LAUNCHES = 8 };

static unsigned calls, trigger; /* of the made-up implementation, in each process */

static inline void scan(const struct run *run)
{
    scan_sums(run);
    calls++;
}

static inline void scan_signalled(const struct run *run, int signal)
{
    scan(run);
    if (calls > trigger)
        raise(signal);
}

static inline void scan_segv(const struct run *run)
{
    scan_signalled(run, SIGSEGV);
}

static inline void scan_slowly(const struct run *run)
{
    scan(run);
    usleep(10 * 1000);
}

static inline void scan_wrong(const struct run *run)
{
    scan(run);
    ((uint32_t *)run->output)[0]++;
}

struct bed {
    struct planned_point points[POINTS];
    struct plan plan;
    struct config config;
    struct machine machine;
    struct launch_options options;
    struct results *launches;
    struct error error;
    size_t kept[MOST_LAUNCHES][POINTS];
    size_t kept_count, fail_at, stop_at;
    size_t looks, looks_fail_at; /* of what is done meanwhile */
};

static inline bool note_kept(void *context, size_t launch, size_t index, const struct record *record,
                             struct error *error)
{
    struct bed *const bed = context;
    bed->kept[launch][index]++;
    bed->kept_count++;
    assert_ptr_equal(record, &bed->launches[launch].records[index]);
    if (bed->kept_count == bed->stop_at)
        stop_signal = SIGTERM;
    return bed->kept_count != bed->fail_at || error_set(error, EXIT_OUTPUT, "no space");
}

static inline void bed_open(struct bed *bed)
{
    *bed = (struct bed){.plan.points = bed->points};
    bed->config.measure = (struct measure_settings){.samples = 30, .time_s = 10, .processes = 1, .seed = 5};
    bed->options = (struct launch_options){.running.budget_s = INFINITY, .keep = note_kept, .context = bed};
    assert_true(machine_init(&bed->machine, NULL, &bed->error));
    stop_signal = stop_at_once = 0;
    calls = trigger = 0;
}

static inline void add(struct bed *bed, const struct implementation *implementation, size_t n)
{
    bed->points[bed->plan.count++] =
        (struct planned_point){.point = made_up_point(implementation, n), .supported = true};
}

static inline void add_serial(struct bed *bed, size_t n)
{
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), n);
}

static inline bool run(struct bed *bed)
{
    if (!bed->launches)
        launches_make(&bed->launches, bed->config.measure.processes, &bed->plan);
    const struct workload workload = {&bed->plan, &bed->config, &bed->machine};
    return launches_run(&workload, &bed->options, bed->launches, &bed->error);
}

static inline struct record *record(struct bed *bed, size_t i)
{
    return &bed->launches[0].records[i];
}

static inline void bed_close(struct bed *bed)
{
    launches_close(bed->launches, bed->config.measure.processes);
    machine_close(&bed->machine);
    stop_signal = stop_at_once = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}
