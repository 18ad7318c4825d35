/* SPDX-License-Identifier: MIT */
/* Hardware counters of the workers through perf_event_open: one group of events a thread. */
#pragma once

#include "machine/workers/team.h"

#include <stdint.h>

/* What is counted: its name in results, and what perf_event_open(2) calls it: PERF_COUNT_HW_…. */
#define EVENTS(EVENT)                                 \
    EVENT(CYCLES, "cycles", CPU_CYCLES)               \
    EVENT(INSTRUCTIONS, "instructions", INSTRUCTIONS) \
    EVENT(LLC_MISSES, "llc_misses", CACHE_MISSES)

enum event {
#define EVENT(event, name, hardware) EVENT_##event,
    EVENTS(EVENT)
#undef EVENT
        EVENT_COUNT,
};
extern const char *const event_names[EVENT_COUNT];

/* What the kernel is asked for: the type and config of struct perf_event_attr. */
struct event_source {
    uint32_t type;
    uint64_t config;
};
extern const struct event_source hardware_events[EVENT_COUNT];

/* Events in user mode, summed over workers and samples. All zero: nothing counted. */
struct event_counts {
    double events[EVENT_COUNT]; /* as counted; NAN for those that the machine lacks */
    uint64_t enabled_ns, running_ns;
};

struct counters; /* opaque: owns its descriptors */

/* Open a stopped group of the events on every worker. NULL where the kernel refuses the first of them, with
 * the reason and what would allow it in why (EXIT_SYSTEM): no error of the run. Called by worker 0. Caller
 * destroys, before the team. */
struct counters *counters_create(struct team *team, const struct event_source events[EVENT_COUNT],
                                 struct error *why);
void counters_destroy(struct counters *counters);

/* Each worker starts and stops its own group. counters may be NULL: nothing is done. */
void counters_start(struct counters *counters, unsigned worker);
void counters_stop(struct counters *counters, unsigned worker);

/* Add to counts what the first so many workers counted since this was last called, and forget it. All are
 * stopped. */
void counters_take(struct counters *counters, unsigned workers, struct event_counts *counts);

/* The events that would have been counted had the group been on the CPU's counters all the time; NAN when
 * unknown. */
double counters_scaled(const struct event_counts *counts, enum event event);

/* The share of the time that the group was on the CPU's counters; NAN when nothing was counted. */
double counters_running(const struct event_counts *counts);
